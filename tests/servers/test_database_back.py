"""After PostgreSQL was unavailable, the next request is served, and no dead connection of the pool causes an error."""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

from tests_support.postgres import temporary_cluster
from tests_support.prepared import copy_packs
from tests_support.processes import ROOT

pytestmark = pytest.mark.slow
ANSWERED_S = 2
"""A page without the database is refused within this time, on a busy machine too."""
ASKED_AGAIN = """
import psycopg
from django.db import connection

def server_process():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]

first = server_process()
connection.close()
known = connection.get_connection_params()
with psycopg.connect(host=known["host"], user=known["user"], dbname=known["dbname"], autocommit=True) as other:
    other.execute("SELECT pg_terminate_backend(%s)", [first])
print("served" if server_process() != first else "the same")
"""


@pytest.mark.postgres
def test_a_connection_that_died_in_the_pool_is_replaced(postgres_url: str) -> None:
    environment = {**os.environ, "DATABASE_URL": postgres_url, "LOG_LEVEL": "CRITICAL"}
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", ASKED_AGAIN],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "served", done.stderr[-2000:]


AWAY = """
import json, threading, time
from urllib.parse import unquote

from django.conf import settings
from django.db import close_old_connections, connection
from django.test import Client

from tests_support.postgres import start, stop

settings.ALLOWED_HOSTS = ["*"]
folder = unquote(connection.get_connection_params()["host"])


def timed(path):
    close_old_connections()
    began = time.monotonic()
    status = Client(raise_request_exception=False).get(path).status_code
    close_old_connections()
    return status, time.monotonic() - began


def timed_elsewhere(found, path="/campaigns/"):
    thread = threading.Thread(target=lambda: found.append(timed(path)))
    thread.start()
    return thread


found = {"before": timed("/campaigns/")}
stop(folder)
ready = [timed("/readyz") for _ in range(3)]
away, threads, end = [], [], time.monotonic() + 20
while time.monotonic() < end:
    threads.append(timed_elsewhere(away))
    time.sleep(0.5)
start(folder)
back, attempts = time.monotonic(), 1
while timed("/campaigns/")[0] != 200:
    time.sleep(1)
    attempts += 1
found["recovered_s"], found["attempts"] = time.monotonic() - back, attempts
for thread in threads:
    thread.join()
print(json.dumps({**found, "ready": ready, "away": away}))
"""


@pytest.mark.slow
@pytest.mark.own_servers
def test_after_twenty_seconds_without_postgresql_the_site_is_back_at_once(tmp_path: Path) -> None:
    """The figures are in docs/figures.md."""
    with temporary_cluster() as url:
        copy_packs(str(tmp_path))
        environment = {**os.environ, "DATABASE_URL": url, "LOG_LEVEL": "CRITICAL", "VAR_DIR": str(tmp_path)}
        for command in (["migrate", "-v0"], ["shell", "--no-imports", "-c", AWAY]):
            done = subprocess.run(
                [sys.executable, "manage.py", *command],
                env=environment, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["before"][0] == 200
    assert {status for status, _ in found["ready"]} == {503}
    assert {status for status, _ in found["away"]} <= {200, 503}
    times = sorted(seconds for status, seconds in found["away"] if status == 503)
    assert len(times) >= 30
    assert times[-1] <= ANSWERED_S, "a page without the database is told so at once"
    assert found["attempts"] <= 2, "one attempt a second: back within two seconds"
    sys.stdout.write(f"\nPostgreSQL: back after {found['recovered_s']:.2f} s, attempt {found['attempts']}\n")
    sys.stdout.write(f"{len(times)} pages meanwhile: median {median(times):.3f} s, maximum {times[-1]:.3f} s\n")


HANGING = """
import json, threading, time
from urllib.parse import unquote

from django.conf import settings
from django.db import close_old_connections, connection, connections
from django.test import Client

from mordheim_site.celery import connect_without_a_pool
from mordheim_site.postgresql.statement_limit import StatementLimit
from tests_support.postgres import pause, resume

settings.ALLOWED_HOSTS = ["*"]
folder = unquote(connection.get_connection_params()["host"])


def timed(path):
    close_old_connections()
    began = time.monotonic()
    answer = Client(raise_request_exception=False).get(path)
    close_old_connections()
    return answer.status_code, time.monotonic() - began


def outage():
    StatementLimit.seconds = 2
    found = {"before": timed("/campaigns/")[0]}
    pause(folder)
    try:
        found["away"] = [timed("/campaigns/") for _ in range(3)]
        found["ready"], found["metrics"] = timed("/readyz"), timed("/metrics")
    finally:
        resume(folder)
    back, attempts = time.monotonic(), 1
    while timed("/campaigns/")[0] != 200:
        time.sleep(1)
        attempts += 1
    found["attempts"] = attempts
    return found


found = {"pool": outage()}
connections.close_all()
connection.close_pool()
connect_without_a_pool()
found["no pool"] = outage()
print(json.dumps(found))
"""


@pytest.mark.slow
@pytest.mark.own_servers
def test_a_postgresql_that_hangs_ends_a_request_at_the_limit(tmp_path: Path) -> None:
    """All its processes are stopped with SIGSTOP: connections stay open, but nothing answers."""
    with temporary_cluster() as url:
        copy_packs(str(tmp_path))
        environment = {**os.environ, "DATABASE_URL": url, "LOG_LEVEL": "CRITICAL", "VAR_DIR": str(tmp_path)}
        for command in (["migrate", "-v0"], ["shell", "--no-imports", "-c", HANGING]):
            done = subprocess.run(
                [sys.executable, "manage.py", *command],
                env=environment, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr[-2000:]
    for way, found in json.loads(done.stdout).items():
        assert found["before"] == 200, way
        for status, seconds in found["away"]:
            assert (status, seconds < 9) == (503, True), (way, found)
        assert (found["ready"][0], found["ready"][1] < 4) == (503, True), (way, found)
        assert (found["metrics"][0], found["metrics"][1] < 4) == (200, True), (way, found)
        assert found["attempts"] <= 2, "one attempt a second: back within two seconds"
