"""Distinguishes an unreachable database from a bug."""

import sqlite3
from collections.abc import Iterator
from typing import Final

from django.db import InterfaceError, OperationalError

SQLITE_CODES: Final = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_FULL")
"""SQLite error names that mean: another process holds the file, or the file cannot be opened, read or written."""
POSTGRES_CLASSES: Final = ("08", "57P", "53")
"""First two characters of SQLSTATE codes: connection exception, operator intervention (shutdown), insufficient
resources."""


def is_unavailable(error: BaseException | None) -> bool:
    """Whether the error, or one of its causes, means that the connection to the database was lost or refused."""
    return any(_is_lost_connection(cause) for cause in _chain(error))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _is_lost_connection(error: BaseException) -> bool:
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorname", "").startswith(SQLITE_CODES)
    # psycopg: without a code the server sent no answer at all.
    code = getattr(cause, "sqlstate", None)
    return code is None or code.startswith(POSTGRES_CLASSES)
