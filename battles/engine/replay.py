"""Replays: a battle's state after any event, and the check that its dice were not changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from battles.engine.commitment import fingerprint
from battles.engine.commitment import verify as verify_faces
from battles.engine.events import Event, FlowSet, Rolled, TurnBegan, apply, apply_all
from battles.engine.game import Game, opening
from battles.engine.setup import game_from_data
from battles.engine.state import BattleState


class Verdict(NamedTuple):
    """The result of rolling every die again."""

    holds: bool
    dice: int
    """Number of dice in the log."""
    wrong_at: int = -1
    """The index of the first different die (from 0); -1 for none."""
    reason: str = ""
    """What differs: "fingerprint", "die", "passed", "state" or "log"; "" if nothing does."""


def faces_of(events: Iterable[Event]) -> list[int]:
    """Every face of the log in the order it was rolled."""
    return [face for event in events if isinstance(event, Rolled) for face in event.faces]


def state_at(game: Game, events: Sequence[Event], count: int) -> BattleState:
    """The state after the first `count` events."""
    return apply_all(opening(game), events[: max(0, count)])


def states(game: Game, events: Sequence[Event], every: int = 100) -> list[tuple[int, BattleState]]:
    """The states at regular intervals, the opening first, so that a viewer can jump to a position quickly."""
    state = opening(game)
    found = [(0, state.fork())]
    for number, event in enumerate(events, 1):
        apply(state, event)
        if number % every == 0:
            found.append((number, state.fork()))
    return found


def turns(events: Sequence[Event]) -> list[tuple[int, str, int]]:
    """Where each turn begins: (event number, side, turn number)."""
    return [
        (number, event.side, event.turn_number) for number, event in enumerate(events) if isinstance(event, TurnBegan)
    ]


def stops(events: Sequence[Event]) -> list[int]:
    """The numbers of the events at which a command ended and the next one was needed."""
    return [number + 1 for number, event in enumerate(events) if isinstance(event, FlowSet)]


def verify(
    setup: Mapping[str, object],
    events: Sequence[Event],
    seed: bytes,
    shown: str,
    nonces: Sequence[str],
    digest: str = "",
) -> Verdict:
    """Roll every die of a finished battle again and rebuild its state from the log.

    `shown` is the fingerprint published before the battle. The check detects a seed that does not match it, any changed
    face, a roll whose result does not fit its faces, and (when the final `digest` is given) any other change of the
    log.
    """
    faces = faces_of(events)
    if fingerprint(seed) != shown:
        return Verdict(False, len(faces), reason="fingerprint")
    place = verify_faces(seed, shown, nonces, faces)
    if place is not None:
        return Verdict(False, len(faces), place, "die")
    wrong = _first_false_verdict(events)
    if wrong >= 0:
        return Verdict(False, len(faces), wrong, "passed")
    try:
        state = apply_all(opening(game_from_data(setup)), events)
    except (KeyError, ValueError, TypeError):
        return Verdict(False, len(faces), reason="log")
    if state.dice_position != len(faces) or (digest and state.digest() != digest):
        return Verdict(False, len(faces), reason="state")
    return Verdict(True, len(faces))


_PLAIN = frozenset({"wound", "armour", "ward", "regen", "helmet"})
"""Rolls that pass if and only if one face reaches the score needed."""


def _first_false_verdict(events: Iterable[Event]) -> int:
    place = 0
    for event in events:
        if not isinstance(event, Rolled):
            continue
        if event.purpose == "ld" and event.passed is not None and event.passed != (sum(event.faces) <= event.need):
            return place
        plain = event.purpose in _PLAIN and event.passed is not None and event.need and len(event.faces) == 1
        if plain and event.passed and event.faces[0] < event.need:
            return place
        place += len(event.faces)
    return -1
