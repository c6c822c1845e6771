"""Writes the Book into database rows, so that admin and other tools see what is installed. Safe to repeat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from catalogue.facts import Fact
from catalogue.models import PackEntry, PackRow
from catalogue.packs.book import Book
from catalogue.packs.schema import KINDS


@dataclass(frozen=True, slots=True)
class Loaded:
    """The result of a load. `was_current` is true if nothing had changed, so nothing was written."""

    packs: int
    created: int
    updated: int
    removed: int
    was_current: bool


@transaction.atomic
def load_book(*, source: Book, at: datetime) -> Loaded:
    """Make the rows equal to `source`. A second run with the same Book writes nothing."""
    rows = {row.code: row for row in PackRow.objects.select_for_update()}
    if rows.keys() == source.packs.keys() and all(row.version == source.version for row in rows.values()):
        return Loaded(packs=len(rows), created=0, updated=0, removed=0, was_current=True)
    PackRow.objects.exclude(code__in=source.packs).delete()
    for code, pack in source.packs.items():
        rows[code], _ = PackRow.objects.update_or_create(
            code=code,
            defaults={
                "name": pack.name,
                "tier": pack.tier,
                "publication": pack.publication,
                "edition": pack.edition,
                "summary": pack.summary,
                "version": source.version,
                "loaded_at": at,
            },
        )
    held = {(entry.kind, entry.code): entry for entry in PackEntry.objects.all()}
    new, changed = [], []
    for kind, fact in facts_with_kind(source):
        values = _values(fact) | {"pack_id": rows[fact.source.pack].pk}
        entry = held.pop((kind, fact.code), None)
        if entry is None:
            new.append(PackEntry(kind=kind, code=fact.code, **values))
        elif any(getattr(entry, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(entry, name, value)
            changed.append(entry)
    PackEntry.objects.filter(pk__in=[entry.pk for entry in held.values()]).delete()
    PackEntry.objects.bulk_create(new, batch_size=500)
    fields = ["pack", "name", "tier", "page", "is_disputed", "search_text", "data"]
    PackEntry.objects.bulk_update(changed, fields, batch_size=200)
    return Loaded(packs=len(source.packs), created=len(new), updated=len(changed), removed=len(held), was_current=False)


def facts_with_kind(source: Book) -> Iterator[tuple[str, Fact]]:
    """(kind, fact) of every fact, the campaign tables last."""
    for kind in KINDS:
        for fact in source.facts_of(kind).values():
            yield kind, fact
    yield "tables", source.tables


def _values(fact: Fact) -> dict[str, Any]:
    data = json.loads(json.dumps(asdict(fact)))
    return {
        "name": fact.name,
        "tier": fact.source.tier,
        "page": fact.source.page,
        "is_disputed": bool(fact.source.disputed),
        "search_text": f"{fact.name} {fact.summary}".lower(),
        "data": data,
    }
