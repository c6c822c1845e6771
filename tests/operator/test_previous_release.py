"""The database of the previous release can be migrated, and the previous release can still use it: during an upgrade
its processes run on the migrated database (docs/operators/upgrade.md). `tools/save_release.py` saves these
databases."""

from __future__ import annotations

import gzip
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from tests_support.processes import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.own_servers]
SAVED = Path(__file__).parent / "data"
SITE = {"DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "LOG_LEVEL": "ERROR"}


class Column(NamedTuple):
    """A column as SQLite describes it."""

    kind: str
    is_required: bool
    has_default: bool


Schema = dict[str, dict[str, Column]]


def newest() -> Path:
    """The saved database of the last release."""

    def version(path: Path) -> list[int]:
        return [int(number) for number in re.findall(r"\d+", path.name)]

    return max(SAVED.glob("release-*.sql.gz"), key=version)


def manage(folder: Path, *arguments: str) -> str:
    """Run a command on the database in this folder."""
    inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env={**inherited, **SITE, "VAR_DIR": str(folder)},
        cwd=ROOT, capture_output=True, text=True, timeout=220, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


class Upgraded(NamedTuple):
    """A database of the previous release, and the same database migrated."""

    old: sqlite3.Connection
    new: sqlite3.Connection
    folder: Path


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    folder = tmp_path_factory.mktemp("upgrade")
    text = gzip.decompress(newest().read_bytes()).decode()
    for path in (folder / "old.sqlite3", folder / "db.sqlite3"):
        with closing(sqlite3.connect(path)) as database:
            database.executescript(text)
    manage(folder, "migrate", "--no-input", "-v0")
    manage(folder, "migrate", "--check")
    with (
        closing(sqlite3.connect(folder / "old.sqlite3")) as old,
        closing(sqlite3.connect(folder / "db.sqlite3", isolation_level=None)) as new,
    ):
        yield Upgraded(old, new, folder)


def schema_of(database: sqlite3.Connection) -> Schema:
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return {
        table: {
            name: Column(kind, bool(required), default is not None or bool(key))
            for _place, name, kind, required, default, key in database.execute(f'PRAGMA table_info("{table}")')
        }
        for (table,) in names.fetchall()
    }


def conflicts(old: Schema, new: Schema) -> list[str]:
    """Changes that would prevent the previous release from reading or writing."""
    found = [f"{table} was removed or renamed" for table in old if table not in new]
    for table in old.keys() & new.keys():
        for name, column in old[table].items():
            now = new[table].get(name)
            if now is None:
                found.append(f"{table}.{name} was removed or renamed")
            elif now.kind != column.kind:
                found.append(f"{table}.{name} was {column.kind} and is {now.kind}")
            elif now.is_required and not column.is_required:
                found.append(f"{table}.{name} may no longer be empty")
        for name in new[table].keys() - old[table].keys():
            if new[table][name].is_required and not new[table][name].has_default:
                found.append(f"{table}.{name} is new and needs a value: give it db_default or null=True")
    return sorted(found)


def test_the_previous_release_finds_every_table_and_column(upgraded: Upgraded) -> None:
    old, new = schema_of(upgraded.old), schema_of(upgraded.new)
    assert len(old) > 60
    assert conflicts(old, new) == []


def test_conflicts_are_found() -> None:
    number = Column("integer", is_required=True, has_default=False)
    old = {"a": {"kept": number, "gone": number, "empty": number._replace(is_required=False)}, "b": {"id": number}}
    new = {"a": {"kept": number._replace(kind="text"), "empty": number, "added": number}}
    assert conflicts(old, new) == [
        "a.added is new and needs a value: give it db_default or null=True",
        "a.empty may no longer be empty",
        "a.gone was removed or renamed",
        "a.kept was integer and is text",
        "b was removed or renamed",
    ]
    assert conflicts(old, old) == []


def test_the_previous_release_can_still_write_each_of_its_rows(upgraded: Upgraded) -> None:
    """Each row is inserted again with the columns that the previous release knows."""
    written = 0
    upgraded.new.execute("PRAGMA foreign_keys = OFF")
    for table, columns in schema_of(upgraded.old).items():
        names = ", ".join(f'"{name}"' for name in columns)
        rows = upgraded.old.execute(f'SELECT {names} FROM "{table}"').fetchall()
        upgraded.new.execute("BEGIN")
        upgraded.new.execute(f'DELETE FROM "{table}"')
        marks = ", ".join("?" for _ in columns)
        upgraded.new.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', rows)
        upgraded.new.execute("ROLLBACK")
        written += len(rows)
    assert written > 500


def test_no_row_is_lost_and_every_roster_agrees_with_its_ledger(upgraded: Upgraded) -> None:
    for table in schema_of(upgraded.old):
        if table.startswith(("auth_", "django_")):
            continue
        before, after = (database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for database in upgraded[:2])
        assert after >= before, table
    assert "2 warbands, every ledger agrees" in manage(upgraded.folder, "reconcile")


PAGES = """
from django.conf import settings
from django.test import Client
from accounts.models import User
from battles.models import Battle
from campaigns.models import Campaign
from warbands.models import Warband
settings.ALLOWED_HOSTS = ["*"]
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
client = Client()
client.force_login(Warband.objects.first().owner)
paths = ["/", f"/campaigns/{Campaign.objects.get().slug}/"]
paths += [f"/warbands/{warband.public_id}/" for warband in Warband.objects.all()]
paths += [f"/battles/{battle.public_id}/" for battle in Battle.objects.all()]
print(*(client.get(path, follow=True).status_code for path in paths))
"""


def test_pages_show_what_the_previous_release_stored(upgraded: Upgraded) -> None:
    statuses = manage(upgraded.folder, "shell", "--no-imports", "-c", PAGES).split()
    assert statuses == ["200"] * 5
