"""Hints: short explanations of the rule that applies now. Each is shown once, and they can be turned off."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from battles.board.model_views import Figure
from battles.board.options.choices import Choices
from battles.board.options.model_options import stage_of
from battles.engine.battle import Battle as EngineBattle
from mordheim_site.refusals import Sentence


class Hint(NamedTuple):
    """A hint with the id of its rule."""

    code: str
    title: str
    text: str
    rule: str


HINTS: Final[dict[str, tuple[Sentence, Sentence, str]]] = {
    "intercept": (
        _("Interception"),
        _(
            "An enemy passes within 2 inches of your warriors. One free warrior may step into its path and fight "
            "it instead."
        ),
        "MV-INT-01",
    ),
    "react": (
        _("Charge reaction"),
        _("The target of a charge may hold, flee, or shoot at the charger first with a missile weapon."),
        "MV-CHG-01",
    ),
    "give_up": (
        _("Rout"),
        _("When you have lost a quarter of your warriors, you may leave. If you stay, your leader tests every turn."),
        "PSY-ROUT-01",
    ),
    "stand_up": (
        _("Knocked down"),
        _("Your knocked-down warriors may stand up now. What they may do afterwards this turn is limited."),
        "TURN-STAND-02",
    ),
    "allocate": (
        _("Several enemies"),
        _("A warrior with several attacks may divide them among the enemies it touches, before any die is rolled."),
        "CC-WHO-01",
    ),
    "loadout": (
        _("Weapons in hand"),
        _("Choose what the warrior fights with. A second weapon in the other hand adds one attack."),
        "CC-LOAD-01",
    ),
    "end_turn": (
        _("End of the turn"),
        _("Nothing more can be done. The last move can still be undone until you end the turn."),
        "TURN-SEQ-01",
    ),
    "charges": (
        _("Charges come first"),
        _("Charges are declared before all other moves, up to twice the walk. A charger strikes first in combat."),
        "MV-ORDER-01",
    ),
    "move": (
        _("Walking and running"),
        _(
            "The solid line is a walk, the dashed one a run. A warrior cannot run with an enemy in sight within "
            "8 inches."
        ),
        "MV-RUN-03",
    ),
    "hide": (
        _("Hiding"),
        _("At the end of a move, next to a low wall, a corner or a window, a warrior can hide from enemies."),
        "MV-HIDE-01",
    ),
    "shoot": (
        _("Shooting"),
        _("Half range or less is short. Long range, cover and moving make a hit harder; the preview names each."),
        "SHOOT-BS-01",
    ),
    "fight": (
        _("Combat"),
        _("Chargers strike first, then the higher Initiative. Knocked down and stunned enemies are easier to beat."),
        "CC-WHO-01",
    ),
    "knocked_down": (
        _("Knocked down"),
        _("A knocked-down warrior cannot fight, shoot or cast. They can crawl, and stand up in your next turn."),
        "INJ-KD-01",
    ),
    "stunned": (
        _("Stunned"),
        _("A stunned warrior can do nothing. From your next recovery phase on, they count as knocked down."),
        "TURN-STUN-01",
    ),
    "fleeing": (
        _("Fleeing"),
        _("A fleeing warrior runs away, and is gone once they cross the edge. They can rally in your recovery phase."),
        "PSY-FLEE-01",
    ),
}
"""Title, text and rule by code. The code of a hint about a decision is the stage of that decision."""


def hint_of(
    engine: EngineBattle, side: str, figures: Sequence[Figure], choices: Choices | None, seen: Collection[str]
) -> Hint | None:
    """The first hint that applies now and has not been shown yet. `side` is the reader's side if it is to act,
    otherwise ""."""
    if not side or engine.outcome is not None:
        return None
    code = next((code for code in _applying(engine, side, figures, choices) if code not in seen), None)
    if code is None:
        return None
    title, text, rule = HINTS[code]
    return Hint(code, str(title), str(text), rule)


def _applying(engine: EngineBattle, side: str, figures: Sequence[Figure], choices: Choices | None) -> Iterator[str]:
    """The codes of all hints that apply, the most urgent first."""
    frame = engine.state.flow[-1]
    phase, step = stage_of(engine)
    if frame.kind == "decision":
        if frame.stage in HINTS:
            yield frame.stage
        return
    if (phase, step) == ("turn_start", "give_up"):
        yield "give_up"
    if (phase, step) == ("movement", "charges"):
        yield "charges"
    if (phase, step) == ("movement", "remaining"):
        yield "move"
        if choices and any(verb.code == "hide" and verb.options for verb in choices.verbs):
            yield "hide"
    if phase == "shooting" and choices and any(verb.code == "shoot" and verb.options for verb in choices.verbs):
        yield "shoot"
    if phase == "combat":
        yield "fight"
    own = [figure for figure in figures if figure.side == side]
    for condition in ("knocked_down", "stunned"):
        if any(figure.condition == condition for figure in own):
            yield condition
    if any(figure.is_fleeing for figure in own):
        yield "fleeing"
