"""Copies of the database: taken while the site runs, put back while it stands still.

SQLite is copied by its own online backup, so that the copy is one moment's state; PostgreSQL by pg_dump and pg_restore
of Debian's postgresql-client. Nothing is left half written: a copy appears under its name when it is whole.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import connection

SQLITE_MAGIC = b"SQLite format 3\x00"
POSTGRESQL_MAGIC = b"PGDMP"


def backup(target: Path) -> int:
    """Write a copy of the database and return its size in bytes. Raises CommandError."""
    if target.exists():
        raise CommandError(f"{target} is there already. Choose another name; nothing was written.")
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        if connection.vendor == "sqlite":
            with closing(sqlite3.connect(_sqlite_file())) as source, closing(sqlite3.connect(unfinished)) as copy:
                source.backup(copy)
        else:
            _run("pg_dump", "--format=custom", "--no-owner", f"--file={unfinished}")
        os.replace(unfinished, target)
    except (OSError, sqlite3.Error) as fault:
        raise CommandError(f"The copy could not be written: {fault}.") from fault
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size


def restore(source: Path) -> None:
    """Put a copy in the place of the database. Stop the site first. Raises CommandError, with nothing changed."""
    wanted = SQLITE_MAGIC if connection.vendor == "sqlite" else POSTGRESQL_MAGIC
    try:
        with source.open("rb") as file:
            found = file.read(len(wanted))
    except OSError as fault:
        raise CommandError(f"{source} cannot be read: {fault.strerror}.") from fault
    if found != wanted:
        raise CommandError(f"{source} is no copy of a {connection.display_name} database. Nothing was changed.")
    if connection.vendor != "sqlite":
        connection.close()
        _run(
            "pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error", str(source)
        )
        return
    with closing(sqlite3.connect(source)) as copy:
        health = copy.execute("PRAGMA integrity_check").fetchone()[0]
        if health != "ok":
            raise CommandError(f"{source} is damaged: {health}. Nothing was changed.")
        connection.close()
        # The backup of the copy into the live file: readers and the write-ahead log are dealt with by SQLite itself.
        with closing(sqlite3.connect(_sqlite_file(), timeout=20)) as live:
            copy.backup(live)


def _sqlite_file() -> str:
    return str(connection.settings_dict["NAME"])


def _run(program: str, *arguments: str) -> None:
    """A program of PostgreSQL against our database; the password goes by the environment. Raises CommandError."""
    found = shutil.which(program)
    if found is None:
        raise CommandError(f"{program} is not installed. On Debian: apt install postgresql-client")
    told: dict[str, Any] = connection.settings_dict
    environment = dict(os.environ)
    for variable, name in (("PGHOST", "HOST"), ("PGPORT", "PORT"), ("PGUSER", "USER"), ("PGPASSWORD", "PASSWORD")):
        if told.get(name):
            environment[variable] = str(told[name])
    command = [found, f"--dbname={told['NAME']}", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CommandError(f"{program} failed: {done.stderr.strip()[-600:]}")
