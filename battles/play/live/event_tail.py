"""Without Redis, each web process watches the event table and sends new runs to its own sockets.

SQLite reports cheaply whether another connection has written (`PRAGMA data_version`), so the table is read only after a
change. Other databases are queried for the newest row. The task runs while at least one socket is open.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Max

from battles.models import BattleEvent
from battles.play.live.broadcast import newest_runs
from mordheim_site.isolation import isolated

POLL_SECONDS = 0.02
SLOW_POLL_SECONDS = 0.2

_log = logging.getLogger(__name__)
_watchers = 0
_task: asyncio.Task[None] | None = None


def open_watch() -> None:
    """Start watching when the first socket opens. Does nothing with Redis."""
    global _watchers, _task
    if not settings.EMBEDDED:
        return
    _watchers += 1
    if _task is None or _task.done():
        _task = asyncio.get_running_loop().create_task(_watch())


def close_watch() -> None:
    """Stop watching when the last socket has closed."""
    global _watchers
    if settings.EMBEDDED:
        _watchers = max(0, _watchers - 1)


def _sqlite() -> sqlite3.Connection | None:
    database: dict[str, Any] = settings.DATABASES["default"]
    if "sqlite3" not in database["ENGINE"]:
        return None
    name = str(database["NAME"])
    return sqlite3.connect(name, uri=name.startswith("file:"), check_same_thread=False, timeout=5)


@database_sync_to_async
def _newest_pk() -> int:
    return BattleEvent.objects.aggregate(newest=Max("pk"))["newest"] or 0


_runs_after = database_sync_to_async(newest_runs)


async def _watch() -> None:
    layer = get_channel_layer()
    connection = _sqlite()
    version = -1
    try:
        seen = await _newest_pk()
        while _watchers and layer is not None:
            await asyncio.sleep(POLL_SECONDS if connection is not None else SLOW_POLL_SECONDS)
            try:
                if connection is not None:
                    now = connection.execute("PRAGMA data_version").fetchone()[0]
                    if now == version:
                        continue
                    version = now
                found = await _runs_after(seen)
            except (DatabaseError, sqlite3.Error):
                _log.warning("the event table could not be read; trying again")
                version = -1
                continue
            for pk, group, body in found:
                seen = max(seen, pk)
                with isolated("battles.play.live.event_tail", pk, atomic=False):
                    await layer.group_send(group, {"type": "battle.moved", "body": body})
            if len(found) >= 100:
                version = -1
    finally:
        if connection is not None:
            connection.close()
