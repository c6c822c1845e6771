"""Finds out quickly that the database server is down.

A pool waits for seconds for a connection, and every page with it. A server that is down refuses a connection at once,
so this process asks for one, at most once a second, before it takes a connection from the pool.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import psycopg

INTERVAL_S: Final = 1.0
"""Seconds for which a server that was reachable counts as reachable."""
TIMEOUT_S: Final = 1.0


class Server:
    """When the server was last reachable, in this process."""

    seen_at: ClassVar[float] = float("-inf")

    @classmethod
    def check(cls, settings: Mapping[str, Any]) -> None:
        """Raise psycopg.OperationalError if the server of this DATABASES entry accepts no connection."""
        host, port = str(settings.get("HOST") or ""), int(settings.get("PORT") or 5432)
        if not host or "," in host or time.monotonic() - cls.seen_at < INTERVAL_S:
            return
        try:
            if host.startswith("/"):
                with socket.socket(socket.AF_UNIX) as path:
                    path.settimeout(TIMEOUT_S)
                    path.connect(f"{host}/.s.PGSQL.{port}")
            else:
                socket.create_connection((host, port), TIMEOUT_S).close()
        except OSError as error:
            raise psycopg.OperationalError(f"the database server does not accept connections: {error}") from error
        cls.seen_at = time.monotonic()

    @classmethod
    def forget(cls) -> None:
        """Check the server before the next connection."""
        cls.seen_at = float("-inf")
