"""Catalogue names that can be looked up: lists, warriors, items, skills, spells, mutations, injuries."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from catalogue.packs.book import Book, Fact
from warbands.exchange.aliases import aliases
from warbands.exchange.names import Names


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names by kind; `entries` has the warriors of every list and the hired swords, in singular and plural."""

    lists: Names
    entries: Names
    items: Names
    skills: Names
    spells: Names
    mutations: Names
    injuries: Names


def vocabulary(book: Book) -> Vocabulary:
    """The names of this Book, computed once for each Book."""
    return _made(_Keyed(book))


class _Keyed:
    """Makes a Book usable as a cache key, by its version."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def __hash__(self) -> int:
        return hash(self.book.version)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and other.book.version == self.book.version


@functools.lru_cache(maxsize=4)
def _made(keyed: _Keyed) -> Vocabulary:
    book, other = keyed.book, aliases().codes
    return Vocabulary(
        lists=Names(
            {
                code: (warband_type.name, f"The {warband_type.name}")
                for code, warband_type in book.warband_types.items()
            },
            other["lists"],
        ),
        entries=Names(
            {code: (entry.name, entry.plural) for code, entry in book.warrior_types.items()}, other["entries"]
        ),
        items=_names(book.items, other["items"]),
        skills=_names(book.skills, other["skills"]),
        spells=_names(book.spells, other["spells"]),
        mutations=_names(book.mutations, other["mutations"]),
        injuries=_names(book.injuries, other["injuries"]),
    )


def _names(facts: Mapping[str, Fact], other: Mapping[str, str]) -> Names:
    return Names({code: (fact.name,) for code, fact in facts.items()}, other)


def entries_of(book: Book, listed: str) -> frozenset[str]:
    """Codes of the warriors of a list and of the hired swords it may hire."""
    own = {entry.code for entry in book.warrior_types_of(listed)}
    return frozenset(own | {code for code, fact in book.warrior_types.items() if fact.hire is not None})
