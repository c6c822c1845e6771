#!/usr/bin/env python
"""Kills workers, the web server and the database (kill -9) in the middle of aftermaths, and checks that every roster
ends as if nothing had happened.

    python tools/kill_aftermath.py --battles 20 --times 200 [--database postgres] [--seed 1] [--hostile]

It works in a folder of its own. Battles that have just ended (two aftermaths each) are created twice from the same
seeds. The first set is processed undisturbed. The second is processed by workers that are killed while they hold a job,
then by players whose requests go by HTTP to a web server that is killed between and during requests. With PostgreSQL,
every fourth kill stops the whole database server, which recovers from its log. Afterwards gold, experience, warriors
and equipment must be equal, replaying each ledger must give its warband, no step may have been written twice, and no
battle's log may have a gap. With `--hostile`, a guest attacks the site all the time (`hostile_guest.py`); then the bot
must have continued to play against that guest, and no job may be stuck. Prints the results as JSON, and every kill to
the file named by `--progress`. The exit code is 1 if anything differs.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tools.hostile_guest import Guest, gaps_in_logs, report  # noqa: E402
from tools.killed_database import databases, kill_database  # noqa: E402
from tools.killed_web import Web  # noqa: E402
from tools.killer import WEB_SHARE, Killer, steadily  # noqa: E402

LONGEST_AT_WORK_SECONDS = 0.5
PATIENCE_SECONDS = 600.0


def set_up() -> None:
    """Set Django up in this process, with the folder and the database in the environment."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")
    import django

    django.setup()


def make(count: int, seed: int) -> None:
    """Create battles that have just ended, each between two warbands of its own."""
    from accounts.models import User
    from battles.aftermath.tests.world import ended

    for number in range(count):
        first, second = (
            User.objects.create(username=f"killed-{number}-{letter}", display_name=letter) for letter in "ab"
        )
        ended(first, second, seed=random.Random(seed * 1000 + number).randbytes(32))


def walk_in_peace() -> None:
    """Do all the work in this process without kills, then answer every choice with the default rule."""
    from battles.aftermath.start import KIND
    from jobs import runner
    from jobs.models import Job

    for job in Job.objects.filter(kind=KIND).order_by("pk"):
        runner.run(job_id=job.pk)
    press_all(press_here)


def next_press() -> tuple[Any, str] | None:
    """The next open choice and its answer by the default rule, in the order of the aftermaths; None if all choices are
    answered."""
    from battles.aftermath.context import AftermathContext, open_lines
    from battles.aftermath.decisions import defaults
    from battles.models import Aftermath
    from warbands.core.tests.factories import NOON

    for row in Aftermath.objects.select_related("side__battle", "warband").order_by("pk"):
        lines = open_lines(row)
        if lines:
            return lines[0], defaults.choose(AftermathContext(row, NOON, lines[0]), lines[0])
    return None


def press_all(press: Any) -> int:
    """Answer choices one by one until none is left. Returns the number of requests."""
    count = 0
    while (found := next_press()) is not None:
        press(*found)
        count += 1
    return count


def press_here(line: Any, option: str) -> None:
    """Make one request in this process. If the rules refuse the answer, the simple rule answers instead."""
    from battles.aftermath.decisions import choices
    from mordheim_site.refusals import Refusal
    from warbands.core.tests.factories import NOON

    owner = line.aftermath.warband.owner_id
    try:
        choices.answer(line_id=line.public_id, actor_id=owner, option=option, now=NOON)
    except Refusal:
        last = str(line.options[-1]["key"])
        choices.answer(line_id=line.public_id, actor_id=owner, option=last, now=NOON)


