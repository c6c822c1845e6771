"""Builders of catalogue pages: for each kind, a page for one fact and tables that list all facts."""

from __future__ import annotations

from catalogue.packs.book import Book
from catalogue.pages import campaign, goods, people, tables
from catalogue.pages.sheets import Grid, Sheet

BUILDERS = {**people.BUILDERS, **goods.BUILDERS, **campaign.BUILDERS, **tables.BUILDERS}


def sheet(source: Book, kind: str, code: str) -> Sheet:
    """The page of one fact. Raises KeyError for an unknown kind or code."""
    return BUILDERS[kind].sheet(source, source.facts_of(kind)[code])  # type: ignore[arg-type]


def lists(source: Book, kind: str) -> tuple[Grid, ...]:
    """The tables that list the facts of a kind. Raises KeyError for an unknown kind."""
    return BUILDERS[kind].lists(source)
