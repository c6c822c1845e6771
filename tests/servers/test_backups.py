"""`manage.py backup` and `restore`: everything is restored, on both databases, and invalid files change nothing."""

import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from mordheim_site import backups, environment
from tests_support.postgres import temporary_cluster
from tests_support.prepared import copy_packs, prepare
from tests_support.processes import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1000)]
WALK = """
import hashlib, json, sys
from contextlib import redirect_stdout
from pathlib import Path

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from jobs.models import Job
from warbands.core.tests.factories import founded


def digests():
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT * FROM "{table}"')
            rows = sorted(repr(row) for row in cursor.fetchall())
            found[table] = [len(rows), hashlib.sha256("\\n".join(rows).encode()).hexdigest()]
        if connection.vendor == "postgresql":
            cursor.execute("SELECT sequencename, last_value FROM pg_sequences ORDER BY 1")
            found.update({f"sequence {name}": [0, last] for name, last in cursor.fetchall()})
    return found


def tried(path):
    try:
        call_command("restore", str(path), yes=True)
    except CommandError as error:
        return str(error)
    return "restored"


folder = Path(FOLDER)
copy = folder / "private" / "copy"
with redirect_stdout(sys.stderr):
    call_command("migrate", verbosity=0)
    call_command("load_packs")
    otto = User.objects.create_user("otto", password="a-long-password")
    anna = User.objects.create_user("anna", email="anna@example.org")
    founded(otto), founded(anna)
    otto.emailaddress_set.create(email="otto@example.org", verified=True, primary=True)
    for number in range(40):
        Job.objects.create(kind="test.copy", key=f"Grüße {number}", payload={"n": [number, None, "ß"]}, owner=anna)
        SessionStore().create()
    before = digests()
    call_command("backup", str(copy))
    Job.objects.filter(pk__gt=5).delete()
    Job.objects.update(error="lost")
    Session.objects.all().delete()
    User.objects.filter(username="anna").delete()
    User.objects.create_user("late")
    lost = digests()
    whole = copy.read_bytes()
    half = len(whole) // 2
    bad = {
        "letter": b"no database",
        "empty": b"",
        "magic": whole[:16],
        "cut": whole[:5000],
        "cut_in_half": whole[:half],
        "cut_at_a_page": whole[: half - half % 4096],
        "cut_a_little": whole[:-500],
        "altered": whole[:half] + bytes((whole[half] ^ 1,)) + whole[half + 1 :],
    }
    said = {"missing": tried(folder / "missing")}
    for name, content in bad.items():
        (folder / name).write_bytes(content)
        said[name] = tried(folder / name)
    still = digests()
    said["whole"] = tried(copy)
    after = digests()
print(json.dumps({"before": before, "lost": lost, "still": still, "after": after, "said": said}))
"""


