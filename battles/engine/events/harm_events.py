"""Events of harm and effects on models: Wounds, postures, leaving the table, lasting effects, used items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from battles.engine.events.movement_events import unlink
from battles.engine.state import FLEEING, FRENZIED, HIDDEN, KNOCKED_DOWN, OUT_OF_ACTION, STANDING, BattleState, Effect


class WoundsLost(NamedTuple):
    """A model lost Wounds; `left` is never below 0."""

    who: str
    lost: int
    left: int
    by: str = ""


class PostureChanged(NamedTuple):
    """A model went down, turned over or stood up. Going down ends flight, hiding and frenzy (CONV-STATE-01)."""

    who: str
    posture: int
    by: str = ""
    why: str = ""


class Removed(NamedTuple):
    """A model left the table: "out" (out of action), "fled" or "routed"."""

    who: str
    why: str
    by: str = ""
    facts: tuple[str, ...] = ()
    """Facts about the attack that the aftermath needs, such as "killing_blow"."""


class EffectAdded(NamedTuple):
    """A model received a lasting effect."""

    who: str
    effect: Effect


class EffectEnded(NamedTuple):
    """A lasting effect has ended."""

    who: str
    code: str


class Used(NamedTuple):
    """An item with limited uses was used."""

    who: str
    code: str
    times: int = 1


def _wounds(state: BattleState, event: WoundsLost) -> None:
    state.models[event.who] = state.models[event.who]._replace(wounds=event.left)


def _posture(state: BattleState, event: PostureChanged) -> None:
    model = state.models[event.who]
    flags = model.flags if event.posture == STANDING else model.flags & ~(FLEEING | FRENZIED)
    if event.posture >= KNOCKED_DOWN and event.why != "recovery":
        flags &= ~HIDDEN
    state.models[event.who] = model._replace(posture=event.posture, flags=flags)


def _removed(state: BattleState, event: Removed) -> None:
    for other in state.models[event.who].engaged:
        unlink(state, other, event.who)
    model = state.models[event.who]
    posture = OUT_OF_ACTION if event.why == "out" else model.posture
    state.models[event.who] = model._replace(posture=posture, gone=event.why, engaged=(), loadout=(), flags=0)


def _effect_added(state: BattleState, event: EffectAdded) -> None:
    model = state.models[event.who]
    kept = tuple(effect for effect in model.effects if effect.code != event.effect.code)
    state.models[event.who] = model._replace(effects=(*kept, Effect(*event.effect)))


def _effect_ended(state: BattleState, event: EffectEnded) -> None:
    model = state.models[event.who]
    state.models[event.who] = model._replace(
        effects=tuple(effect for effect in model.effects if effect.code != event.code)
    )


def _used(state: BattleState, event: Used) -> None:
    model = state.models[event.who]
    counts = dict(model.used)
    counts[event.code] = counts.get(event.code, 0) + event.times
    state.models[event.who] = model._replace(used=tuple(sorted(counts.items())))


HANDLERS: dict[type, Callable[[BattleState, Any], None]] = {
    WoundsLost: _wounds,
    PostureChanged: _posture,
    Removed: _removed,
    EffectAdded: _effect_added,
    EffectEnded: _effect_ended,
    Used: _used,
}
"""The function that applies each of these events to a state."""
