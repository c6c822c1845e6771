"""Cells of the tables on catalogue pages: text and links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise

from catalogue.packs.book import Book, Fact
from catalogue.packs.kinds import page_of

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text in a cell, with an address if it links to a fact."""

    text: Text
    url: str = ""


Cell = tuple[Piece, ...]


def words(text: object) -> Cell:
    """A cell of plain text."""
    return (Piece(str(text)),)


def link(kind: str, fact: Fact) -> Piece:
    """A link to the page of a fact."""
    return Piece(fact.name, page_of(kind, fact.code))


def links(source: Book, kind: str, codes: Iterable[str]) -> Cell:
    """Links to several facts of a kind, separated by commas."""
    pieces: list[Piece] = []
    for code in codes:
        if pieces:
            pieces.append(Piece(", "))
        pieces.append(link(kind, source.facts_of(kind)[code]))
    return tuple(pieces)
