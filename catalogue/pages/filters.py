"""Filters on the page of a kind: by tier or by pack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from catalogue.packs.book import Book, Fact
from catalogue.packs.cells import Cell, Text
from catalogue.packs.kinds import page_of
from catalogue.pages.sheets import TIERS, Grid


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The selected tier and pack, and those available for this kind with their counts."""

    tier: int | None
    pack: str
    tiers: tuple[tuple[int, Text, int], ...]
    packs: tuple[tuple[str, str, int], ...]

    @property
    def offered(self) -> bool:
        """Whether there is more than one to choose from."""
        return len(self.packs) > 1

    def keeps(self, fact: Fact) -> bool:
        """Whether a fact is in the selection."""
        return self.tier in (None, fact.source.tier) and self.pack in ("", fact.source.pack)


def narrowing(source: Book, kind: str, query: Mapping[str, str]) -> Narrowing:
    """The filter in the parameters `tier` and `pack` of a query; unknown values are ignored."""
    tiers: dict[int, int] = {}
    packs: dict[str, int] = {}
    for fact in source.facts_of(kind).values():
        tiers[fact.source.tier] = tiers.get(fact.source.tier, 0) + 1
        packs[fact.source.pack] = packs.get(fact.source.pack, 0) + 1
    wanted_tier, pack = query.get("tier", ""), query.get("pack", "")
    return Narrowing(
        tier=next((tier for tier in tiers if str(tier) == wanted_tier), None),
        pack=pack if pack in packs else "",
        tiers=tuple((tier, TIERS[tier], tiers[tier]) for tier in sorted(tiers)),
        packs=tuple((pack.code, pack.name, packs[pack.code]) for pack in source.packs.values() if pack.code in packs),
    )


def narrowed(source: Book, kind: str, grids: tuple[Grid, ...], part: Narrowing) -> tuple[Grid, ...]:
    """The rows of the grids that match the selection; empty grids are removed."""
    if part.tier is None and not part.pack:
        return grids
    urls = {page_of(kind, fact.code) for fact in source.facts_of(kind).values() if part.keeps(fact)}
    kept = [replace(grid, rows=tuple(row for row in grid.rows if _about(row, urls))) for grid in grids]
    return tuple(grid for grid in kept if grid.rows)


def _about(row: tuple[Cell, ...], urls: set[str]) -> bool:
    return any(piece.url in urls for cell in row for piece in cell)
