"""`manage.py serve`: starts, restarts a dead child, gets work done, and ends within three seconds."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from mordheim_site.serve.child import BACK_OFF_LAST, Child
from mordheim_site.serve.supervisor import KILL_AFTER, TICK_SECONDS, Supervisor
from tests_support.prepared import prepare, static_root
from tests_support.processes import ROOT, free_port, listens, wait_until

pytestmark = pytest.mark.slow
STUBBORN = """
import signal, time
for sign in (signal.SIGTERM, signal.SIGQUIT):
    signal.signal(sign, signal.SIG_IGN)
time.sleep(60)
"""
"""A child that ignores requests to end."""


def children_of(process_id: int) -> dict[str, int]:
    """Process ids of web and worker of a supervisor, from /proc."""
    found: dict[str, int] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="ascii") as stat, open(f"/proc/{name}/cmdline", "rb") as line:
                parent, command = int(stat.read().rsplit(")", 1)[1].split()[1]), line.read()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if parent == process_id:
            found["web" if b"serve.web" in command else "worker"] = int(name)
    return found


@contextlib.contextmanager
def serving(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], int, Path]]:
    port = free_port()
    inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    environment = {
        **inherited, "VAR_DIR": str(tmp_path), "PORT": str(port), "DEMO": "0", "PYTHONUNBUFFERED": "1",
        "STATIC_ROOT": static_root(), "DJANGO_SETTINGS_MODULE": "mordheim_site.settings",
    }  # fmt: skip
    with open(tmp_path / "log", "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            wait_until(lambda: listens(port) or process.poll() is not None, seconds=180, what="the site answers")
            assert process.poll() is None, (tmp_path / "log").read_text()
            yield process, port, tmp_path
        finally:
            process.kill()
            process.wait()


@pytest.fixture
def served(tmp_path):
    """The first start in an empty folder."""
    with serving(tmp_path) as site:
        yield site


@pytest.fixture
def served_again(tmp_path):
    """A start with a database that is there already."""
    prepare(str(tmp_path))
    with serving(tmp_path) as site:
        yield site


def is_ready(port: int) -> bool:
    """Whether /readyz says that database, broker and worker work."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError:
        return False


def test_serve_starts_restarts_a_child_and_ends_in_time(served) -> None:
    process, port, folder = served
    assert f"http://127.0.0.1:{port}/" in (folder / "log").read_text()
    wait_until(lambda: is_ready(port), seconds=180, what="web and worker are ready")
    before = children_of(process.pid)
    os.kill(before["web"], signal.SIGKILL)
    wait_until(
        lambda: children_of(process.pid).get("web", before["web"]) != before["web"], seconds=60, what="web again"
    )
    wait_until(lambda: listens(port), seconds=120, what="web answers again")
    last = children_of(process.pid)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=10) == 0
    assert not any(os.path.exists(f"/proc/{number}") for number in last.values())
    assert not listens(port)


def test_a_child_that_does_not_end_is_killed_within_three_seconds() -> None:
    stubborn = Child("stubborn", [sys.executable, "-c", STUBBORN], dict(os.environ))
    supervisor = Supervisor([stubborn])
    threading.Timer(1.5, supervisor.stop.set).start()
    supervisor.run()
    assert stubborn.has_ended()
    assert TICK_SECONDS + KILL_AFTER < 3


def test_children_end_with_a_killed_parent(served_again) -> None:
    process, port, _ = served_again
    numbers = children_of(process.pid).values()
    process.kill()
    process.wait()
    wait_until(
        lambda: not any(os.path.exists(f"/proc/{number}") for number in numbers), seconds=10, what="the children end"
    )
    assert not listens(port)


def test_a_child_that_keeps_dying_is_started_ever_more_rarely() -> None:
    child = Child("broken", [sys.executable, "-c", "raise SystemExit(3)"], dict(os.environ))
    waits = []
    for _ in range(7):
        child.start()
        assert child.process is not None
        child.process.wait()
        waits.append(child.back_off)
        child.tend()
    assert waits[:4] == [0.4, 0.8, 1.6, 3.2]
    assert waits[-1] == BACK_OFF_LAST


def test_a_port_in_use_is_reported_with_a_sentence(served_again, tmp_path) -> None:
    _, port, _ = served_again
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        cwd=ROOT, env={**os.environ, "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "mordheim_site.settings"},
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert f"Port {port}" in done.stderr
