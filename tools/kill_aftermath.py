#!/usr/bin/env python
"""Kill -9 the worker in the middle of aftermaths, and see that every roster ends as if nothing had happened.

    python tools/kill_aftermath.py --battles 24 --times 50 [--seed 1]

Works in a folder of its own: battles that have just ended are stored there twice; one copy is worked through in peace,
the other by workers that are killed while they hold a job. Then gold, experience, warriors and kit must be equal, every
ledger must fold to its warband, and no step may have been written twice. Prints what was seen as JSON; exits 1 when
anything differs.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LONGEST_AT_WORK_SECONDS = 0.8
PATIENCE_SECONDS = 240.0


def set_up() -> None:
    """Django in this process, on the folder that the environment names."""
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")
    import django

    django.setup()


def make(count: int, seed: int) -> None:
    """Battles that have just ended, each between two warbands of its own."""
    from accounts.models import User
    from battles.tests.aftermath_world import ended

    for number in range(count):
        first, second = (
            User.objects.create(username=f"killed-{number}-{letter}", display_name=letter) for letter in "ab"
        )
        ended(first, second, seed=random.Random(seed * 1000 + number).randbytes(32))


def walk_in_peace() -> None:
    """Do all the work in this process."""
    from battles.services.finish import KIND
    from jobs import runner
    from jobs.models import Job

    for job in Job.objects.filter(kind=KIND).order_by("pk"):
        runner.run(job_id=job.pk)


def walk_killed(times: int, seed: int) -> int:
    """Workers do the work and are killed while a job is in their hands. Gives how many were."""
    from django.utils import timezone

    from battles.services.finish import KIND
    from jobs import services
    from jobs.models import Job, JobState
    from tools.kill_worker import kill, start_worker

    moments, kills = random.Random(seed), 0
    jobs = Job.objects.filter(kind=KIND)
    over = (JobState.DONE, JobState.FAILED)
    ends = time.monotonic() + PATIENCE_SECONDS + 8 * times
    while jobs.exclude(state__in=over).exists() and time.monotonic() < ends:
        worker = start_worker()
        last = kills >= times
        at_work_since = 0.0
        stays = moments.uniform(0, LONGEST_AT_WORK_SECONDS)
        while jobs.exclude(state__in=over).exists() and time.monotonic() < ends:
            services.reap(now=timezone.now())
            if not at_work_since and jobs.filter(state=JobState.RUNNING, lease_until__gt=timezone.now()).exists():
                at_work_since = time.monotonic()
            if not last and at_work_since and time.monotonic() - at_work_since > stays:
                break
            time.sleep(0.02)
        kill(worker)
        kills += not last
    return kills


def look() -> dict[str, Any]:
    """Every warband after all choices were decided by the rule: its print, its lines, what does not reconcile."""
    from battles.models import Aftermath, AftermathLine
    from battles.services.aftermath import choices
    from battles.tests.aftermath_world import print_of
    from jobs.models import Job
    from warbands.models import Warband
    from warbands.reconcile import reconcile
    from warbands.tests.factories import NOON

    for row in Aftermath.objects.select_related("warband").order_by("pk"):
        choices.decide_rest(aftermath_id=row.public_id, actor_id=row.warband.owner_id, now=NOON)
    warbands = list(Warband.objects.order_by("pk"))
    return {
        "warbands": [print_of(warband) for warband in warbands],
        "entries": [warband.ledger.count() for warband in warbands],
        "lines": AftermathLine.objects.count(),
        "differences": [gap for warband in warbands for gap in reconcile(warband)],
        "states": sorted(Job.objects.values_list("state", flat=True)),
    }


def in_process(environment: dict[str, str], *arguments: str) -> str:
    """One act of this file in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, *arguments], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-4000:])
    return done.stdout


def compare(battles: int, times: int, seed: int) -> dict[str, Any]:
    """The whole proof; what was seen."""
    with tempfile.TemporaryDirectory(prefix="mordheim-kill-") as folder:
        peace, war = f"{folder}/peace", f"{folder}/war"
        calm = {**os.environ, "LOG_LEVEL": "ERROR", "JOB_LEASE_SECONDS": "1", "DEMO": "0"}
        calm.pop("DATABASE_URL", None)
        os.mkdir(peace)
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, env={**calm, "VAR_DIR": peace}, cwd=ROOT, check=True)
        in_process({**calm, "VAR_DIR": peace}, "--act", "make", "--battles", str(battles), "--seed", str(seed))
        shutil.copytree(peace, war)
        in_process({**calm, "VAR_DIR": peace}, "--act", "peace")
        began = time.monotonic()
        kills = int(
            in_process({**calm, "VAR_DIR": war}, "--act", "war", "--times", str(times), "--seed", str(seed)).split()[-1]
        )
        seconds = time.monotonic() - began
        quiet = json.loads(in_process({**calm, "VAR_DIR": peace}, "--act", "look"))
        loud = json.loads(in_process({**calm, "VAR_DIR": war}, "--act", "look"))
    return {
        "battles": battles,
        "kills": kills,
        "seconds": round(seconds, 1),
        "all_done": set(loud["states"]) == {"done"},
        "rosters_equal": quiet["warbands"] == loud["warbands"],
        "entries_equal": quiet["entries"] == loud["entries"],
        "lines_equal": quiet["lines"] == loud["lines"],
        "differences": quiet["differences"] + loud["differences"],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--battles", type=int, default=24)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--act", choices=("make", "peace", "war", "look"))
    options = parser.parse_args()
    if options.act is None:
        seen = compare(options.battles, options.times, options.seed)
        print(json.dumps(seen))
        sound = all(seen[name] for name in ("all_done", "rosters_equal", "entries_equal", "lines_equal"))
        return 0 if sound and not seen["differences"] else 1
    set_up()
    if options.act == "make":
        make(options.battles, options.seed)
    elif options.act == "peace":
        walk_in_peace()
    elif options.act == "war":
        print(walk_killed(options.times, options.seed))
    else:
        print(json.dumps(look()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
