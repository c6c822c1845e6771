"""What the worker changes before it starts its processes."""

from __future__ import annotations

from typing import Any

import pytest
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import worker_init
from django.db import connections

from mordheim_site.celery import app, connect_without_a_pool
from mordheim_site.environment import database


class Connection:
    """A connection that counts how often the pool of its process is closed."""

    alias = "default"

    def __init__(self) -> None:
        self.closed_pools = 0

    def close(self) -> None: ...

    def close_pool(self) -> None:
        self.closed_pools += 1


@pytest.fixture
def on_postgresql(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> dict[str, Any]:
    """The settings of a site on PostgreSQL; nothing connects."""
    monkeypatch.setenv("DATABASE_URL", "postgres://league@localhost/league")
    found = {"default": database(tmp_path)}
    monkeypatch.setattr(type(connections), "databases", found)
    settings.DATABASES = found
    return found


@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
def test_a_task_does_not_close_the_connections_of_the_threads_beside_it(
    on_postgresql: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mails and webhooks used to fail with "pool has already been opened/closed", because Celery closes the pool after
    each task."""
    fixup = DjangoWorkerFixup(app)
    monkeypatch.setattr(fixup, "_is_prefork", lambda: True)
    connection = Connection()
    monkeypatch.setattr(fixup._db.connections, "all", lambda **_options: [connection])
    assert on_postgresql["default"]["OPTIONS"]["pool"]
    fixup._close_database()
    assert connection.closed_pools == 1, "with a pool it would be closed"
    connect_without_a_pool()
    fixup._close_database()
    assert connection.closed_pools == 1
    assert "pool" not in on_postgresql["default"]["OPTIONS"]


def test_the_worker_connects_without_a_pool_before_it_reads_anything() -> None:
    receivers = [receiver() for _key, receiver in worker_init.receivers]
    names = [getattr(receiver, "__name__", "") for receiver in receivers]
    assert names.index("connect_without_a_pool") < names.index("load_before_forking")
