"""Traits that a rule reads itself, because they answer a question of that rule alone; all others act through hooks.

A rule declares its question once, when its module is imported, and then asks it of a fighter or a weapon:

    CHARGES_UNSEEN = Flag("charges_unseen")
    if CHARGES_UNSEEN.of(fighter): ...

A code that no rule reads states why in `acts_in`: which field or module carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from battles.engine.hooks import Parameters, Trait, known_codes

if TYPE_CHECKING:
    from battles.engine.profile import Fighter, Weapon

Value = TypeVar("Value")

ASKED_CODES: set[str] = set()
"""Trait codes that a rule asks for through a `Flag`, a `Values` or an offer of `optional_choices`."""


class Place(NamedTuple):
    """Where a code is carried out that no rule reads as a trait."""

    module: str
    """Module that carries it out, with its full name."""
    name: str
    """What carries it out there: a class, a field (`Weapon.hands`) or a function."""
    because: str
    """How that does what the code says, in one sentence."""


PLACES: dict[str, Place] = {}
"""Where each code acts that is neither asked for nor has a hook function."""


def acts_in(module: str, name: str, codes: Sequence[str], *, because: str) -> None:
    """State which field or function carries these codes out instead of a rule that reads the trait."""
    for code in codes:
        PLACES[code] = Place(module, name, because)


def ask_for(code: str) -> None:
    """Register a code that a rule asks for."""
    ASKED_CODES.add(code)


def trait_codes() -> frozenset[str]:
    """Every trait code that the engine knows: with a hook function, asked for by a rule, or with a stated place."""
    return known_codes() | ASKED_CODES | PLACES.keys()


class Flag:
    """A question about a fighter or a weapon: does it have the trait?"""

    __slots__ = ("code",)

    def __init__(self, code: str) -> None:
        self.code: Final = code
        ask_for(code)

    def of(self, fighter: Fighter) -> bool:
        """Whether the fighter has the trait."""
        return self.among(fighter.skills)

    def on(self, weapon: Weapon) -> bool:
        """Whether the weapon has the trait."""
        return self.among(weapon.traits)

    def among(self, traits: Iterable[Trait]) -> bool:
        """Whether one of these traits has the code."""
        for code, _parameters in traits:  # noqa: SIM110 - a plain loop is faster, and rules ask this for every attack
            if code == self.code:
                return True
        return False


class Values(Generic[Value]):
    """A question about a fighter: what do its traits of this code say?"""

    __slots__ = ("code", "read")

    def __init__(self, code: str, read: Callable[[Parameters], Value]) -> None:
        self.code: Final = code
        self.read: Final = read
        ask_for(code)

    def of(self, fighter: Fighter) -> list[Value]:
        """The value of each trait, in the fighter's order."""
        return self.among(fighter.skills)

    def among(self, traits: Iterable[Trait]) -> list[Value]:
        """The value of each of these traits that has the code, such as those of a weapon."""
        return [self.read(parameters) for code, parameters in traits if code == self.code]

    def first(self, fighter: Fighter, default: Value) -> Value:
        """The value of the first of its traits, or the default when it has none."""
        return next((self.read(parameters) for code, parameters in fighter.skills if code == self.code), default)
