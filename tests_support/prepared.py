"""Files that every test process needs, created once for a run and copied: a migrated SQLite database, the same with all
packs, the packs as JSON, the collected static files.

MORDHEIM_PREPARED names the folder. `./test` sets it for its runs of pytest; otherwise the first process of a run does.
The first process that needs the contents creates them while the others wait.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tests_support.processes import ROOT

FOLDER = "MORDHEIM_PREPARED"
MIGRATED, WITH_PACKS, PACKS = "migrated.sqlite3", "db.sqlite3", "catalogue"
MAKE = f"""
import sqlite3
import django
django.setup()
from django.conf import settings
from django.core.management import call_command
from django.db import connection
call_command("migrate", verbosity=0)
connection.close()
source = sqlite3.connect(settings.DATABASES["default"]["NAME"])
target = sqlite3.connect(settings.VAR_DIR / "{MIGRATED}")
source.backup(target)
# It is copied into databases in memory, which cannot have a write-ahead log.
target.execute("PRAGMA journal_mode=DELETE")
source.close()
target.close()
call_command("load_packs", verbosity=0)
call_command("collectstatic", "--no-input", verbosity=0)
"""
_named_here: list[str] = []


def pytest_configure() -> None:
    """Set the folder before pytest-xdist starts its workers."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="mordheim-prepared-")
        _named_here.append(os.environ[FOLDER])


def pytest_unconfigure() -> None:
    """Remove the folder if this process has set it."""
    while _named_here:
        shutil.rmtree(_named_here.pop(), ignore_errors=True)
        del os.environ[FOLDER]


@contextlib.contextmanager
def folder_for_a_tool() -> Iterator[None]:
    """Name the folder for a tool that starts a site without pytest, and remove it afterwards."""
    pytest_configure()
    try:
        yield
    finally:
        pytest_unconfigure()


@functools.cache
def prepared_folder() -> str:
    """The folder with its contents."""
    folder = os.environ[FOLDER]
    done = os.path.join(folder, "done")
    with open(os.path.join(folder, "lock"), "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(done):
            inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
            environment = {
                **inherited, "DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "VAR_DIR": folder,
                "STATIC_ROOT": os.path.join(folder, "static"),
            }  # fmt: skip
            command = [sys.executable, "-c", MAKE]
            subprocess.run(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, timeout=230, check=True)
            open(done, "w", encoding="ascii").close()
    return folder


def copy_packs(folder: str) -> None:
    """Copy the packs as JSON into this VAR_DIR, so that a site there starts without reading YAML."""
    shutil.copytree(os.path.join(prepared_folder(), PACKS), os.path.join(folder, PACKS), dirs_exist_ok=True)


def copy_database(folder: str, *, name: str = WITH_PACKS) -> None:
    """Copy a migrated database into this VAR_DIR, with all packs unless another name is given."""
    os.makedirs(folder, exist_ok=True)
    shutil.copy2(os.path.join(prepared_folder(), name), os.path.join(folder, "db.sqlite3"))


def static_root() -> str:
    """The collected static files, for every site that a test starts."""
    return os.path.join(prepared_folder(), "static")


def prepare(folder: str) -> None:
    """Copy a migrated SQLite database with all packs into this folder, so that `serve` starts in a third of the
    time."""
    copy_database(folder)
    copy_packs(folder)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """On SQLite the database of the tests is a copy of the prepared one."""
    from django.db import connection

    if connection.vendor == "sqlite":
        connection.creation.create_test_db = functools.partial(_copied, connection)


def _copied(
    connection: Any, verbosity: int = 1, autoclobber: bool = False, serialize: bool | None = None, keepdb: bool = False
) -> str:
    """Replacement for Django's `create_test_db` that copies a database instead of migrating it."""
    from django.conf import settings

    creation = connection.creation
    name: str = creation._get_test_db_name()
    creation._create_test_db(verbosity, autoclobber, keepdb)
    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = connection.settings_dict["NAME"] = name
    connection.ensure_connection()
    with closing(sqlite3.connect(os.path.join(prepared_folder(), MIGRATED))) as source:
        source.backup(connection.connection)
    if serialize:
        connection._test_serialized_contents = creation.serialize_db_to_string()
    return name
