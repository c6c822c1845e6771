"""Applies events to a state. No other code changes a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from battles.engine.events import flow_events, harm_events, log_events, movement_events
from battles.engine.events.flow_events import (
    BattleEnded,
    FlowSet,
    Marked,
    OrderSet,
    PhaseBegan,
    PhaseEnded,
    Scored,
    SideRouted,
    SnapshotTaken,
    TurnBegan,
)
from battles.engine.events.harm_events import EffectAdded, EffectEnded, PostureChanged, Removed, Used, WoundsLost
from battles.engine.events.log_events import Attacked, Noted, Rolled
from battles.engine.events.movement_events import Engaged, Faced, Flagged, LoadoutTaken, Moved, Placed, Separated
from battles.engine.state import BattleState, Miniature, SideState

Event = (
    Rolled | Placed | Moved | Flagged | Engaged | Separated | LoadoutTaken | Attacked | Noted | WoundsLost |
    PostureChanged | Removed
    | EffectAdded | EffectEnded | Used | Faced | OrderSet | TurnBegan | PhaseBegan | PhaseEnded | SnapshotTaken |
    SideRouted | Marked
    | Scored | BattleEnded | FlowSet
)  # fmt: skip

HANDLERS: dict[type, Callable[[BattleState, Any], None]] = {
    **log_events.HANDLERS, **movement_events.HANDLERS, **harm_events.HANDLERS, **flow_events.HANDLERS,
}  # fmt: skip


def apply(state: BattleState, event: Event) -> None:
    """Apply one event to the state, in place."""
    HANDLERS[type(event)](state, event)


def apply_all(state: BattleState, events: Iterable[Event]) -> BattleState:
    """Apply events in order and return the state."""
    for event in events:
        HANDLERS[type(event)](state, event)
    return state


def starting_state(sides: dict[str, int]) -> BattleState:
    """The initial state, with the number of warriors each side starts with."""
    state = BattleState()
    state.sides = {side: SideState(started=count) for side, count in sides.items()}
    return state


def add_reserve(state: BattleState, model_id: str, wounds: int, flags: int = 0) -> None:
    """Add a model of the setup to the state, not yet on the table. For `game.opening` only."""
    state.models[model_id] = Miniature(0, 0, 0, wounds, flags=flags, gone="reserve")
