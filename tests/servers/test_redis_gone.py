"""While Redis is unavailable, pages, guests, battles and chat work, and jobs wait in their table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_without_redis_everything_but_jobs_goes_on(tmp_path: Path) -> None:
    inherited = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment = {
        **inherited, "REDIS_URL": f"redis://127.0.0.1:{free_port()}/0", "SECRET_KEY": "x" * 50, "LOG_LEVEL": "CRITICAL",
        "VAR_DIR": str(tmp_path), "STATIC_ROOT": static_root(), "DJANGO_SETTINGS_MODULE": "mordheim_site.settings",
    }  # fmt: skip
    prepare(str(tmp_path))
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", VISIT],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["statuses"] == {
        "front": 200, "battle": 302, "board": 200, "chat": 302, "sign up": 302, "ready": 503,
    }  # fmt: skip
    assert ["mail", "queued"] in found["waiting"]
