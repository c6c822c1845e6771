"""Sentences that the board's scripts say by themselves, in the reader's language; the script fills in `{name}`."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

BOARD = {
    "commit": _("Do it"),
    "back": _("Leave it"),
    "which": _("Which one?"),
    "nothing": _("Nobody is selected."),
    "choose": _("Choose with the arrows, then Enter."),
    "no_odds": _("There is nothing to foresee for this warrior now."),
    "nobody_else": _("Nobody else can act. Go on with the button of the question."),
    "sending": _("Sending…"),
    "kept": _("No answer yet. Your order is kept and sent again."),
    "no_answer": _("The site did not answer. Nothing was lost; the board asks again."),
    "lost": _("Connection lost {n} s ago. You have everything up to: {line}"),
    "start": _("the start"),
    "ruler": _("Ruler: press two places or warriors. Arrows and Enter do the same, Escape puts it away."),
    "ruler_from": _("From here. Press the other end."),
    "ruler_length": _("{n} inches"),
    "ruler_away": _("The ruler is put away."),
    "no_ruler": _("Nobody measures in this ruleset: guess, then act."),
    "spot": _("Press a spot to see what is seen from there. Escape puts the eye away."),
    "spot_away": _("The eye is put away."),
    "point": _("Draw for the others: drag an arrow, press for a ring. Escape puts the pen away."),
    "point_from": _("From here. Enter again ends the arrow, or makes a ring."),
    "point_away": _("The pen is put away."),
    "clock_days": _("{d} d {h} h"),
    "clock_left": _("Your clock: {time} left."),
    "clock_out": _("out"),
}
PROOF = {
    "checking": _("Checking…"),
    "misfit": _("The seed does not match the fingerprint that was shown before the battle."),
    "differs": _("Die {n} differs: the stream gives {rolled}, the battle shows {shown}."),
    "match": _("{n} of {all} dice match."),
    "seed_fits": _("The seed matches the fingerprint that was shown before the first die."),
    "nonce_fits": _("What {name} added matches its commitment."),
    "nonce_misfit": _("What {name} added does not match its commitment."),
    "nonce_late": _("What {name} added arrived before the seed was fixed or after the first die."),
    "noted": _("Your browser noted the same fingerprint before the first die."),
    "noted_other": _(
        "Your browser noted another fingerprint before the first die: these dice are not those that were promised."
    ),
    "own_other": _("Your browser sent another nonce than the one shown here."),
    "after": _("Aftermath: {n} of {all} dice match."),
    "after_misfit": _("A seed of the aftermath does not match its fingerprint."),
}


def spoken(words: Mapping[str, object]) -> dict[str, str]:
    """The words in the language of this answer, as plain text."""
    return {key: str(text) for key, text in words.items()}


def label_of_board(shown: Mapping[str, str]) -> str:
    """What a screen reader says of the drawing, with this reader's keys by act; some may have none."""
    if shown["next"] and shown["help"]:
        names = {"next": shown["next"], "help": shown["help"]}
        words = gettext(
            "The table. Press %(next)s for the next warrior, %(help)s for the keys; the list does the same."
        )
        return words % names
    return gettext("The table. The list beside it does the same.")
