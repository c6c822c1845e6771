#!/usr/bin/env python
"""Kills a real worker (kill -9) at random moments while it works on jobs, and checks that the jobs still end.

    VAR_DIR=... python tools/kill_worker.py --times 50 PUBLIC_ID...

The jobs must be queued already, on the database and broker that the environment names. The exit code is 1 if one is
unfinished.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST_LIFE_SECONDS = 4.0
SHORTEST_LIFE_SECONDS = 0.5
PATIENCE_SECONDS = 60.0


def start_worker(threads: int = 2) -> subprocess.Popen[bytes]:
    """Start a worker as `manage.py serve` does, in a session of its own."""
    from mordheim_site.serve import commands

    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = commands.worker(threads=threads)
    return subprocess.Popen(command, env=environment, cwd=ROOT, start_new_session=True, stdout=sys.stderr)


def kill(worker: subprocess.Popen[bytes]) -> None:
    """Send SIGKILL to the worker and all processes it has started."""
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()


def kill_until_over(public_ids: Sequence[str], *, times: int, seed: int) -> dict[str, object]:
    """Kill `times` workers, or fewer if the jobs end first; then let one finish. Returns the results."""
    from django.utils import timezone

    from jobs import services
    from jobs.models import Job

    moments = random.Random(seed)
    jobs = Job.objects.filter(public_id__in=public_ids)

    def all_over() -> bool:
        return all(job.is_over for job in jobs.all())

    def stay(seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not all_over():
            services.reap(now=timezone.now())
            time.sleep(0.1)

    kills = 0
    began = time.monotonic()
    while kills < times and not all_over():
        worker = start_worker()
        life = moments.uniform(SHORTEST_LIFE_SECONDS, LONGEST_LIFE_SECONDS)
        # The kill is on time even while this process waits for a database that the worker has locked.
        blow = threading.Timer(life, kill, [worker])
        blow.start()
        stay(life)
        blow.join()
        kills += 1
    worker = start_worker()
    try:
        stay(PATIENCE_SECONDS)
    finally:
        kill(worker)
    states = {job.public_id: job.state for job in jobs.all()}
    return {"kills": kills, "seconds": round(time.monotonic() - began, 1), "states": states}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("public_ids", nargs="+")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")
    import django

    django.setup()
    seen = kill_until_over(options.public_ids, times=options.times, seed=options.seed)
    print(json.dumps(seen))
    states = seen["states"]
    assert isinstance(states, dict)
    return 0 if set(states.values()) == {"done"} and len(states) == len(set(options.public_ids)) else 1


if __name__ == "__main__":
    sys.exit(main())