def walk_killed(killer: Killer, keep: int) -> None:
    """Let workers do the work, and kill them while they hold a job; `keep` kills are reserved for the web server. A job
    that failed because it was killed five times in one step is retried, as its owner would do."""
    from django.utils import timezone

    from battles.aftermath.start import KIND
    from jobs import services
    from jobs.models import Job, JobState
    from tools.kill_worker import kill, start_worker

    jobs = Job.objects.filter(kind=KIND)
    ends = time.monotonic() + PATIENCE_SECONDS + 8 * killer.left

    def are_left() -> bool:
        steadily(lambda: [services.retry(job_id=job.pk) for job in jobs.filter(state=JobState.FAILED)])
        return bool(steadily(lambda: jobs.exclude(state=JobState.DONE).exists())) and time.monotonic() < ends

    while are_left():
        worker = start_worker()
        last = killer.left <= keep or time.monotonic() > killer.turns
        at_work_since = 0.0
        stays = killer.moments.uniform(0, LONGEST_AT_WORK_SECONDS)
        while are_left():
            steadily(lambda: services.reap(now=timezone.now()))
            is_held = steadily(lambda: jobs.filter(state=JobState.RUNNING, lease_until__gt=timezone.now()).exists())
            if not at_work_since and is_held:
                at_work_since = time.monotonic()
            if not last and at_work_since and time.monotonic() - at_work_since > stays:
                break
            time.sleep(0.02)
        if not last and killer.strike_database():
            last = True
        kill(worker)
        if not last:
            killer.strike("worker")


def press_killed(killer: Killer) -> list[str]:
    """Answer every choice by HTTP, with a web server that is killed between and during requests. Returns the refused
    requests."""

    web = Web()
    try:
        press_all(lambda line, option: steadily(lambda: web.press(line, option, killer)))
        return web.refused
    finally:
        web.stop()


@contextlib.contextmanager
def attacked(seed: int) -> Iterator[dict[str, Any]]:
    """Run a hostile guest in a process of its own. Afterwards the yielded dictionary contains what the guest saw."""
    seen: dict[str, Any] = {}
    command = [sys.executable, __file__, "--act", "hostile", "--seed", str(seed)]
    guest = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        yield seen
    finally:
        guest.send_signal(signal.SIGTERM)
        output, _errors = guest.communicate(timeout=PATIENCE_SECONDS)
    if guest.returncode:
        raise RuntimeError(f"the hostile guest ended with {guest.returncode}")
    seen.update(json.loads(output.splitlines()[-1]))


@contextlib.contextmanager
def bots_at_work() -> Iterator[None]:
    """Run a worker that is not killed, so that bots continue to play against the guest while the web server is
    killed."""
    from tools.kill_worker import kill, start_worker

    worker = start_worker()
    try:
        yield
    finally:
        kill(worker)


def finish_jobs() -> None:
    """Let one worker finish all jobs that are left, including those of bots. Jobs that failed because of kills are
    retried once."""
    from django.utils import timezone

    from jobs import services
    from jobs.models import Job, JobState
    from tools.kill_worker import kill, start_worker

    for job in Job.objects.filter(state=JobState.FAILED):
        services.retry(job_id=job.pk)
    worker, ends = start_worker(), time.monotonic() + PATIENCE_SECONDS
    try:
        while Job.objects.exclude(state__in=(JobState.DONE, JobState.FAILED)).exists() and time.monotonic() < ends:
            services.reap(now=timezone.now())
            time.sleep(0.5)
    finally:
        kill(worker)


