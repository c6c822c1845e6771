"""Backup and restore of the database: backups are taken while the site runs, restored while it is stopped.

SQLite is copied by its own online backup, so that a backup is the state of one moment; PostgreSQL by pg_dump and
pg_restore. A backup appears under its name when it is complete, readable by its owner alone, and ends with a checksum.
Programs of SQLite and PostgreSQL can read it directly: they ignore what follows their own data.
"""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from django.apps import apps
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.utils import timezone

from jobs import selectors

SQLITE_MAGIC: Final = b"SQLite format 3\x00"
POSTGRESQL_MAGIC: Final = b"PGDMP"
CHECKSUM_MAGIC: Final = b"\nmordheim-backup-sha256:"
CHECKSUM_BYTES: Final = len(CHECKSUM_MAGIC) + 64
BLOCK_BYTES: Final = 1 << 20
OUR_TABLE: Final = "accounts_user"
COUNTED: Final = ("accounts.User", "warbands.Warband", "campaigns.Campaign", "battles.Battle")
SILENT_SECONDS: Final = 25
"""Seconds without a heartbeat after which a worker counts as stopped; workers record one every 10 s."""
OTHER_CONNECTIONS: Final = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend'
    AND application_name <> current_setting('application_name')
"""


def backup(target: Path) -> int:
    """Write a backup of the database and return its size in bytes. Raises CommandError."""
    if target.exists():
        raise CommandError(f"{target} is there already. Choose another name; nothing was written.")
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished.unlink(missing_ok=True)
        # Created before anything is written into it, so that nobody else can read it at any time.
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        if connection.vendor == "sqlite":
            with closing(sqlite3.connect(_sqlite_file())) as source, closing(sqlite3.connect(unfinished)) as copy:
                source.backup(copy)
        else:
            _run("pg_dump", f"--dbname={_name()}", "--format=custom", "--no-owner", f"--file={unfinished}")
        _add_checksum(unfinished)
        os.replace(unfinished, target)
    except (OSError, sqlite3.Error) as fault:
        raise CommandError(f"The backup could not be written: {fault}.") from fault
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size


def restore(source: Path) -> None:
    """Replace the database with a backup. Stop the site first. Raises CommandError, with nothing changed."""
    wanted = SQLITE_MAGIC if connection.vendor == "sqlite" else POSTGRESQL_MAGIC
    try:
        with source.open("rb") as file:
            found = file.read(len(wanted))
        if found != wanted:
            raise CommandError(f"{source} is no backup of a {connection.display_name} database. Nothing was changed.")
        _check_checksum(source)
        if connection.vendor == "sqlite":
            _restore_sqlite(source)
        else:
            _restore_postgresql(source)
    except OSError as fault:
        raise CommandError(f"{source} cannot be read: {fault.strerror}. Nothing was changed.") from fault


def rotate(folder: Path, *, keep: int) -> list[Path]:
    """Delete all but the newest `keep` backups of a folder; returns the deleted files."""
    newest_first = sorted(folder.glob("*.backup"), reverse=True)
    for old in newest_first[keep:]:
        old.unlink()
    return newest_first[keep:]


def signs_of_a_running_site() -> list[str]:
    """Reasons to think that the site is running: a worker's recent heartbeat, or other programs connected to
    PostgreSQL."""
    signs = []
    try:
        age = selectors.heartbeat_age_seconds(now=timezone.now())
        if age is not None and age < SILENT_SECONDS:
            signs.append(f"a worker was active {age:.0f} s ago")
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(OTHER_CONNECTIONS)
                others = cursor.fetchone()[0]
            if others:
                signs.append(f"{others} connections of other programs to the database")
    except DatabaseError:
        # Restoring is meant for an empty or broken database, too.
        connection.close()
    return signs


def counts() -> str:
    """How much the database holds: "12 users, 40 warbands, 9 leagues, 31 battles"."""
    parts = []
    for label in COUNTED:
        model = apps.get_model(label)
        try:
            number = model._default_manager.count()
        except DatabaseError:
            return "which cannot be read"
        name = model._meta.verbose_name if number == 1 else model._meta.verbose_name_plural
        parts.append(f"{number} {name}")
    return ", ".join(parts)


def verify() -> str:
    """Check the restored database: every table can be read and no foreign key is broken. Raises CommandError."""
    try:
        for model in apps.get_models():
            model._default_manager.count()
        connection.check_constraints()
    except DatabaseError as fault:
        raise CommandError(f"The restored database has a fault: {fault}. Restore another backup.") from fault
    return counts()


def _restore_sqlite(source: Path) -> None:
    # Immutable: nobody writes to the backup, so it needs no write-ahead log.
    with closing(sqlite3.connect(f"file:{quote(str(source.resolve()))}?immutable=1", uri=True)) as copy:
        try:
            health = copy.execute("PRAGMA integrity_check").fetchone()[0]
            ours = copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [OUR_TABLE]).fetchone()
        except sqlite3.Error as fault:
            raise _damaged(source, fault) from fault
        if health != "ok":
            raise _damaged(source, health)
        if not ours:
            raise CommandError(f"{source} is a database of another program. Nothing was changed.")
        connection.close()
        # Copying the backup into the live file is one transaction, so SQLite handles readers, the write-ahead log and
        # interruptions.
        try:
            with closing(sqlite3.connect(_sqlite_file(), timeout=20)) as live:
                copy.backup(live)
        except sqlite3.Error as fault:
            raise CommandError(f"The database could not be replaced: {fault}. Stop the site and try again.") from fault


def _restore_postgresql(source: Path) -> None:
    # Read it completely first, so that a broken file is found before the live database is changed.
    with tempfile.TemporaryDirectory() as folder:
        try:
            _run("pg_restore", "--no-owner", f"--file={folder}/script", str(source))
        except _ProgramFailed as fault:
            raise _damaged(source, fault.reason) from fault
        with open(f"{folder}/script", encoding="utf-8", errors="replace") as script:
            if not any(f"CREATE TABLE public.{OUR_TABLE} " in line for line in script):
                raise CommandError(f"{source} is a database of another program. Nothing was changed.")
    connection.close()
    _run(
        "pg_restore", f"--dbname={_name()}", "--clean", "--if-exists", "--no-owner", "--single-transaction",
        "--exit-on-error", str(source),
    )  # fmt: skip


def _damaged(source: Path, reason: object) -> CommandError:
    return CommandError(f"{source} is damaged or incomplete ({reason}). Nothing was changed; use another backup.")


def _add_checksum(path: Path) -> None:
    digest = _digest(path, path.stat().st_size)
    with path.open("ab") as file:
        file.write(CHECKSUM_MAGIC + digest.encode("ascii"))
        file.flush()
        os.fsync(file.fileno())


def _check_checksum(path: Path) -> None:
    """Raises CommandError for a damaged backup. Backups of older versions have no checksum."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - CHECKSUM_BYTES))
        end = file.read()
    if not end.startswith(CHECKSUM_MAGIC):
        return
    if end[len(CHECKSUM_MAGIC) :].decode("ascii", "replace") != _digest(path, size - CHECKSUM_BYTES):
        raise _damaged(path, "its checksum is wrong")


