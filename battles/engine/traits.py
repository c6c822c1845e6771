"""Traits that are read by a single rule, because they matter only to that rule; all others act through hooks.

The rule declares its question when its module is imported, and then asks it about a fighter or a weapon:

    CHARGES_UNSEEN = Flag("charges_unseen")
    if CHARGES_UNSEEN.of(fighter): ...

For a code that no rule reads, `acts_in` states which field or function implements it.
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
    """Where a trait code is implemented if no rule reads it as a trait."""

    module: str
    """Full name of the module that implements it."""
    name: str
    """Name of the class, field (`Weapon.hands`) or function that implements it."""
    because: str
    """How that does what the code promises, in one sentence."""


PLACES: dict[str, Place] = {}
"""Where each code is implemented that no rule asks for and that has no hook function."""


def acts_in(module: str, name: str, codes: Sequence[str], *, because: str) -> None:
    """State that these codes are implemented by a field or function, not by a rule that reads the trait."""
    for code in codes:
        PLACES[code] = Place(module, name, because)


def ask_for(code: str) -> None:
    """Register a code that a rule asks for."""
    ASKED_CODES.add(code)


def trait_codes() -> frozenset[str]:
    """Every trait code that the engine knows: codes with a hook function, codes that a rule asks for, and codes with a
    stated place.
    """
    return known_codes() | ASKED_CODES | PLACES.keys()


class Flag:
    """A yes/no question to a fighter or a weapon: does it have the trait?"""

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
    """A question to a fighter: what values do its traits of this code have?"""

    __slots__ = ("code", "read")

    def __init__(self, code: str, read: Callable[[Parameters], Value]) -> None:
        self.code: Final = code
        self.read: Final = read
        ask_for(code)

    def of(self, fighter: Fighter) -> list[Value]:
        """The value of each trait, in the fighter's order."""
        return self.among(fighter.skills)

    def among(self, traits: Iterable[Trait]) -> list[Value]:
        """The values of those traits in the list that have this code; the list may be a weapon's traits."""
        return [self.read(parameters) for code, parameters in traits if code == self.code]

    def first(self, fighter: Fighter, default: Value) -> Value:
        """The value of the fighter's first trait with this code, or the default if it has none."""
        return next((self.read(parameters) for code, parameters in fighter.skills if code == self.code), default)
