"""Events: what happened, and the only code that changes a state.

An event is a small named tuple of plain values. `apply(state, event)` applies it to a state; `to_data` and `from_data`
convert it to and from the compact JSON form `[code, field, ...]` that the log stores. Setup and events together
determine the battle. Dice faces are inside `Rolled`, so a replay needs no dice.
"""

from __future__ import annotations

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
    side_of,
)
from battles.engine.events.harm_events import EffectAdded, EffectEnded, PostureChanged, Removed, Used, WoundsLost
from battles.engine.events.log_events import Attacked, Modifier, Noted, Rolled
from battles.engine.events.log_format import from_data, to_data
from battles.engine.events.movement_events import Engaged, Faced, Flagged, LoadoutTaken, Moved, Placed, Separated
from battles.engine.events.state_changes import Event, add_reserve, apply, apply_all, starting_state

__all__ = [
    "Attacked", "BattleEnded", "EffectAdded", "EffectEnded", "Engaged", "Event", "Faced", "Flagged", "FlowSet",
    "LoadoutTaken", "Marked", "Modifier", "Moved", "Noted", "OrderSet", "PhaseBegan", "PhaseEnded", "Placed",
    "PostureChanged", "Removed", "Rolled", "Scored", "Separated", "SideRouted", "SnapshotTaken", "TurnBegan", "Used",
    "WoundsLost", "add_reserve", "apply", "apply_all", "from_data", "side_of", "starting_state", "to_data",
]  # fmt: skip
