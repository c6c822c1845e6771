"""While Redis is unavailable or hangs, pages, guests, battles and chat work, and jobs wait in their table."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests_support import redis
from tests_support.prepared import prepare, static_root
from tests_support.processes import ROOT, free_port

pytestmark = [pytest.mark.slow, pytest.mark.own_servers]
VISIT = """
import json
from django.conf import settings
from django.test import Client

from battles.play.live import broadcast
from jobs.models import Job

settings.ALLOWED_HOSTS = ["*"]
client = Client()
statuses = {"front": client.get("/").status_code}
started = client.post("/play/now/")
board = started.headers["Location"]
statuses["battle"] = started.status_code
statuses["board"] = client.get(board).status_code
statuses["chat"] = client.post(f"{board}chat/", {"text": "Hello"}).status_code
signed_up = {"username": "otto", "password1": "a-long-password-for-tests", "email": "otto@example.org"}
statuses["sign up"] = client.post("/accounts/signup/", signed_up).status_code
broadcast.send_hint("battle.x", {"seq": 1})
statuses["ready"] = client.get("/readyz").status_code
print(json.dumps({"statuses": statuses, "waiting": list(Job.objects.values_list("kind", "state"))}))
"""


HANGING = """
import json, os, signal, time
from django.conf import settings
from django.test import Client

from jobs.models import Job
from mordheim_site import redis_state

settings.ALLOWED_HOSTS = ["*"]
client = Client()
seconds, statuses = {}, {}


def visit(name, ask):
    # Each request is the first after a pause: the slowest case.
    redis_state.state._retry_at = min(redis_state.state._retry_at, time.monotonic())
    began = time.monotonic()
    answer = ask()
    seconds[name], statuses[name] = time.monotonic() - began, answer.status_code
    return answer


board = client.post("/play/now/").headers["Location"]
client.get(board)
os.kill(PID, signal.SIGSTOP)
visit("front", lambda: client.get("/"))
visit("board", lambda: client.get(board))
visit("chat", lambda: client.post(f"{board}chat/", {"text": "Hello"}))
visit("battle", lambda: client.post("/play/now/"))
signed_up = {"username": "otto", "password1": "a-long-password-for-tests", "email": "otto@example.org"}
visit("sign up", lambda: client.post("/accounts/signup/", signed_up))
visit("ready", lambda: client.get("/readyz"))
waiting = list(Job.objects.values_list("kind", "state"))
os.kill(PID, signal.SIGCONT)
back, attempts = time.monotonic(), 1
while not client.get("/readyz").json()["broker"]:
    time.sleep(1)
    attempts += 1
print(json.dumps({"statuses": statuses, "seconds": seconds, "waiting": waiting, "attempts": attempts}))
"""


def environment_for(folder: Path, port: int) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return {
        **inherited, "REDIS_URL": f"redis://127.0.0.1:{port}/0", "SECRET_KEY": "x" * 50, "LOG_LEVEL": "CRITICAL",
        "VAR_DIR": str(folder), "STATIC_ROOT": static_root(), "DJANGO_SETTINGS_MODULE": "mordheim_site.settings",
    }  # fmt: skip


def run(script: str, environment: dict[str, str]) -> Any:
    """What the script prints as JSON in its last line."""
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", script],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_without_redis_everything_but_jobs_goes_on(tmp_path: Path) -> None:
    prepare(str(tmp_path))
    found = run(VISIT, environment_for(tmp_path, free_port()))
    assert found["statuses"] == {
        "front": 200, "battle": 302, "board": 200, "chat": 302, "sign up": 302, "ready": 503,
    }  # fmt: skip
    assert ["mail", "queued"] in found["waiting"]


@pytest.mark.skipif(redis.binary() is None, reason="redis-server is not installed")
def test_a_redis_that_hangs_delays_a_request_by_one_timeout(tmp_path: Path) -> None:
    """It accepts connections but does not answer: each process waits once a second at most, for one second."""
    prepare(str(tmp_path))
    port = free_port()
    redis.start(tmp_path, port)
    try:
        found = run(f"PID = {redis.process_id(port)}\n{HANGING}", environment_for(tmp_path, port))
    finally:
        os.kill(redis.process_id(port), signal.SIGCONT)
        redis.stop(port)
    assert found["statuses"] == {
        "front": 200, "battle": 302, "board": 200, "chat": 302, "sign up": 302, "ready": 503,
    }  # fmt: skip
    assert ["mail", "queued"] in found["waiting"]
    assert max(found["seconds"].values()) < 4, found["seconds"]
    assert found["attempts"] <= 2, "one attempt a second: back within two seconds"
    sys.stdout.write(f"\nhanging Redis: {found['seconds']}\n")
