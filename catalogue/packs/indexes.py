"""The dictionaries of a Book. Iterating gives the active facts. Looking up by code also finds what a campaign excludes
(a roster may have it from before) and any fact of a released custom pack: its code names the release. So a page without
custom packs has no extra cost, and a page with one needs no other Book to render a roster."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

V = TypeVar("V")

Volume = Mapping[str, Mapping[str, Any]]
"""The facts of one release: name of the dictionary in the Book -> code -> fact."""

_finders: list[Callable[[str], Volume]] = []


def find_with(finder: Callable[[str], Volume]) -> None:
    """Register the function that finds the facts of the release that a code names. It raises KeyError for an unknown
    code."""
    _finders[:] = [finder]


def _far(name: str, code: str) -> Any:
    for finder in _finders:
        return finder(code)[name][code]
    raise KeyError(code)


class CodeIndex(dict[str, V]):
    """One dictionary of a Book. `name` is the Book's field; facts in `hidden` can be looked up but are not listed."""

    __slots__ = ("hidden", "name")

    def __init__(self, name: str, shown: Mapping[str, V], hidden: Mapping[str, V] | None = None) -> None:
        super().__init__(shown)
        self.name = name
        self.hidden: Mapping[str, V] = hidden or {}

    def __missing__(self, code: str) -> V:
        if code in self.hidden:
            return self.hidden[code]
        if not isinstance(code, str) or not code.startswith("own_"):
            raise KeyError(code)
        value: V = _far(self.name, code)
        return value

    def __contains__(self, code: object) -> bool:
        if dict.__contains__(self, code) or code in self.hidden:
            return True
        if not isinstance(code, str) or not code.startswith("own_"):
            return False
        try:
            _far(self.name, code)
        except KeyError:
            return False
        return True

    def get(self, code: str, default: Any = None) -> Any:
        """Like `dict.get`, but also finds hidden facts and facts of custom packs."""
        try:
            return self[code]
        except KeyError:
            return default
