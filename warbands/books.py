"""The Book that one warband goes by: the packs of the site, the versions of own packs it took, less what its
campaign left out. A warband without any of that goes by the site's Book itself."""

from __future__ import annotations

from catalogue.book import Book
from catalogue.own.library import book_with
from warbands.models import Warband


def book_of(warband: Warband) -> Book:
    """The Book in force for a warband. No query, or one in a process that has not met a version yet."""
    return book_with(warband.pack_pins)
