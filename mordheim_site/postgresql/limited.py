"""A connection of psycopg that gives up when the server does not answer.

The server's own `statement_timeout` cannot help if the server, or the network to it, hangs: then a request would wait
forever. Web processes and workers set a limit; commands such as `migrate` and `backup` have none.
"""

from __future__ import annotations

from typing import Any, Final

import psycopg
from psycopg import errors

from mordheim_site.postgresql.statement_limit import StatementLimit

CONNECT_SECONDS: Final = 3
"""Limit for a new connection, everywhere."""


class LimitedConnection(psycopg.Connection[Any]):
    """Closes itself when the server has not answered for the seconds of StatementLimit, and raises
    OperationalError."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval=interval, timeout=timeout or StatementLimit.seconds)
        except errors._WaitTimeout as error:
            if timeout:
                raise
            # A late answer must not be taken for the answer to the next statement.
            self.pgconn.finish()
            raise psycopg.OperationalError(
                f"the database server has not answered for {StatementLimit.seconds} s"
            ) from error