def _digest(path: Path, size: int) -> str:
    """SHA-256 of the first `size` bytes, in hex."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for block in _blocks(file, size):
            digest.update(block)
    return digest.hexdigest()


def _blocks(file: Any, size: int) -> Iterator[bytes]:
    while size > 0 and (block := file.read(min(BLOCK_BYTES, size))):
        size -= len(block)
        yield block


def _sqlite_file() -> str:
    return str(connection.settings_dict["NAME"])


def _name() -> str:
    return str(connection.settings_dict["NAME"])


class _ProgramFailed(CommandError):
    """A PostgreSQL program failed; `reason` is its last line of output."""

    def __init__(self, program: str, reason: str) -> None:
        super().__init__(f"{program} failed: {reason}")
        self.reason = reason


def _run(program: str, *arguments: str) -> None:
    """Run a PostgreSQL program with our server's address; the password is passed in the environment. Raises
    CommandError."""
    found = shutil.which(program)
    if found is None:
        raise CommandError(f"{program} is not installed. On Debian: apt install postgresql-client")
    options: dict[str, Any] = connection.settings_dict
    environment = dict(os.environ)
    for variable, name in (("PGHOST", "HOST"), ("PGPORT", "PORT"), ("PGUSER", "USER"), ("PGPASSWORD", "PASSWORD")):
        if options.get(name):
            environment[variable] = str(options[name])
    done = subprocess.run([found, *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise _ProgramFailed(program, done.stderr.strip()[-600:])
