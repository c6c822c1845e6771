"""A cache in the memory of a process, with a maximum number of entries."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LruCache(Generic[Value]):
    """Keeps the `most` entries that were used last. Several threads may use it; two that miss the same entry at the
    same time both compute it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The entry with this key; if there is none, the result of `make`, which is kept."""
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
                return self._entries[key]
        value = make()
        with self._lock:
            self._entries[key] = value
            while len(self._entries) > self._most:
                self._entries.popitem(last=False)
        return value

    def __len__(self) -> int:
        return len(self._entries)
