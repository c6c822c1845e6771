"""Events for the log that change no model: dice, attacks, facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from battles.engine.state import BattleState


class Modifier(NamedTuple):
    """One modifier of a score, with its reason."""

    reason: str
    """Code of the modifier, such as "cover", "long_range" or "moved"."""
    by: int
    """Added to the roll; negative values make it harder."""
    rule: str = ""


class Rolled(NamedTuple):
    """Dice were rolled. `need` is the score needed (0 if there is none); `passed` is None for a roll that cannot pass
    or fail.
    """

    purpose: str
    who: str
    """Id of the model that the roll is for, or the letter of a side."""
    faces: tuple[int, ...]
    need: int = 0
    passed: bool | None = None
    mods: tuple[Modifier, ...] = ()
    against: str = ""
    rule: str = ""
    about: str = ""
    """Details for the log: "initiative:climb" for the characteristic and purpose of a test, a weapon's name for an
    attack of a model with several weapons, a code of `phrases.dice.DICE` for a roll with the purpose "die", what a
    roll-off decides ("deployment", "turn", "role", ...).
    """


class Attacked(NamedTuple):
    """A model began an attack. This event is for the log only and changes nothing."""

    who: str
    whom: str
    weapon: str
    how: str
    """Kind of attack: "shot", "blow", "charge_blow", "impact", "stomp", "parting", "breath", "fall", "terrain" or
    "spell".
    """
    times: int = 1
    weapons: tuple[str, ...] = ()
    """Names of the weapons, in the order of the attacks, when there are several."""


class Noted(NamedTuple):
    """A fact for the log, such as a parry, a save or a critical result. The event itself changes nothing."""

    what: str
    who: str = ""
    whom: str = ""
    detail: str = ""
    rule: str = ""


def _rolled(state: BattleState, event: Rolled) -> None:
    state.dice_position += len(event.faces)


def _nothing(state: BattleState, event: Attacked | Noted) -> None:
    return None


HANDLERS: dict[type, Callable[[BattleState, Any], None]] = {
    Rolled: _rolled,
    Attacked: _nothing,
    Noted: _nothing,
}
"""The function that applies each of these events to a state."""
