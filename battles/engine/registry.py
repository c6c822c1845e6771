"""A typed registry: modules of the engine add their values on import, by code.

STEPS: Registry[Step] = Registry("step")
STEPS.add("movement", MovementPhase())

Apps of the site use `mordheim_site.registry`; the engine imports the standard library only.
"""

from __future__ import annotations

from typing import NoReturn, TypeVar

Value = TypeVar("Value")


class DuplicateCode(ValueError):
    """A code was registered twice."""


class Registry(dict[str, Value]):
    """Values by code, in the order in which they were added. `noun` names one value in error messages."""

    def __init__(self, noun: str) -> None:
        super().__init__()
        self.noun = noun

    def add(self, code: str, value: Value) -> Value:
        """Add a value. Raises DuplicateCode for a code that is taken."""
        if code in self:
            raise DuplicateCode(f"There is already a {self.noun} {code!r}. Choose another code or remove one of them.")
        super().__setitem__(code, value)
        return value

    def __setitem__(self, code: str, value: Value) -> NoReturn:
        raise TypeError(f"Use add to register a {self.noun}.")

    def __missing__(self, code: str) -> NoReturn:
        raise KeyError(f"There is no {self.noun} {code!r}. Known: {', '.join(sorted(self)) or 'none'}.")
