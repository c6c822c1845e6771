"""After Redis was away, the schedule sends again and a worker carries out tasks, without being started again."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from tests_support import redis
from tests_support.postgres import temporary_cluster
from tests_support.prepared import copy_packs
from tests_support.processes import ROOT, end_group, free_port, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.own_servers, pytest.mark.timeout(400)]
WORKER = ["-m", "celery", "--quiet", "-A", "mordheim_site.celery", "worker", "--pool", "prefork", "--concurrency", "1"]
AWAY_S = 8
BACK_S = 30
"""Heartbeats are sent every 10 s; the rest is for a busy machine."""


def heartbeat_after(url: str, moment: float) -> Callable[[], bool]:
    """Whether a worker carried out the heartbeat after this moment."""

    def found() -> bool:
        with psycopg.connect(url) as connection:
            newest = connection.execute("SELECT max(at) FROM jobs_heartbeat").fetchone()
        return bool(newest and newest[0] and newest[0].timestamp() > moment)

    return found


@pytest.mark.skipif(redis.binary() is None, reason="redis-server is not installed")
def test_schedule_and_worker_go_on_after_an_outage_of_redis(tmp_path: Path) -> None:
    port = free_port()
    redis.start(tmp_path, port)
    with temporary_cluster() as url, ExitStack() as stack:
        stack.callback(redis.stop, port)
        copy_packs(str(tmp_path))
        environment = {
            **os.environ, "DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "VAR_DIR": str(tmp_path),
            "DATABASE_URL": url, "REDIS_URL": f"redis://127.0.0.1:{port}/0", "SECRET_KEY": "x" * 50,
            "LOG_LEVEL": "CRITICAL",
        }  # fmt: skip
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, env=environment, cwd=ROOT, check=True, timeout=200)
        beat = ["-m", "mordheim_site.serve.beat", "--schedule", str(tmp_path / "schedule")]
        for arguments in (WORKER, beat):
            process = subprocess.Popen([sys.executable, *arguments], env=environment, cwd=ROOT, start_new_session=True)
            stack.callback(end_group, process)
        # The worker sends the first heartbeat itself; the second comes from the schedule.
        wait_until(heartbeat_after(url, 0), seconds=100, what="a worker works")
        wait_until(heartbeat_after(url, time.time()), seconds=BACK_S, what="the schedule is sent")
        redis.stop(port)
        time.sleep(AWAY_S)
        redis.start(tmp_path, port)
        back = time.time()
        # One more interval: the worker that has reconnected does not send heartbeats, the schedule does.
        wait_until(heartbeat_after(url, back + 5), seconds=BACK_S, what="the schedule is sent again")
        sys.stdout.write(f"\nschedule and worker: back {time.time() - back:.1f} s after Redis\n")
