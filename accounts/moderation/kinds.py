"""What staff can remove. Each app adds its kinds in `AppConfig.ready`: KINDS.add("portrait", PortraitKind())"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from mordheim_site.refusals import Sentence
from mordheim_site.registry import Registry


@dataclass(frozen=True, slots=True)
class Item:
    """Content of a user that staff can remove. `key` identifies it within its kind."""

    key: str
    title: Sentence
    owner_id: int | None


@dataclass(frozen=True, slots=True)
class Contents:
    """The removed data of an item, from which it can be restored."""

    values: dict[str, str] = field(default_factory=dict)
    content: bytes | None = None


class Kind(Protocol):
    """One kind of item."""

    def items_at(self, path: str) -> Iterable[Item]:
        """The items on the page with this address."""

    def find(self, key: str) -> Item | None:
        """The item with this key, or None if there is nothing to remove."""

    def remove(self, key: str) -> Contents:
        """Remove the item and return its data. Called in a transaction, after `find`."""

    def restore(self, key: str, contents: Contents) -> bool:
        """Restore the item. Returns False if its place no longer exists or is taken."""


KINDS: Registry[str, Kind] = Registry("kind of item that staff can remove")
