"""Traits that a rule reads itself, because they answer a question of that rule alone; all others act through hooks.

A rule declares its question once, when its module is imported, and then asks it of a fighter:

    CHARGES_UNSEEN = Flag("charges_unseen")
    if CHARGES_UNSEEN.of(fighter): ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from battles.engine.hooks import Parameters, Trait

if TYPE_CHECKING:
    from battles.engine.profile import Fighter

Value = TypeVar("Value")

PASSIVE_CODES: set[str] = set()
"""Trait codes without a hook function, used by rules, fields, the aftermath or the roster; modules add theirs on
import."""


def declare_passive(*codes: str) -> None:
    """Register trait codes that have no hook function."""
    PASSIVE_CODES.update(codes)


class Flag:
    """A question about a fighter: does it have the trait?"""

    __slots__ = ("code",)

    def __init__(self, code: str) -> None:
        self.code: Final = code
        declare_passive(code)

    def of(self, fighter: Fighter) -> bool:
        """Whether the fighter has the trait."""
        return any(code == self.code for code, _ in fighter.skills)


class Values(Generic[Value]):
    """A question about a fighter: what do its traits of this code say?"""

    __slots__ = ("code", "read")

    def __init__(self, code: str, read: Callable[[Parameters], Value]) -> None:
        self.code: Final = code
        self.read: Final = read
        declare_passive(code)

    def of(self, fighter: Fighter) -> list[Value]:
        """The value of each trait, in the fighter's order."""
        return self.among(fighter.skills)

    def among(self, traits: Iterable[Trait]) -> list[Value]:
        """The value of each of these traits that has the code, such as those of a weapon."""
        return [self.read(parameters) for code, parameters in traits if code == self.code]

    def first(self, fighter: Fighter, default: Value) -> Value:
        """The value of the first of its traits, or the default when it has none."""
        return next((self.read(parameters) for code, parameters in fighter.skills if code == self.code), default)
