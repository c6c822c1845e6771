#!/usr/bin/env python
"""Measures how many aftermaths per minute one worker and two workers process, on PostgreSQL and Redis servers of their
own.

    python tools/job_throughput.py --battles 30 --workers 1 2

For each number of workers, the same battles that have just ended are created from the same seeds, and their jobs are
queued in Redis. Then this number of worker processes is started, with one thread each. The time is measured from the
end of the first fifth of the jobs (by then every worker is warm) to the end of the last. Prints JSON. Run it on an
otherwise idle machine.
"""

import argparse
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tools.kill_aftermath import make, set_up  # noqa: E402

PATIENCE_SECONDS = 900.0


def ends() -> tuple[list[float], int]:
    """When each finished aftermath job ended, in seconds of the clock, and the number of jobs that have not ended."""
    from battles.aftermath.start import KIND
    from jobs.models import Job, JobState

    jobs = Job.objects.filter(kind=KIND)
    done = jobs.filter(state=JobState.DONE).order_by("finished_at").values_list("finished_at", flat=True)
    left = jobs.exclude(state__in=(JobState.DONE, JobState.FAILED)).count()
    return [at.timestamp() for at in done if at is not None], left


def work(workers: int) -> dict[str, Any]:
    """Start this number of workers, wait until every job has ended, and report how long they took."""
    from tools.kill_worker import kill, start_worker

    started = [start_worker(threads=1) for _ in range(workers)]
    try:
        until = time.monotonic() + PATIENCE_SECONDS
        while ends()[1] and time.monotonic() < until:
            time.sleep(0.2)
    finally:
        for process in started:
            kill(process)
    moments, left = ends()
    warm = len(moments) // 5
    seconds = moments[-1] - moments[warm]
    rate = (len(moments) - 1 - warm) / seconds
    return {"workers": workers, "jobs": len(moments), "not_done": left, "jobs_a_minute": round(60 * rate, 1)}


def measure(workers: int, battles: int, seed: int) -> dict[str, Any]:
    """One run, in processes and on servers of its own."""
    from tests_support.postgres import temporary_cluster
    from tests_support.redis import temporary_redis

    with tempfile.TemporaryDirectory() as folder, temporary_cluster() as database, temporary_redis() as redis:
        environment = {
            **os.environ, "VAR_DIR": folder, "DATABASE_URL": database, "REDIS_URL": redis, "DEMO": "0",
            "LOG_LEVEL": "CRITICAL", "SECRET_KEY": secrets.token_urlsafe(60),
        }  # fmt: skip
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], env=environment, cwd=ROOT, check=True)
        output = ""
        for act in ("make", "work"):
            command = [sys.executable, __file__, "--act", act, "--battles", str(battles), "--seed", str(seed)]
            output = subprocess.run(
                [*command, "--workers", str(workers)], env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True,
            ).stdout  # fmt: skip
        return dict(json.loads(output.splitlines()[-1]))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--battles", type=int, default=30)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--act", choices=("make", "work"))
    options = parser.parse_args()
    if options.act is None:
        seen = [measure(workers, options.battles, options.seed) for workers in options.workers]
        print(json.dumps(seen))
        return int(any(run["not_done"] for run in seen))
    set_up()
    if options.act == "make":
        make(options.battles, options.seed)
    else:
        print(json.dumps(work(options.workers[0])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
