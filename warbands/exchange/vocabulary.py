"""The catalogue's names, ready to be looked up: lists, entries, items, skills, spells, mutations, injuries."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from catalogue.book import Book
from warbands.exchange.names import Names


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names by kind; `entries` of every list and hireling, singular and plural."""

    lists: Names
    entries: Names
    items: Names
    skills: Names
    spells: Names
    mutations: Names
    injuries: Names


def vocabulary(book: Book) -> Vocabulary:
    """The names of this book, made once for each."""
    return _made(_Keyed(book))


class _Keyed:
    """A book as a key by its version."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def __hash__(self) -> int:
        return hash(self.book.version)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and other.book.version == self.book.version


@functools.lru_cache(maxsize=4)
def _made(keyed: _Keyed) -> Vocabulary:
    book = keyed.book
    return Vocabulary(
        lists=Names({code: (fact.name, f"The {fact.name}") for code, fact in book.warband_types.items()}),
        entries=Names({code: (fact.name, fact.plural) for code, fact in book.warrior_types.items()}),
        items=Names({code: (fact.name,) for code, fact in book.items.items()}),
        skills=Names({code: (fact.name,) for code, fact in book.skills.items()}),
        spells=Names({code: (fact.name,) for code, fact in book.spells.items()}),
        mutations=Names({code: (fact.name,) for code, fact in book.mutations.items()}),
        injuries=Names({code: (fact.name,) for code, fact in book.injuries.items()}),
    )


def entries_of(book: Book, listed: str) -> frozenset[str]:
    """Codes of the entries of a list and of everybody it may hire."""
    own = {entry.code for entry in book.warrior_types_of(listed)}
    return frozenset(own | {code for code, fact in book.warrior_types.items() if fact.hire is not None})
