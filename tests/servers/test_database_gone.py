"""While the database is unavailable, requests get 503 with a clear sentence, never 500."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import Error, OperationalError
from django.db.utils import ConnectionHandler
from django.test import Client, RequestFactory

from mordheim_site.database_errors import is_unavailable
from mordheim_site.errors import server_error
from tests_support.postgres import temporary_cluster
from tests_support.prepared import copy_packs
from tests_support.processes import ROOT

SENTENCE = "The database is not available. Try again in a minute."
CUT_AND_STOP = """
import json, sys
from urllib.parse import unquote

import psycopg
from django.conf import settings
from django.db import close_old_connections, connection
from django.test import Client

from tests_support.postgres import stop

settings.ALLOWED_HOSTS = ["*"]
connection.ensure_connection()
known = connection.get_connection_params()
address = {name: known[name] for name in ("host", "user", "dbname")}
# Whole forms and headers, as a browser and a program send them.
ASKS = {
    "page": lambda client: client.get("/campaigns/"),
    "form": lambda client: client.post("/warbands/new/reiklanders/", {"name": "Rats"}),
    "program": lambda client: client.get("/api/v1/campaigns/"),
    "fragment": lambda client: client.get("/campaigns/", headers={"HX-Request": "true"}),
}


def told(ask):
    # The test client leaves out what the server does between requests.
    close_old_connections()
    answer = ask(Client(raise_request_exception=False))
    close_old_connections()
    return [answer.status_code, answer.headers.get("Retry-After", ""), answer.content.decode()]


class Cut:
    # Ends the server's process of this connection right before statement number `at` of a request.
    def __init__(self, at):
        self.at, self.count = at, 0

    def __call__(self, execute, sql, params, many, context):
        self.count += 1
        if self.count == self.at:
            with psycopg.connect(**address, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])
        return execute(sql, params, many, context)


found = {"cut": {}, "served": {}, "stopped": {}}
for name, ask in ASKS.items():
    found["served"][name] = told(ask)
    found["cut"][name] = []
    for at in range(1, 41):
        cut = Cut(at)
        with connection.execute_wrapper(cut):
            answer = told(ask)
        if cut.count < at:
            break
        found["cut"][name].append(answer)
stop(unquote(known["host"]))
for name, ask in ASKS.items():
    found["stopped"][name] = told(ask)
print(json.dumps(found))
"""


def says_it(answer: list[Any], name: str) -> bool:
    """Whether this is the 503 for an unavailable database in the format of the caller."""
    status, again, body = answer
    if (status, again) != (503, "60"):
        return False
    if name != "program":
        return SENTENCE in body and "<h1>" in body
    return bool(json.loads(body) == {"code": "database_unavailable", "message": SENTENCE, "fields": {}})


@pytest.mark.slow
@pytest.mark.own_servers
@pytest.mark.timeout(900)
def test_a_lost_postgresql_is_told_with_503(tmp_path: Path) -> None:
    with temporary_cluster() as url:
        copy_packs(str(tmp_path))
        environment = {**os.environ, "DATABASE_URL": url, "LOG_LEVEL": "CRITICAL", "VAR_DIR": str(tmp_path)}
        for arguments in (["migrate", "--verbosity", "0"], ["shell", "--no-imports", "-c", CUT_AND_STOP]):
            done = subprocess.run(
                [sys.executable, "manage.py", *arguments],
                env=environment, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout.strip().splitlines()[-1])
    for name, answer in found["served"].items():
        assert answer[0] in (200, 302), (name, answer[0], answer[2][:2000])
    for name, answers in found["cut"].items():
        assert answers, name
        for number, answer in enumerate(answers, start=1):
            assert says_it(answer, name), (name, number, answer[0], answer[2][:300])
    for name, answer in found["stopped"].items():
        assert says_it(answer, name), (name, answer[0], answer[2][:300])


def error_of(statement: str, path: str) -> Error:
    """The exception of Django when this statement fails on a SQLite file."""
    handler = ConnectionHandler(
        {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": {"timeout": 0}}}
    )
    try:
        with handler["default"].cursor() as cursor, pytest.raises(Error) as raised:
            cursor.execute(statement)
    finally:
        handler.close_all()
    return raised.value


def test_a_locked_or_lost_file_is_no_fault_and_a_wrong_statement_is_one(tmp_path: Path, django_db_blocker: Any) -> None:
    path = str(tmp_path / "db.sqlite3")
    with django_db_blocker.unblock():
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        assert is_unavailable(error_of("BEGIN IMMEDIATE", path))
        other.close()
        assert is_unavailable(error_of(f"ATTACH '{tmp_path}/none/at.all' AS lost", path))
        assert not is_unavailable(error_of("SELECT * FROM no_such_table", path))
    assert not is_unavailable(ValueError("a fault"))
    assert not is_unavailable(None)


@pytest.mark.parametrize(("path", "is_json"), [("/", False), ("/api/v1/warbands/", True)])
def test_only_a_lost_connection_is_answered_with_503(path: str, is_json: bool) -> None:
    request = RequestFactory().get(path)
    for error, status in ((OperationalError("server closed the connection"), 503), (KeyError("fault"), 500)):
        try:
            raise error
        except type(error):
            answer = server_error(request)
        assert answer.status_code == status
        assert (SENTENCE in answer.content.decode()) == (status == 503)
        assert answer["Content-Type"].startswith("application/json" if is_json else "text/html")


def test_the_whole_chain_answers_with_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection error also counts if the code that met it raised another exception."""

    def lost() -> None:
        try:
            raise OperationalError("the connection is lost")
        except OperationalError as error:
            raise RuntimeError("no answer") from error

    monkeypatch.setattr("battles.core.selectors.live_battles", lost)
    client.raise_request_exception = False
    assert client.get("/battles/?live").status_code == 503
