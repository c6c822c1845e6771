"""Queries of the catalogue app for its pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise

from catalogue.packs.book import Book, Pack
from catalogue.packs.cells import Piece, link
from catalogue.packs.kinds import BADGES, KIND_PAGES


@dataclass(frozen=True, slots=True)
class PackSummary:
    """A pack with the number of its facts and the mark of its tier."""

    pack: Pack
    facts: int
    badge: str


@dataclass(frozen=True, slots=True)
class PackKind:
    """The facts of one kind in a pack."""

    title: str | Promise
    links: tuple[Piece, ...]


def pack_summaries(source: Book) -> tuple[PackSummary, ...]:
    """Every pack, the rulebook first."""
    found = []
    for pack in sorted(source.packs.values(), key=lambda pack: (pack.tier, pack.code)):
        facts = sum(
            1 for kind in KIND_PAGES for fact in source.facts_of(kind).values() if fact.source.pack == pack.code
        )
        found.append(PackSummary(pack, facts, BADGES[pack.tier]))
    return tuple(found)


def pack_contents(source: Book, code: str) -> tuple[PackKind, ...]:
    """The facts of one pack by kind, empty kinds left out."""
    kinds = []
    for kind, page in KIND_PAGES.items():
        found = tuple(link(kind, fact) for fact in source.facts_of(kind).values() if fact.source.pack == code)
        if found:
            kinds.append(PackKind(page.plural, found))
    return tuple(kinds)
