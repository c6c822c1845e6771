"""Summarises what the opponents did since a player's last turn, from the events of the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.engine import events as log
from battles.engine.game import Game
from battles.engine.state import FLEEING, KNOCKED_DOWN, STUNNED

MOVES: Final = frozenset({"walk", "run", "crawl", "random"})
"""Manners of moving that count as "moved". Charges are counted separately, and being pushed is not an action."""
SUMMARISED: Final = frozenset(
    {"TurnBegan", "Moved", "Attacked", "WoundsLost", "PostureChanged", "Flagged", "Removed", "BattleEnded"}
)
"""Names of the events that a summary uses; others do not need to be decoded."""
OUT, FLED, STUNNED_NOW, DOWN, FLEES, HURT = range(6)
"""Codes for what happened to a warrior, the worst first."""


@dataclass(slots=True)
class TurnSummary:
    """One turn of another side. Models are ids; `first` and `last` are the `seq` of its first and last event."""

    side: str
    number: int
    first: int
    last: int = 0
    moved: set[str] = field(default_factory=set)
    charged: set[str] = field(default_factory=set)
    shots: int = 0
    blows: int = 0
    spells: int = 0
    harm: dict[str, int] = field(default_factory=dict)
    """The worst result for each warrior of any side in this turn, from OUT to HURT."""


def turns_since(events: Iterable[tuple[int, log.Event]], mine: Collection[str]) -> list[TurnSummary]:
    """The turns that other sides took between the last two turns of `mine`, or before the first; oldest first.

    `events` are (seq, event) in order, from the start of the battle or of an earlier turn. Empty if it is not the turn
    of one of `mine`.
    """
    found: list[TurnSummary] = []
    current: TurnSummary | None = None
    is_mine = False
    for seq, event in events:
        if isinstance(event, log.TurnBegan):
            if is_mine:
                found = []
            is_mine = event.side in mine
            current = None if is_mine else TurnSummary(event.side, event.turn_number, seq)
            if current is not None:
                found.append(current)
        if current is not None:
            current.last = seq
            _count(current, event)
    return found if is_mine else []


def _count(turn: TurnSummary, event: log.Event) -> None:
    if isinstance(event, log.Moved):
        if event.who[0] != turn.side or not event.path:
            return
        if event.manner in ("charge", "failed_charge"):
            turn.charged.add(event.who)
        elif event.manner in MOVES:
            turn.moved.add(event.who)
    elif isinstance(event, log.Attacked):
        turn.shots += event.times if event.how == "shot" else 0
        turn.spells += event.how == "spell"
        turn.blows += event.times if event.how in ("blow", "charge_blow") else 0
    elif isinstance(event, log.WoundsLost):
        _worsen(turn, event.who, HURT)
    elif isinstance(event, log.PostureChanged):
        if event.why != "recovery" and event.posture in (KNOCKED_DOWN, STUNNED):
            _worsen(turn, event.who, DOWN if event.posture == KNOCKED_DOWN else STUNNED_NOW)
    elif isinstance(event, log.Flagged):
        if event.on & FLEEING:
            _worsen(turn, event.who, FLEES)
    elif isinstance(event, log.Removed) and event.why in ("out", "fled"):
        _worsen(turn, event.who, OUT if event.why == "out" else FLED)


def _worsen(turn: TurnSummary, model_id: str, harm: int) -> None:
    turn.harm[model_id] = min(harm, turn.harm.get(model_id, harm))


def summary_text(game: Game, turn: TurnSummary) -> str:
    """The turn in one line: "2 charged, 4 moved, 5 shots, Warrior 4 knocked down"; the worst harm first."""
    counts = (
        (len(turn.charged), ngettext("%(n)d charged", "%(n)d charged", len(turn.charged))),
        (len(turn.moved), ngettext("%(n)d moved", "%(n)d moved", len(turn.moved))),
        (turn.shots, ngettext("%(n)d shot", "%(n)d shots", turn.shots)),
        (turn.spells, ngettext("%(n)d attack by magic", "%(n)d attacks by magic", turn.spells)),
        (turn.blows, ngettext("%(n)d blow struck", "%(n)d blows struck", turn.blows)),
    )
    parts = [words % {"n": count} for count, words in counts if count]
    words_for = {
        OUT: _("%(who)s out of action"), FLED: _("%(who)s fled the field"), STUNNED_NOW: _("%(who)s stunned"),
        DOWN: _("%(who)s knocked down"), FLEES: _("%(who)s fleeing"), HURT: _("%(who)s wounded"),
    }  # fmt: skip
    ranked = sorted(turn.harm.items(), key=lambda row: (row[1], row[0][0], int(row[0][1:])))
    parts += [words_for[harm] % {"who": game.name(model_id)} for model_id, harm in ranked]
    return ", ".join(parts) if parts else _("nothing happened")
