"""The database backend `mordheim_site.postgresql` (Django looks for this module)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import psycopg
from django.db.backends.postgresql import base

from mordheim_site.postgresql.limited import CONNECT_SECONDS, LimitedConnection
from mordheim_site.postgresql.reachable import Server


class DatabaseWrapper(base.DatabaseWrapper):
    """Connects with LimitedConnection, with and without a pool."""

    Database = SimpleNamespace(**{**vars(psycopg), "connect": LimitedConnection.connect})

    @property
    def pool(self) -> Any:
        options = self.settings_dict["OPTIONS"].get("pool")
        if options:
            options.setdefault("connection_class", LimitedConnection)
        return super().pool

    def get_connection_params(self) -> dict[str, Any]:
        return {"connect_timeout": CONNECT_SECONDS, **super().get_connection_params()}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection of the pool. Fails at once, instead of after the pool's timeout, if the server is down."""
        if not self.settings_dict["OPTIONS"].get("pool"):
            return super().get_new_connection(conn_params)
        Server.check(self.settings_dict)
        try:
            return super().get_new_connection(conn_params)
        except psycopg.OperationalError:
            Server.forget()
            raise
