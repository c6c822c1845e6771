"""A typed registry. Apps fill it in `AppConfig.ready`; after that it can only be read."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import TypeVar

from django.apps import apps

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class DuplicateKey(ValueError):
    """Two different values were added for the same key."""


class RegistryClosed(RuntimeError):
    """Something was added after all apps were ready, when the registry may already have been read."""


class UnknownKey(KeyError):
    """Nothing is registered for a key. The message lists the registered keys."""

    def __str__(self) -> str:
        return str(self.args[0])


def is_starting() -> bool:
    """Whether Django is still running the `ready` methods of the apps."""
    return not apps.ready


class Registry(Mapping[Key, Value]):
    """Values by key, in the order in which they were added. `noun` is what a value is called in error messages.
    `is_open` returns whether values can still be added; by default this is until all apps are ready."""

    def __init__(self, noun: str, *, is_open: Callable[[], bool] = is_starting) -> None:
        self.noun = noun
        self._is_open = is_open
        self._values: dict[Key, Value] = {}

    def add(self, key: Key, value: Value) -> Value:
        """Add a value; adding the same one again has no effect. Raises DuplicateKey, RegistryClosed."""
        if key in self._values:
            if self._values[key] == value:
                return value
            raise DuplicateKey(f"There is already a {self.noun} {key!r}. Choose another key or remove one of them.")
        if not self._is_open():
            raise RegistryClosed(f"The {self.noun} {key!r} comes too late. Add it in AppConfig.ready.")
        self._values[key] = value
        return value

    def __getitem__(self, key: Key) -> Value:
        """The value of a key. Raises UnknownKey."""
        try:
            return self._values[key]
        except KeyError:
            known = ", ".join(sorted(map(str, self._values))) or "none"
            raise UnknownKey(f"There is no {self.noun} {key!r}. Known: {known}.") from None

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[Key]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)
