"""The Book of the packs that are installed with the site."""

from __future__ import annotations

import functools

from catalogue.packs.book import Book
from catalogue.packs.book_builder import build_book
from catalogue.packs.loader import installed_parts
from catalogue.packs.schema import PackPart


@functools.cache
def site_parts() -> tuple[tuple[PackPart, ...], str]:
    """The installed packs and their version, read once per process. Raises PackErrors if a pack is invalid."""
    return installed_parts()


@functools.cache
def book() -> Book:
    """The Book of the installed packs, built once per process. Raises PackErrors if a pack is invalid."""
    parts, version = site_parts()
    return build_book(parts, version)
