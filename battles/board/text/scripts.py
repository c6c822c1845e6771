"""Texts for the board's scripts in the reader's language; the scripts fill in `{name}`."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

BOARD = {
    "commit": _("Confirm"),
    "back": _("Cancel"),
    "which": _("Which one?"),
    "follow_hint": _("Follow this hint"),
    "nothing": _("No warrior is selected."),
    "not_your_turn": _("It is not your turn to act."),
    "still_sending": _("Your last command is still being sent. Try again in a moment."),
    "choose": _("Choose with the arrow keys, then press Enter."),
    "no_odds": _("There are no odds to show for this warrior now."),
    "nobody_else": _("No other warrior can act. Use the button of the prompt to continue."),
    "sending": _("Sending…"),
    "kept": _("No answer yet. Your command is saved and will be sent again."),
    "no_answer": _("The site did not answer. Nothing was lost; the board will try again."),
    "lost": _("Connection lost {n} s ago. The board shows everything up to: {line}"),
    "start": _("the start"),
    "ruler": _("Ruler: select two places or warriors, by pointer or with arrow keys and Enter. Escape closes it."),
    "ruler_from": _("Start set. Select the other end."),
    "ruler_length": _("{n} inches"),
    "ruler_away": _("Ruler closed."),
    "no_ruler": _("This ruleset does not allow measuring: guess, then act."),
    "spot": _("Select a position to see what is visible from there. Escape closes the view."),
    "spot_away": _("View closed."),
    "point": _("Draw on the table: drag for an arrow, tap for a ring. Escape closes the pen."),
    "point_from": _("Start set. Press Enter again to end the arrow, or to make a ring."),
    "point_away": _("Pen closed."),
    "ruler_touch": _("Ruler: tap two places or warriors. Tap Ruler again to close it."),
    "spot_touch": _("Tap a spot to see what is visible from there. Tap Spot again to stop."),
    "point_touch": _("Draw on the table: drag for an arrow, tap for a ring. Tap Draw again to stop."),
    "level_shown": _("Floors shown: {level}."),
    "level_all": _("All levels"),
    "level_0": _("Ground"),
    "level_300": _("3 inches"),
    "level_600": _("6 inches"),
    "playback_step": _("{n} of {all}: {step}"),
    "playback_pause": _("Pause"),
    "playback_go": _("Continue"),
    "card": _("Details of a model"),
    "close": _("Close"),
    "your_turn": _("Your turn"),
    "no_notifications": _("Your browser does not allow notifications from this site. Allow them in its settings."),
    "guidance_off": _("Switched off. Board settings switch it on again."),
    "leader_out": _("The leader has fallen! {step}"),
    "roll_pass": _("passed"),
    "roll_fail": _("failed"),
    "clock_days": _("{d} d {h} h"),
    "clock_left": _("Your clock: {time} left."),
    "clock_out": _("out"),
}
PROOF = {
    "checking": _("Checking…"),
    "misfit": _("The seed does not match the fingerprint that was shown before the battle."),
    "differs": _("Die {n} differs: the seed gives {rolled}, the battle shows {shown}."),
    "match": _("{n} of {all} dice match."),
    "seed_fits": _("The seed matches the fingerprint that was shown before the first die."),
    "nonce_fits": _("What {name} added matches its commitment."),
    "nonce_misfit": _("What {name} added does not match its commitment."),
    "nonce_late": _("What {name} added arrived before the seed was fixed or after the first die."),
    "noted": _("Your browser stored the same fingerprint before the first die."),
    "noted_other": _("Your browser stored a different fingerprint before the first die: these dice do not match it."),
    "own_other": _("Your browser sent a different nonce from the one shown here."),
    "after": _("Aftermath: {n} of {all} dice match."),
    "after_misfit": _("A seed of the aftermath does not match its fingerprint."),
}


def texts_for_page(words: Mapping[str, object]) -> dict[str, str]:
    """The texts in the language of this response, as plain text."""
    return {key: str(text) for key, text in words.items()}


def label_of_board(shown: Mapping[str, str]) -> str:
    """The label of the board for screen readers, with the reader's keys by action; an action may have no key."""
    if shown["next"] and shown["help"]:
        names = {"next": shown["next"], "help": shown["help"]}
        words = gettext(
            "The table. Press %(next)s for the next warrior, %(help)s for the keys; the list has the same actions."
        )
        return words % names
    return gettext("The table. The list next to it has the same actions.")