def manage(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def walk(variables: dict[str, str], folder: Path) -> None:
    """Back up, lose data, refuse incomplete backups, restore, and compare every table."""
    done = manage(variables, "shell", "--no-imports", "-c", f"FOLDER = {str(folder)!r}\n{WALK}")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    before, lost, output = found["before"], found["lost"], found["said"]
    changed = {name for name in before if before[name] != lost[name]}
    assert changed >= {"accounts_user", "jobs_job", "warbands_warband", "django_session"}
    assert len(before) > 60
    assert sum(rows for rows, _digest in before.values()) > 500
    assert found["still"] == lost, "a refused backup changes nothing"
    whole = output.pop("whole")
    for name, message in output.items():
        assert "Nothing was changed" in message, (name, message)
        assert ("damaged or incomplete" in message) is name.startswith(("cut", "altered", "magic")), (name, message)
    assert whole == "restored"
    assert {name: rows for name, rows in found["after"].items() if rows != before.get(name)} == {}
    assert sorted(found["after"]) == sorted(before)
    copy = folder / "private" / "copy"
    assert (mode(copy), mode(copy.parent)) == (0o600, 0o700)
    assert [path.name for path in copy.parent.iterdir()] == ["copy"]
    again = manage(variables, "backup", str(copy))
    assert (again.returncode, "is there already" in again.stderr) == (1, True)


def environment_for(folder: Path, **more: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    return {**inherited, "DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "VAR_DIR": str(folder), **more}


def test_a_copy_of_sqlite_is_put_back(tmp_path: Path) -> None:
    var, copies = tmp_path / "var", tmp_path / "copies"
    copies.mkdir()
    copy_packs(str(var))
    variables = environment_for(var)
    walk(variables, copies)
    assert mode(var / "db.sqlite3") == 0o600
    foreign, live = copies / "foreign", var / "db.sqlite3"
    with closing(sqlite3.connect(foreign)) as other:
        other.execute("CREATE TABLE notes (text)")
        other.commit()
    before = live.read_bytes()
    assert "another program" in manage(variables, "restore", "--yes", str(foreign)).stderr
    assert live.read_bytes() == before
    older = copies / "older"
    whole = (copies / "private" / "copy").read_bytes()
    older.write_bytes(whole[: -backups.CHECKSUM_BYTES])
    assert manage(variables, "restore", "--yes", str(older)).returncode == 0, "a backup without a checksum"


def test_a_restore_is_confirmed_and_refused_while_the_site_runs(tmp_path: Path) -> None:
    variables, copy = environment_for(tmp_path / "var"), str(tmp_path / "copy")
    prepare(str(tmp_path / "var"))
    assert manage(variables, "backup", copy).returncode == 0
    beat = "from django.utils import timezone; from jobs.services import beat; beat(host='here', now=timezone.now())"
    unconfirmed = manage(variables, "restore", copy)
    assert (unconfirmed.returncode, "Run it with --yes" in unconfirmed.stderr) == (1, True)
    assert manage(variables, "shell", "--no-imports", "-c", beat).returncode == 0
    running = manage(variables, "restore", "--yes", copy)
    assert running.returncode == 1
    assert "a worker was active" in running.stderr
    assert "Nothing was changed" in running.stderr
    anyway = manage(variables, "restore", "--yes", "--while-running", copy)
    assert anyway.returncode == 0, anyway.stderr
    assert "restored from" in anyway.stdout
    assert "0 users, 0 warbands" in anyway.stdout


def test_only_the_newest_backups_are_kept(tmp_path: Path) -> None:
    variables, folder = environment_for(tmp_path / "var"), tmp_path / "var" / "backups"
    prepare(str(tmp_path / "var"))
    folder.mkdir()
    for name in ("2026-01-01-000000.backup", "2026-01-02-000000.backup", "notes.txt"):
        (folder / name).touch()
    assert manage(variables, "backup", "--keep", "2").returncode == 0
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 3
    assert names[0] == "2026-01-02-000000.backup"
    assert names[-1] == "notes.txt"
    assert manage(variables, "backup", "--keep", "0").returncode == 1


def test_a_backup_without_a_name_lies_in_a_folder_for_its_owner(tmp_path: Path) -> None:
    variables = environment_for(tmp_path / "var")
    prepare(str(tmp_path / "var"))
    previous = os.umask(0)
    try:
        assert manage(variables, "backup").returncode == 0
    finally:
        os.umask(previous)
    (made,) = (tmp_path / "var" / "backups").iterdir()
    assert (mode(made), mode(made.parent)) == (0o600, 0o700)


def test_the_database_of_sqlite_is_for_its_owner(tmp_path: Path) -> None:
    """Also a database that was created earlier, and the files that SQLite creates next to it."""
    database = tmp_path / "db.sqlite3"
    previous = os.umask(0)
    try:
        for name in ("db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm"):
            (tmp_path / name).touch(0o666)
        environment.database(tmp_path)
        assert [mode(path) for path in sorted(tmp_path.iterdir())] == [0o600] * 3
        for path in tmp_path.iterdir():
            path.unlink()
        config = environment.database(tmp_path)
        with closing(sqlite3.connect(config["NAME"])) as live:
            live.execute("PRAGMA journal_mode=WAL")
            live.execute("CREATE TABLE t (x)")
            live.commit()
            made = {path.name: mode(path) for path in tmp_path.iterdir()}
    finally:
        os.umask(previous)
    assert made == {"db.sqlite3": 0o600, "db.sqlite3-wal": 0o600, "db.sqlite3-shm": 0o600}
    assert database.exists()


def test_the_image_holds_the_programs_of_the_database_it_stands_beside() -> None:
    image = (Path(ROOT) / "Dockerfile").read_text()
    server = re.search(r"image: postgres:(\d+)", (Path(ROOT) / "docker-compose.yml").read_text())
    assert server
    assert f"postgresql-client-{server.group(1)}" in image.rsplit("FROM ", 1)[1]


@pytest.mark.postgres
def test_a_copy_of_postgresql_is_put_back(tmp_path: Path, postgres_url: str) -> None:
    var, copies = tmp_path / "var", tmp_path / "copies"
    copies.mkdir()
    copy_packs(str(var))
    walk(environment_for(var, DATABASE_URL=postgres_url), copies)


ON_THE_OTHER_HOST = """
import json
from django.conf import settings
from django.db import connection
from django.test import Client

from accounts.models import User
from warbands.models import Warband

settings.ALLOWED_HOSTS = ["*"]
otto = Client()
signed_in = otto.login(username="otto", password="a-long-password")
warband = Warband.objects.get(owner__username="otto")
page = otto.get(f"/warbands/{warband.public_id}/")
shows_it = warband.name in page.content.decode()
print(json.dumps([connection.settings_dict["NAME"], signed_in, page.status_code, shows_it]))
"""
SITE_WITH_A_ROSTER = """
from accounts.models import User
from warbands.core.tests.factories import founded

founded(User.objects.create_user("otto", password="a-long-password"))
"""


def test_a_backup_is_restored_on_another_host(tmp_path: Path) -> None:
    """The other host has another database server, name of the database, owner, folder and secret."""
    copy = tmp_path / "site.backup"
    for name, script in (("old", SITE_WITH_A_ROSTER), ("new", ON_THE_OTHER_HOST)):
        with temporary_cluster() as url:
            if name == "new":
                url = renamed(url, database="elsewhere")
            variables = environment_for(tmp_path / name, DATABASE_URL=url, SECRET_KEY=name * 20, LOG_LEVEL="ERROR")
            copy_packs(str(tmp_path / name))
            arguments = ["migrate", "-v0"] if name == "old" else ["restore", "--yes", str(copy)]
            done = manage(variables, *arguments)
            assert done.returncode == 0, done.stderr[-3000:]
            done = manage(variables, "shell", "--no-imports", "-c", script)
            assert done.returncode == 0, done.stderr[-3000:]
            if name == "old":
                assert manage(variables, "backup", str(copy)).returncode == 0
            else:
                assert json.loads(done.stdout.splitlines()[-1]) == ["elsewhere", True, 200, True]
                assert "every ledger agrees" in manage(variables, "reconcile").stdout


def renamed(url: str, *, database: str) -> str:
    """The URL of a new, empty database on this server."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{database}"')
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"/{database}"))
