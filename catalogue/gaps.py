"""What the catalogue still holds as text only, or only in part, by tier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalogue.book import Book
from catalogue.schema import KINDS


@dataclass(frozen=True, slots=True)
class Gap:
    """One fact whose rule is not whole as data. `automation` is "text" or "part"."""

    tier: int
    kind: str
    code: str
    name: str
    automation: str


def gaps(source: Book) -> Iterator[Gap]:
    """Every fact marked as text or part, and rules, skills, spells and mutations without any effect."""
    acting = {"rules", "skills", "spells", "mutations"}
    for kind in KINDS:
        for fact in source.facts_of(kind).values():
            automation = getattr(fact, "automation", "full")
            if kind in acting and not getattr(fact, "effects", ()):
                automation = "text"
            if automation != "full":
                yield Gap(fact.source.tier, kind, fact.code, fact.name, automation)
