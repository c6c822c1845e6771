"""Every documented way to start a worker ends a task that runs past its limit."""

from __future__ import annotations

import functools
import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from mordheim_site.serve import commands
from mordheim_site.serve.child import Child
from tests_support.forked_commands import ForkedCommands
from tests_support.prepared import copy_database, copy_packs
from tests_support.processes import ROOT, wait_until

SECONDS = 120
"""Time for two attempts at the limits of `short_limits_settings` and one further claim, on a busy machine."""
MANAGE = """
import json, sys, time
from django.utils import timezone
from jobs import services
from jobs.models import Job
asked = json.loads(sys.stdin.read())
for number, one in enumerate(asked):
    services.enqueue(kind=one["kind"], key=str(number), payload=one["payload"])
rows = Job.objects.filter(kind__in=[one["kind"] for one in asked])
end = time.monotonic() + {seconds}
while time.monotonic() < end and not all(row.is_over for row in rows.all()):
    services.reap(now=timezone.now())
    time.sleep(0.2)
print(json.dumps({{row.kind: [row.state, row.error] for row in rows.all()}}))
"""
ENDED = "The worker ended 2 times during the same step."
COUNT = {"kind": "test.count", "payload": {"to": 3, "pause": 0}}


def compose_command() -> list[str]:
    services = yaml.safe_load(Path(ROOT, "docker-compose.yml").read_text(encoding="utf-8"))["services"]
    command: list[str] = services["worker"]["command"]
    return [sys.executable, "-m", *command]


def documented_commands() -> list[str]:
    """Every command of the documentation and of the systemd units that starts a worker."""
    pages = [*Path(ROOT, "docs").rglob("*.md"), Path(ROOT, "README.md"), *Path(ROOT, "deploy", "systemd").iterdir()]
    line = re.compile(r"^(?:ExecStart=\S*/)?(celery .* worker\b.*)$", re.MULTILINE)
    return [command for page in pages for command in line.findall(page.read_text(encoding="utf-8"))]


def operators_command() -> list[str]:
    return [sys.executable, "-m", *shlex.split(documented_commands()[0])]


def serve_command() -> list[str]:
    return commands.worker(threads=2)


WITH_REDIS = {"docker-compose.yml": compose_command, "deploy/systemd/mordheim-worker.service": operators_command}
"""`manage.py serve` alone starts a worker without Redis, and restarts it."""


def test_every_documented_worker_is_tested_here() -> None:
    assert len(documented_commands()) == 1, "add the new command to WITH_REDIS"
    for name, command in WITH_REDIS.items():
        line = command()
        assert line[line.index("--pool") + 1] == "prefork", name


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """`migrated(settings)` is a prepared database that has the tables of the apps of these settings, too; migrated
    once for all sites here."""

    @functools.cache
    def make(settings: str) -> Path:
        folder = tmp_path_factory.mktemp(settings)
        copy_database(str(folder))
        inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        environment = {**inherited, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": f"tests_support.{settings}"}
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, env=environment, cwd=ROOT, check=True, timeout=200)
        with closing(sqlite3.connect(folder / "db.sqlite3")) as connection:
            # Everything is in one file then.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return folder / "db.sqlite3"

    return make


