"""Helpers for performance measurements: create many warbands in a separate database, and count the queries and time of
a page."""

from __future__ import annotations

import datetime
import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection, reset_queries
from django.test import Client

from accounts.models import User
from mordheim_site.public_ids import new_public_id
from warbands.builder import founding
from warbands.core.ledger import ActionContext
from warbands.models import Kit, LedgerEntry, Warband, Warrior


@dataclass(frozen=True, slots=True)
class SourceWarband:
    """A founded warband and its rows, from which copies are made."""

    band: Warband
    warriors: tuple[Warrior, ...]
    kit: tuple[Kit, ...]
    ledger: tuple[LedgerEntry, ...]


def found_sources(owners: Sequence[User], lists: Sequence[str], *, at: datetime.datetime) -> list[SourceWarband]:
    """Create one suggested, founded, public warband of each list through the players' services. `owners` are in the
    same order as the lists."""
    found = []
    for number, (user, code) in enumerate(zip(owners, lists, strict=False)):
        by = ActionContext(actor_id=user.pk, at=at)
        started = founding.start_draft(owner_id=user.pk, warband_type=code, at=at, seed=f"big{number}")
        founding.suggest(warband_id=started.warband_id, by=by)
        founding.found(warband_id=started.warband_id, by=by)
        founding.change_details(warband_id=started.warband_id, visibility="public")
        band = Warband.objects.get(pk=started.warband_id)
        found.append(
            SourceWarband(
                band,
                tuple(band.warriors.order_by("position", "pk")),
                tuple(band.kit.order_by("pk")),
                tuple(band.ledger.order_by("number")),
            )
        )
    return found


def copy_rows(pattern: SourceWarband, user: User, number: int, *, with_ledger: bool = False) -> Warband:
    """Copy a warband's rows, with a number after its name. Four queries, or three without the ledger."""
    made = Warband(**_values(pattern.band, public_id=new_public_id(), share_key=new_public_id()))
    made.owner, made.name, made.seed = user, f"{pattern.band.name} {number}", f"big{number}"
    made.save(force_insert=True)
    keys: dict[str, str] = {}
    rows: dict[int, Warrior] = {}
    for warrior in pattern.warriors:
        keys[warrior.public_id] = new_public_id()
        rows[warrior.pk] = Warrior(**_values(warrior, public_id=keys[warrior.public_id], warband_id=made.pk))
    Warrior.objects.bulk_create(rows.values())
    lines = []
    for item in pattern.kit:
        keys[item.public_id] = new_public_id()
        holder = rows[item.warrior_id].pk if item.warrior_id else None
        lines.append(Kit(**_values(item, public_id=keys[item.public_id], warband_id=made.pk, warrior_id=holder)))
    Kit.objects.bulk_create(lines)
    if with_ledger:
        LedgerEntry.objects.bulk_create(
            LedgerEntry(
                **_values(entry, public_id=new_public_id(), warband_id=made.pk, actor_id=user.pk, reverts_id=None)
            )
            for entry in pattern.ledger
        )
    return made


def _values(row: Any, **other: Any) -> dict[str, Any]:
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return {**values, "id": None, **other}


def page_cost(client: Client, name: str, url: str, runs: int, headers: dict[str, str] | None = None) -> dict[str, Any]:
    """Queries, bytes and server time of a page with warm caches: wall clock and processor time.

    `p95_cpu_ms` is this process, `database_cpu_ms` the mean of PostgreSQL's for one request.
    """

    def ask() -> Any:
        return client.get(url, headers=headers)

    ask()
    times, connection.force_debug_cursor = [], True
    reset_queries()
    answer = ask()
    queries = len(connection.queries)
    connection.force_debug_cursor = False
    before = database_seconds()
    for _run in range(runs):
        began, worked = time.perf_counter(), time.process_time()
        ask()
        times.append(((time.process_time() - worked) * 1000, (time.perf_counter() - began) * 1000))
    work, wall = sorted(seconds for seconds, _other in times), sorted(other for _one, other in times)
    place = max(0, round(len(times) * 0.95) - 1)
    return {
        "page": name,
        "status": answer.status_code,
        "queries": queries,
        "bytes": len(answer.content),
        "median_ms": round(statistics.median(wall), 1),
        "p95_ms": round(wall[place], 1),
        "p95_cpu_ms": round(work[place], 1),
        "database_cpu_ms": round((database_seconds() - before) * 1000 / runs, 1),
    }


def database_seconds() -> float:
    """Processor time used by PostgreSQL on this connection, if it runs on the same machine."""
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        process = Path(f"/proc/{cursor.fetchone()[0]}/stat")
    fields = process.read_text().rsplit(")", 1)[1].split() if process.exists() else []
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0