def wage_war(times: int, seed: int, minutes: float, *, hostile: bool) -> dict[str, Any]:
    """Do the work while killing processes, under attack if `hostile`. Returns the number of kills by target, and what
    the guest saw."""
    killer = Killer(times, seed, minutes)
    with attacked(seed) if hostile else contextlib.nullcontext({}) as guest:
        walk_killed(killer, keep=times // WEB_SHARE)
        with bots_at_work() if hostile else contextlib.nullcontext():
            refused = press_killed(killer)
    finish_jobs()
    return {"kills": killer.dealt, "guest": guest, "refused": refused}


def look() -> dict[str, Any]:
    """For every warband: its contents, the numbers of its ledger entries and lines, and what does not reconcile."""
    from battles.aftermath.tests.world import print_of
    from battles.models import AftermathLine
    from jobs.models import Job
    from warbands.core.reconcile import reconcile
    from warbands.models import Warband

    warbands = list(Warband.objects.order_by("pk"))
    return {
        "warbands": [print_of(warband) for warband in warbands],
        "entries": [warband.ledger.count() for warband in warbands],
        "lines": AftermathLine.objects.count(),
        "open": next_press() is not None,
        "differences": [gap for warband in warbands for gap in reconcile(warband)],
        "states": sorted(Job.objects.values_list("state", flat=True)),
        "gaps": gaps_in_logs(),
    }


def in_process(environment: dict[str, str], *arguments: str) -> str:
    """Run one part of this file in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, *arguments], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-4000:])
    return done.stdout


def compare(battles: int, times: int, seed: int, kind: str, minutes: float, *, hostile: bool) -> dict[str, Any]:
    """Run the whole comparison and return the results."""
    with tempfile.TemporaryDirectory(prefix="mordheim-kill-") as folder, databases(kind, folder) as (peace, war):
        for environment in (peace, war):
            migrate = [sys.executable, "manage.py", "migrate", "-v0"]
            subprocess.run(migrate, env=environment, cwd=ROOT, check=True)
            in_process(environment, "--act", "make", "--battles", str(battles), "--seed", str(seed))
        in_process(peace, "--act", "peace")
        began = time.monotonic()
        how = ["--times", str(times), "--seed", str(seed), "--minutes", str(minutes), *["--hostile"] * hostile]
        fought = json.loads(in_process(war, "--act", "war", *how).splitlines()[-1])
        kills = fought["kills"]
        seconds = time.monotonic() - began
        quiet = json.loads(in_process(peace, "--act", "look"))
        loud = json.loads(in_process(war, "--act", "look"))
    return {
        "database": kind,
        "aftermaths": 2 * battles,
        "kills": kills,
        "all_kills": sum(kills.values()),
        "seconds": round(seconds, 1),
        "all_done": set(loud["states"]) == {"done"} and not loud["open"],
        "rosters_equal": quiet["warbands"] == loud["warbands"],
        "unequal": [pair for pair in zip(quiet["warbands"], loud["warbands"], strict=False) if pair[0] != pair[1]],
        "refused": fought["refused"],
        "entries_equal": quiet["entries"] == loud["entries"],
        "lines_equal": quiet["lines"] == loud["lines"],
        "differences": quiet["differences"] + loud["differences"] + quiet["gaps"] + loud["gaps"],
        "guest": fought["guest"],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--battles", type=int, default=20)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="no kills after so long; the work is then ended")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--hostile", action="store_true", help="a guest attacks the site while it is killed")
    parser.add_argument("--progress", default="", help="a file to which every kill is written")
    parser.add_argument("--act", choices=("make", "peace", "war", "look", "database", "hostile"))
    options = parser.parse_args()
    if options.progress:
        os.environ["KILL_PROGRESS"] = options.progress
    if options.act is None:
        seen = compare(
            options.battles, options.times, options.seed, options.database, options.minutes, hostile=options.hostile
        )
        print(json.dumps(seen))
        sound = all(seen[name] for name in ("all_done", "rosters_equal", "entries_equal", "lines_equal"))
        sound = sound and (not options.hostile or seen["guest"]["bot_commands"] > 0)
        return 0 if sound and not seen["differences"] else 1
    if options.act == "database":
        kill_database()
        return 0
    set_up()
    if options.act == "make":
        make(options.battles, options.seed)
    elif options.act == "peace":
        walk_in_peace()
    elif options.act == "war":
        print(json.dumps(wage_war(options.times, options.seed, options.minutes, hostile=options.hostile)))
    elif options.act == "hostile":
        guest = Guest(options.seed)
        guest.attack()
        print(json.dumps(report(guest)))
    else:
        print(json.dumps(look()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
