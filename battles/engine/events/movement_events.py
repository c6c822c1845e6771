"""Events of movement: where models are, how they move and which enemies they are engaged with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from battles.engine.state import BattleState


class Placed(NamedTuple):
    """A model was placed on the table: by deployment, as a reinforcement, or by a correction."""

    who: str
    x: int
    y: int
    z: int


class Moved(NamedTuple):
    """A model moved along a path of segments (kind, x, y, z). The path begins at its old position; the last point is
    the new one.
    """

    who: str
    manner: str
    """How the model moved: "walk", "run", "charge", "failed_charge", "crawl", "flee", "stagger", "random", "push",
    "fall", "follow" or "intercept".
    """
    path: tuple[tuple[str, int, int, int], ...]
    spent: int
    climbed: int = 0


class Faced(NamedTuple):
    """A mounted model turned to face this way, in degrees clockwise from +y."""

    who: str
    degrees: int


class Flagged(NamedTuple):
    """Flags of `state.FLAG_NAMES` were set and cleared on one model."""

    who: str
    on: int = 0
    off: int = 0
    why: str = ""


class Engaged(NamedTuple):
    """Two enemies are now engaged with each other."""

    who: str
    whom: str
    across: bool = False


class Separated(NamedTuple):
    """Two models are no longer engaged."""

    who: str
    whom: str


class LoadoutTaken(NamedTuple):
    """A model chose these weapons (indices) for this combat."""

    who: str
    weapons: tuple[int, ...]


def link(state: BattleState, model_id: str, target: str) -> None:
    model = state.models[model_id]
    if target not in model.engaged:
        state.models[model_id] = model._replace(engaged=tuple(sorted((*model.engaged, target))))


def unlink(state: BattleState, model_id: str, target: str) -> None:
    model = state.models[model_id]
    if target in model.engaged:
        left = tuple(other for other in model.engaged if other != target)
        state.models[model_id] = model._replace(engaged=left, loadout=model.loadout if left else ())


def _placed(state: BattleState, event: Placed) -> None:
    model = state.models[event.who]
    state.models[event.who] = model._replace(x=event.x, y=event.y, z=event.z, gone="")


def _moved(state: BattleState, event: Moved) -> None:
    if not event.path:
        return
    model = state.models[event.who]
    _, x, y, z = event.path[-1]
    state.models[event.who] = model._replace(x=x, y=y, z=z, climbed=model.climbed + event.climbed)


def _faced(state: BattleState, event: Faced) -> None:
    state.models[event.who] = state.models[event.who]._replace(facing=event.degrees)


def _flagged(state: BattleState, event: Flagged) -> None:
    model = state.models[event.who]
    state.models[event.who] = model._replace(flags=(model.flags | event.on) & ~event.off)


def _engaged(state: BattleState, event: Engaged) -> None:
    link(state, event.who, event.whom)
    link(state, event.whom, event.who)


def _separated(state: BattleState, event: Separated) -> None:
    unlink(state, event.who, event.whom)
    unlink(state, event.whom, event.who)


def _loadout(state: BattleState, event: LoadoutTaken) -> None:
    state.models[event.who] = state.models[event.who]._replace(loadout=event.weapons)


HANDLERS: dict[type, Callable[[BattleState, Any], None]] = {
    Placed: _placed,
    Moved: _moved,
    Faced: _faced,
    Flagged: _flagged,
    Engaged: _engaged,
    Separated: _separated,
    LoadoutTaken: _loadout,
}
"""The function that applies each of these events to a state."""
