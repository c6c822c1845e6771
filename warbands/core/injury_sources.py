"""Where a lasting effect on a warrior comes from."""

from __future__ import annotations

from catalogue.packs.book import Book, Fact


def injury_source(code: str, book: Book) -> Fact | None:
    """The source of a lasting effect on a member: an injury, a location, or an item."""
    return (
        book.injuries.get(code)
        or book.exploration.get(code)
        or book.items.get(code)
        or book.spells.get(code)
        or book.rules.get(code)
    )
