"""Events of the battle's flow: turns, phases, routs, changes of tokens and terrain, scores, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from battles.engine.state import COMBAT_FLAGS, TURN_FLAGS, BattleState, Frame, Outcome


class OrderSet(NamedTuple):
    """The order in which sides take their turns."""

    order: tuple[str, ...]


class TurnBegan(NamedTuple):
    """A side's turn begins."""

    side: str
    turn_number: int


class PhaseBegan(NamedTuple):
    """A phase of the active side's turn begins."""

    phase: str


class PhaseEnded(NamedTuple):
    """A phase has ended. After the combat phase, its flags are cleared."""

    phase: str


class SnapshotTaken(NamedTuple):
    """The models near which no one may run this turn: (id, x, y, z, radius) for each. Rule: MV-RUN-03"""

    places: tuple[tuple[str, int, int, int, int], ...]


class SideRouted(NamedTuple):
    """A side routed, after a failed test or voluntarily."""

    side: str
    voluntary: bool = False
    stays: tuple[str, ...] = ()


class Marked(NamedTuple):
    """A scenario token or terrain state changed. The value None removes it."""

    key: str
    value: Any


class Scored(NamedTuple):
    """A side's score in the scenario changed to `score`."""

    side: str
    score: int


class BattleEnded(NamedTuple):
    """The battle has ended."""

    winners: tuple[str, ...]
    reason: str


class FlowSet(NamedTuple):
    """The steps in progress after a command. Recorded once per command, if they changed."""

    frames: tuple[Frame, ...]


def side_of(model_id: str) -> str:
    """The letter of a model's side: ids are this letter followed by a number."""
    return model_id[0]


def _order(state: BattleState, event: OrderSet) -> None:
    state.order = event.order


def _turn(state: BattleState, event: TurnBegan) -> None:
    state.active = event.side
    state.turn_number = event.turn_number
    state.snapshot = {}
    state.sides[event.side] = state.sides[event.side]._replace(turns_taken=state.sides[event.side].turns_taken + 1)
    for key, model in state.models.items():
        if model.gone:
            continue
        mine = side_of(key) == event.side
        effects = model.effects
        if effects:
            effects = tuple(
                e for e in effects if not (e.until_turn and e.owner == event.side and e.until_turn <= event.turn_number)
            )
        flags = model.flags & ~TURN_FLAGS if mine else model.flags
        if flags != model.flags or len(effects) != len(model.effects) or (mine and model.climbed):
            state.models[key] = model._replace(flags=flags, effects=effects, climbed=0 if mine else model.climbed)


def _phase(state: BattleState, event: PhaseBegan) -> None:
    state.phase = event.phase


def _phase_ended(state: BattleState, event: PhaseEnded) -> None:
    if event.phase == "combat":
        for key, model in state.models.items():
            if model.flags & COMBAT_FLAGS:
                state.models[key] = model._replace(flags=model.flags & ~COMBAT_FLAGS)


def _snapshot(state: BattleState, event: SnapshotTaken) -> None:
    state.snapshot = {row[0]: (row[1], row[2], row[3], row[4]) for row in event.places}


def _routed(state: BattleState, event: SideRouted) -> None:
    state.sides[event.side] = state.sides[event.side]._replace(routed=not event.stays, never_routs=bool(event.stays))


def _marked(state: BattleState, event: Marked) -> None:
    if event.value is None:
        state.marks.pop(event.key, None)
    else:
        state.marks[event.key] = event.value


def _scored(state: BattleState, event: Scored) -> None:
    state.sides[event.side] = state.sides[event.side]._replace(score=event.score)


def _ended(state: BattleState, event: BattleEnded) -> None:
    state.outcome = Outcome(event.winners, event.reason)
    state.flow = ()


def _flow(state: BattleState, event: FlowSet) -> None:
    state.flow = event.frames


HANDLERS: dict[type, Callable[[BattleState, Any], None]] = {
    OrderSet: _order,
    TurnBegan: _turn,
    PhaseBegan: _phase,
    PhaseEnded: _phase_ended,
    SnapshotTaken: _snapshot,
    SideRouted: _routed,
    Marked: _marked,
    Scored: _scored,
    BattleEnded: _ended,
    FlowSet: _flow,
}
"""The function that applies each of these events to a state."""
