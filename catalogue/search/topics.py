"""Charts and lists that people search for by name: pages of whole kinds, with the words that players use for them."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from catalogue.packs.kinds import KIND_PAGES, list_page_of
from catalogue.search.index import MAX_HITS, Hit, Index, Section, fold, line_of

ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "warband_types": ("warband lists", "which warbands are there"),
    "items": ("equipment", "price chart", "trading chart", "trading post", "rare items", "weapons", "armour"),
    "skills": ("skill tables", "skill lists"),
    "spells": ("spell lists", "magic spells", "prayers"),
    "scenarios": ("scenario table",),
    "injuries": ("serious injuries chart", "heroes serious injury table", "out of action injury table", "injury table"),
    "exploration": ("exploration chart", "exploration table", "exploration locations"),
    "advances": ("advance table", "advance rolls", "experience advances", "hero advances", "henchman advances"),
    "replaced_tables": ("wyrdstone sale table", "selling wyrdstone", "shards found", "underdog bonus"),
    "races": ("maximum characteristics", "maximum profiles", "racial maxima"),
    "charts": ("random happenings", "charts"),
}
"""Kind of fact -> other names of its page."""


@cache
def _index() -> Index:
    names = ((kind, name) for kind, page in KIND_PAGES.items() for name in (str(page.plural), *ALIASES.get(kind, ())))
    return Index(line_of(kind, kind, name) for kind, name in names)


def topics_found(query: str, reader: Any) -> Section | None:
    """The pages of charts and lists whose name is similar to the query. Needs no database."""
    best: dict[str, float] = {}
    for score, line in _index().find(fold(query)):
        best[line.code] = max(score, best.get(line.code, 0.0))
    ranked = sorted(best, key=lambda kind: -best[kind])
    hits = tuple(
        Hit(str(KIND_PAGES[kind].plural), list_page_of(kind), str(KIND_PAGES[kind].lede), best[kind])
        for kind in ranked[:MAX_HITS]
    )
    return Section(_("Charts and lists"), hits, len(best), comes_first=True) if hits else None
