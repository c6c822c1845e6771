"""What staff can remove. Each app adds its kinds in `AppConfig.ready`: KINDS.add("portrait", PortraitKind())"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from mordheim_site.refusals import Sentence
from mordheim_site.registry import Registry


@dataclass(frozen=True, slots=True)
class Item:
    """Something of a user that can be removed. `key` identifies it within its kind."""

    key: str
    title: Sentence
    owner_id: int | None


@dataclass(frozen=True, slots=True)
class Contents:
    """What an item was, to restore it."""

    values: dict[str, str] = field(default_factory=dict)
    content: bytes | None = None


class Kind(Protocol):
    """One kind of item."""

    def items_at(self, path: str) -> Iterable[Item]:
        """The items on the page with this address."""

    def find(self, key: str) -> Item | None:
        """The item with this key, if it is there to remove."""

    def remove(self, key: str) -> Contents:
        """Remove the item and return what it was. Called in a transaction, after `find`."""

    def restore(self, key: str, contents: Contents) -> bool:
        """Restore it; False if its place no longer exists or is taken."""


KINDS: Registry[str, Kind] = Registry("kind of item that staff can remove")