class Site:
    """A database and a worker with time limits of a few seconds, restarted as by `manage.py serve`."""

    def __init__(self, folder: Path, command: list[str], *, settings: str, database: Path, **servers: str) -> None:
        self.pids, self.log = folder / "pids", folder / "log"
        inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        self.environment = {
            **inherited, "VAR_DIR": str(folder), "SECRET_KEY": "only-for-tests-" + "x" * 40,
            "DJANGO_SETTINGS_MODULE": f"tests_support.{settings}", "PYTHONPATH": ROOT, **servers,
        }  # fmt: skip
        shutil.copy2(database, folder / "db.sqlite3")
        copy_packs(str(folder))
        logged = ["sh", "-c", 'log=$1; shift; exec "$@" >>"$log" 2>&1', "sh", str(self.log), *command]
        self.worker = Child("worker", logged, self.environment)
        self.worker.start()

    def waiting_job(self, kind: str, *, is_stubborn: bool) -> dict[str, Any]:
        return {"kind": kind, "payload": {"seconds": 600, "pids": str(self.pids), "is_stubborn": is_stubborn}}

    def outcomes(self, *jobs: dict[str, Any]) -> dict[str, list[str]]:
        """Enqueue jobs and send messages again until all have ended. Returns state and error by kind."""
        with tempfile.TemporaryFile("w+") as answer, tempfile.TemporaryFile("w+") as request:
            json.dump(jobs, request)
            request.seek(0)
            program = subprocess.Popen(
                [sys.executable, "manage.py", "shell", "--no-imports", "-c", MANAGE.format(seconds=SECONDS)],
                env=self.environment, cwd=ROOT, stdin=request, stdout=answer,
            )  # fmt: skip
            while program.poll() is None:
                self.worker.tend()
                time.sleep(0.1)
            answer.seek(0)
            result: dict[str, list[str]] = json.loads(answer.read().splitlines()[-1])
            return result

    def began(self) -> list[int]:
        """The process id of each attempt of the waiting job."""
        return [int(line) for line in self.pids.read_text(encoding="ascii").split()]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, migrated: Callable[[str], Path]) -> Any:
    """Makes one site from a command and servers."""
    monkeypatch.chdir(ROOT)
    made: list[Site] = []

    def make(command: list[str], settings: str = "short_limits_settings", **servers: str) -> Site:
        made.append(Site(tmp_path, command, settings=settings, database=migrated(settings), **servers))
        return made[-1]

    yield make
    for process in made:
        process.worker.destroy()


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def check_ended(site: Site, seen: dict[str, list[str]], kind: str) -> None:
    """The stubborn job was ended twice together with its process, then failed with the reason. Other jobs were done."""
    assert seen == {"test.count": ["done", ""], kind: ["failed", ENDED]}, site.log.read_text(encoding="utf-8")
    assert len(site.began()) == 2
    assert not any(is_alive(pid) for pid in site.began())


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", ["test.wait", "test.wait_for_network"])
def test_the_worker_of_serve_ends_a_job_past_its_limit(kind: str, site: Callable[..., Site]) -> None:
    here = site(serve_command())
    check_ended(here, here.outcomes(here.waiting_job(kind, is_stubborn=True), COUNT), kind)
    assert "hard time limit exceeded, the worker process ends" in here.log.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.redis
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", ["test.wait", "test.wait_for_network"])
@pytest.mark.parametrize("way", WITH_REDIS)
def test_a_worker_with_redis_ends_a_job_past_its_limit(
    way: str, kind: str, site: Callable[..., Site], redis_url: str
) -> None:
    """The worker itself continues; only the process of the job ends."""
    here = site(WITH_REDIS[way](), REDIS_URL=redis_url)
    first = here.worker.process
    check_ended(here, here.outcomes(here.waiting_job(kind, is_stubborn=True), COUNT), kind)
    assert here.worker.process is first
    assert not here.worker.has_ended()


@pytest.mark.slow
@pytest.mark.redis
@pytest.mark.timeout(600)
def test_a_worker_with_redis_interrupts_a_job_at_its_soft_limit(site: Callable[..., Site], redis_url: str) -> None:
    """The process continues, and the reason is stored."""
    here = site(compose_command(), REDIS_URL=redis_url)
    state, error = here.outcomes(here.waiting_job("test.wait", is_stubborn=False))["test.wait"]
    assert state == "failed"
    assert error.startswith("Failed 2 times. SoftTimeLimitExceeded")
    assert all(is_alive(pid) for pid in here.began())


@pytest.mark.slow
@pytest.mark.redis
@pytest.mark.timeout(600)
def test_processes_of_a_worker_that_is_asked_to_end_put_their_jobs_back(
    site: Callable[..., Site], redis_url: str
) -> None:
    """This happens after the current step and not only after the whole job, because a deployment waits 30 s at most."""
    here = site(compose_command(), settings="counting_settings", REDIS_URL=redis_url)
    with closing(ForkedCommands(here.environment)) as forks:

        def ask(program: str) -> str:
            return forks.run("shell", "--no-imports", "-c", program, seconds=200).strip()

        ask(
            "from jobs import services\n"
            'services.enqueue(kind="test.count", key="long", payload={"to": 100_000, "pause": 0.05})'
        )
        state = (
            "from jobs.models import Job\n"
            "j = Job.objects.get(kind='test.count')\n"
            "print(j.state, bool(j.cursor), j.error)"
        )
        wait_until(lambda: ask(state) == "running True", seconds=180, what="the job runs")
        assert here.worker.process is not None
        here.worker.process.terminate()
        assert here.worker.process.wait(timeout=120) == 0
        assert ask(state) == "queued True"
