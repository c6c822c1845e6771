"""The quick reference as PDF: two A4 pages, set by typst from plain values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from battles.tabletop.quick_reference.contents import parts_of
from battles.tabletop.quick_reference.parts import Part
from battles.tabletop.score_tables import ScoreTable
from battles.tabletop.tracker.dice import DiceTable
from campaigns.house_rules.text import Difference
from catalogue.rules.rulesets import ruleset_words

HERE: Final = Path(__file__).parent
PAGES: Final = 2
SIZES: Final = (10.5, 10.0, 9.5, 9.25, 9.0, 8.75, 8.5, 8.25, 8.0, 7.5, 7.0, 6.5, 6.0)
"""Sizes of the text in points, largest first. The first with which everything fits on two pages is used."""


def quick_reference_pdf(
    ruleset: str,
    *,
    url: str,
    on: date,
    league: str = "",
    house_rules: Mapping[str, Any] | None = None,
    differences: Sequence[Difference] = (),
) -> bytes:
    """The quick reference of a ruleset; with `league` (its name), that of a league with its house rules. `url` is the
    address of the full rules, printed in the footer."""
    parts = parts_of(ruleset, house_rules or {}, differences)
    values = {
        "title": str(ruleset_words(ruleset).name),
        "league": league,
        "heading": _("Quick reference"),
        "parts": [_part(part) for part in parts],
        "notice": _("An unofficial sheet made by players. All names of the game belong to their owners."),
        "printed": date_format(on, "j F Y"),
        "url": url,
        "language": (get_language() or "en").split("-")[0],
    }
    return _compiled(json.dumps(values))


@lru_cache(maxsize=16)
def _compiled(values: str) -> bytes:
    """The PDF with the largest text that fits on two pages."""
    import typst  # rarely needed, and large

    source = str(HERE / "quick_reference.typ")
    for size in SIZES:
        inputs = {"values": values, "size": str(size)}
        if int(json.loads(typst.query(source, "<pages>", field="value", one=True, sys_inputs=inputs))) <= PAGES:
            break
    return typst.compile(source, root=str(HERE), sys_inputs=inputs)


def _part(part: Part) -> dict[str, Any]:
    return {
        "title": part.title,
        "tables": [_table(table) for table in part.tables],
        "lines": [[str(line.term), line.text] for line in part.lines],
        "charts": [_chart(chart) for chart in part.charts],
    }


def _table(table: ScoreTable) -> dict[str, Any]:
    rows = [[name, *cells] for name, cells in table.rows]
    return {"title": table.title, "rows": [[table.corner, *table.heads], *rows]}


def _chart(chart: DiceTable) -> dict[str, Any]:
    return {"title": chart.title, "rows": [[row.rolls, row.name, row.text] for row in chart.rows]}
