"""After Redis was unavailable, the site finds it again at one of the next attempts and sends the jobs that waited."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests_support import redis
from tests_support.prepared import prepare, static_root
from tests_support.processes import ROOT, free_port

pytestmark = [pytest.mark.slow, pytest.mark.own_servers]
AWAY = """
import json, time
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.test import Client

from tests_support import redis

settings.ALLOWED_HOSTS = ["*"]
client = Client()


def has_broker():
    return client.get("/readyz").json()["broker"]


found = {"before": has_broker()}
redis.stop(PORT)
found["away"] = [has_broker(), client.get("/").status_code]
redis.start(Path(FOLDER), PORT)
back, attempts = time.monotonic(), 1
while not has_broker() or client.get("/").status_code != 200:
    time.sleep(1)
    attempts += 1
found["recovered_s"], found["attempts"] = time.monotonic() - back, attempts
print(json.dumps(found))
"""


@pytest.mark.skipif(redis.binary() is None, reason="redis-server is not installed")
def test_a_web_process_finds_redis_again_at_the_next_attempts(tmp_path: Path) -> None:
    """The figures are in docs/figures.md."""
    port = free_port()
    redis.start(tmp_path, port)
    inherited = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment = {
        **inherited, "REDIS_URL": f"redis://127.0.0.1:{port}/0", "SECRET_KEY": "x" * 50, "LOG_LEVEL": "CRITICAL",
        "VAR_DIR": str(tmp_path), "STATIC_ROOT": static_root(), "DJANGO_SETTINGS_MODULE": "mordheim_site.settings",
    }  # fmt: skip
    prepare(str(tmp_path))
    script = f"PORT, FOLDER = {port}, {str(tmp_path)!r}\n{AWAY}"
    try:
        done = subprocess.run(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", script],
            env=environment, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
        )  # fmt: skip
    finally:
        redis.stop(port)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["before"], found["away"]) == (True, [False, 200])
    assert found["attempts"] <= 2, "one attempt a second: back within two seconds"
    sys.stdout.write(f"\nRedis: back after {found['recovered_s']:.2f} s, attempt {found['attempts']}\n")
