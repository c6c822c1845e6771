"""Finds database rows with a name similar to the query, despite typing mistakes: one query for a table of any size.

The database counts how many groups of three letters a name shares with the query; the best rows are then scored like
the catalogue's own facts (catalogue.search.index.Index).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.db.models import Case, F, IntegerField, Model, QuerySet, Value, When
from django.db.models.expressions import Combinable

from catalogue.search.index import Hit, Index, fold, line_of

M = TypeVar("M", bound=Model)

LOOKED_AT: Final = 60
PIECES: Final = 14
SMALL: Final = frozenset(("the", "of", "and", "a", "an", "der", "die", "das", "von", "le", "la", "les", "de", "du"))
"""Common words that are ignored unless the query has no other words."""


def near(
    rows: QuerySet[M], query: str, *, name: str | Combinable, hit: Callable[[M, float], Hit]
) -> tuple[tuple[Hit, ...], int]:
    """(hits, best first, and their total number) among the rows that the caller allows. `name` is the field or
    expression that is searched. One query, or none for a query without letters. `hit` creates a hit from a row and its
    score."""
    folded = fold(query)
    pieces = pieces_of(folded)
    if not pieces:
        return (), 0
    hay = F(name) if isinstance(name, str) else name
    shared: Any = sum(
        (Case(When(_near_hay__icontains=piece, then=1), default=0, output_field=IntegerField()) for piece in pieces),
        start=Value(0),
    )
    fewest = max(1, len(pieces) // 3)
    rows_near = rows.annotate(_near_hay=hay).annotate(_near_shared=shared).filter(_near_shared__gte=fewest)
    found = list(rows_near.order_by("-_near_shared", "pk")[:LOOKED_AT])
    by_code = {str(row.pk): row for row in found}
    index = Index([line_of("", code, str(row._near_hay)) for code, row in by_code.items()])
    hits = tuple(hit(by_code[line.code], score) for score, line in index.find(folded))
    return hits, len(hits)


def pieces_of(folded: str) -> list[str]:
    """Groups of three letters of the significant words; short words are kept whole. At most PIECES of them, spread
    evenly."""
    words = [word for word in folded.split() if word not in SMALL] or folded.split()
    found: dict[str, None] = {}
    for word in words:
        found.update(dict.fromkeys(word[at : at + 3] for at in range(max(1, len(word) - 2))))
    pieces = list(found)
    step = max(1.0, len(pieces) / PIECES)
    return [pieces[int(at * step)] for at in range(min(PIECES, len(pieces)))]
