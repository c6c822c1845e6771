#!/usr/bin/env python
"""Kill -9 workers, the web and the database in the middle of aftermaths: every roster ends as if nothing had happened.

    python tools/kill_aftermath.py --battles 20 --times 200 [--database postgres] [--seed 1]

Works in a folder of its own: battles that have just ended (two aftermaths each) are made twice from the same seeds. One
set is worked through in peace. The other by workers that are killed while they hold a job, then by players whose
presses go over HTTP to a web server that is killed between and during them; with PostgreSQL every fourth kill falls
upon the whole database server, which recovers from its log. Then gold, experience, warriors and kit must be equal,
every ledger must fold to its warband, and no step may have been written twice. Prints what was seen as JSON; exits 1
when anything differs.
"""

import argparse
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
LONGEST_AT_WORK_SECONDS = 0.5
PATIENCE_SECONDS = 600.0
WEB_SHARE = 4
"""One kill in so many is of the web, and with PostgreSQL one in so many of the database."""


def set_up() -> None:
    """Django in this process, on the folder and database that the environment names."""
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
    """Do all the work in this process, then make every choice by the rule."""
    from battles.services.finish import KIND
    from jobs import runner
    from jobs.models import Job

    for job in Job.objects.filter(kind=KIND).order_by("pk"):
        runner.run(job_id=job.pk)
    press_all(press_here)


def next_press() -> tuple[Any, str] | None:
    """The next open choice and what the rule would answer, in the order of the aftermaths; None when all are made."""
    from battles.models import Aftermath
    from battles.services.aftermath import policy
    from battles.services.aftermath.account import Account, open_lines
    from warbands.tests.factories import NOON

    for row in Aftermath.objects.select_related("side__battle", "warband").order_by("pk"):
        lines = open_lines(row)
        if lines:
            return lines[0], policy.choose(Account(row, NOON, lines[0]), lines[0])
    return None


def press_all(press: Any) -> int:
    """Answer choices one by one until none is left; gives how many presses it took."""
    count = 0
    while (found := next_press()) is not None:
        press(*found)
        count += 1
    return count


def press_here(line: Any, option: str) -> None:
    """One press in this process. What the rules refuse is settled as the simple rule settles it."""
    from battles.services.aftermath import choices
    from mordheim_site.refusals import Refusal
    from warbands.tests.factories import NOON

    owner = line.aftermath.warband.owner_id
    try:
        choices.answer(line_id=line.public_id, actor_id=owner, option=option, now=NOON)
    except Refusal:
        last = str(line.options[-1]["key"])
        choices.answer(line_id=line.public_id, actor_id=owner, option=last, now=NOON)


class Killer:
    """Counts and deals the kills, of workers until `turns`, of the web until `ends`.

    The database's server is killed and started again where there is one.
    """

    def __init__(self, times: int, seed: int, minutes: float) -> None:
        self.times, self.moments = times, random.Random(seed)
        self.ends, self.turns = time.monotonic() + 60 * minutes, time.monotonic() + 36 * minutes
        self.dealt = {"worker": 0, "web": 0, "database": 0}

    @property
    def left(self) -> int:
        """How many are still to be dealt; none once the time is up, so that the work comes to its end."""
        return self.times - sum(self.dealt.values()) if time.monotonic() < self.ends else 0

    def strike(self, what: str) -> None:
        """One of the kills, told apart."""
        self.dealt[what] += 1

    def strike_database(self) -> bool:
        """Kill the whole database server and start it again; False without one."""
        script = os.environ.get("KILL_DATABASE", "")
        if not script:
            return False
        from django.db import connections

        subprocess.run([sys.executable, __file__, "--act", "database"], check=True, timeout=120)
        connections.close_all()
        self.strike("database")
        return True


def steadily(ask: Any) -> Any:
    """An answer of the database, asked again while it is away."""
    from django.db import DatabaseError, InterfaceError, connections

    for _ in range(200):
        try:
            return ask()
        except (DatabaseError, InterfaceError):
            connections.close_all()
            time.sleep(0.1)
    return ask()


def walk_killed(killer: Killer, keep: int) -> None:
    """Workers do the work and are killed while a job is in their hands; `keep` kills are left for the web."""
    from django.utils import timezone

    from battles.services.finish import KIND
    from jobs import services
    from jobs.models import Job, JobState
    from tools.kill_worker import kill, start_worker

    jobs = Job.objects.filter(kind=KIND)
    over = (JobState.DONE, JobState.FAILED)
    ends = time.monotonic() + PATIENCE_SECONDS + 8 * killer.left

    def are_left() -> bool:
        return bool(steadily(lambda: jobs.exclude(state__in=over).exists())) and time.monotonic() < ends

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
        if not last and killer.dealt["worker"] % WEB_SHARE == WEB_SHARE - 1 and killer.strike_database():
            last = True
        kill(worker)
        if not last:
            killer.strike("worker")


def press_killed(killer: Killer) -> int:
    """Every choice by a press over HTTP to a web server that is killed between and during them."""
    web = Web()
    try:
        return int(press_all(lambda line, option: steadily(lambda: web.press(line, option, killer))))
    finally:
        web.stop()


class Web:
    """The site's web process with a client that knows every player; killed in the middle of a press when asked to."""

    def __init__(self) -> None:
        from tests_support.processes import free_port

        self.port, self.process = free_port(), None
        self.cookies: dict[int, dict[str, str]] = {}
        self.start()

    def start(self) -> None:
        from tests_support.processes import listens, wait_until

        command = [sys.executable, "-m", "uvicorn", "mordheim_site.asgi:application", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--log-level", "critical"], cwd=ROOT, start_new_session=True, stdout=sys.stderr
        )
        wait_until(lambda: listens(self.port), seconds=60, what="the web answers")

    def stop(self) -> None:
        import signal

        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def press(self, line: Any, option: str, killer: Killer) -> None:
        """Send one choice until it is made; while kills are left the web dies at a random moment of it."""
        from battles.models import AftermathLine

        for _ in range(50):
            dies = killer.left > 0
            sent = self._send(line, option)
            if dies:
                time.sleep(killer.moments.uniform(0, 0.12))
                if not (killer.dealt["web"] % WEB_SHARE == WEB_SHARE - 1 and killer.strike_database()):
                    self.stop()
                    killer.strike("web")
                    self._end(sent)
                    self.start()
                else:
                    self._end(sent)
            else:
                self._end(sent)
            now = AftermathLine.objects.get(pk=line.pk)
            if now.answer:
                return
            if not dies:
                option = str(line.options[-1]["key"])
        raise RuntimeError(f"line {line.pk} was never answered")

    def _send(self, line: Any, option: str) -> Any:
        """A press on its way: the request is sent, its answer not yet read."""
        import http.client
        from urllib.parse import urlencode

        from django.urls import reverse

        cookies = self._signed_in(line.aftermath.warband.owner)
        battle = line.aftermath.side.battle.public_id
        body = urlencode({"line": line.public_id, "option": option, "csrfmiddlewaretoken": cookies["csrftoken"]})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
        }
        connection.request("POST", reverse("battles:aftermath_choose", args=[battle]), body, headers)
        return connection

    def _end(self, connection: Any) -> None:
        """Read the answer, if the web still lives to give one."""
        import http.client

        with contextlib.suppress(OSError, http.client.HTTPException):
            connection.getresponse().read()
        connection.close()

    def _signed_in(self, owner: Any) -> dict[str, str]:
        from django.conf import settings
        from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
        from django.contrib.sessions.backends.db import SessionStore
        from django.middleware.csrf import _get_new_csrf_string

        if owner.pk not in self.cookies:
            session = SessionStore()
            session[SESSION_KEY] = str(owner.pk)
            session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
            session[HASH_SESSION_KEY] = owner.get_session_auth_hash()
            session.save()
            names = {settings.SESSION_COOKIE_NAME: session.session_key, "csrftoken": _get_new_csrf_string()}
            self.cookies[owner.pk] = {name: str(value) for name, value in names.items()}
        return self.cookies[owner.pk]


def look() -> dict[str, Any]:
    """Every warband: its print, how many entries and lines, what does not reconcile."""
    from battles.models import AftermathLine
    from battles.tests.aftermath_world import print_of
    from jobs.models import Job
    from warbands.models import Warband
    from warbands.reconcile import reconcile

    warbands = list(Warband.objects.order_by("pk"))
    return {
        "warbands": [print_of(warband) for warband in warbands],
        "entries": [warband.ledger.count() for warband in warbands],
        "lines": AftermathLine.objects.count(),
        "open": next_press() is not None,
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


@contextlib.contextmanager
def databases(kind: str, folder: str) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """The environments of peace and of war: two folders, with PostgreSQL two servers of their own."""
    plain = {**os.environ, "LOG_LEVEL": "CRITICAL", "JOB_LEASE_SECONDS": "1", "DEMO": "0"}
    plain.pop("DATABASE_URL", None)
    found = []
    with contextlib.ExitStack() as stack:
        for name in ("peace", "war"):
            environment = {**plain, "VAR_DIR": f"{folder}/{name}"}
            os.mkdir(environment["VAR_DIR"])
            if kind == "postgres":
                url, data = stack.enter_context(lasting_cluster())
                environment |= {"DATABASE_URL": url, "KILL_DATABASE": data}
            found.append(environment)
        yield found[0], found[1]


@contextlib.contextmanager
def lasting_cluster() -> Iterator[tuple[str, str]]:
    """A PostgreSQL server that keeps its word on disk: its address, and the folder of its data."""
    from tests_support import postgres

    postgres.FAST[:] = ["-c", "max_connections=60", "-c", "fsync=on"]
    with postgres.temporary_cluster() as url:
        from urllib.parse import unquote

        yield url, unquote(url.split("@")[1].rsplit(":", 1)[0]) + "/data"


def kill_database() -> None:
    """SIGKILL the postmaster and every server process, then start it again; it recovers from its log."""
    import signal

    from tests_support import postgres

    data = os.environ["KILL_DATABASE"]
    folder = os.path.dirname(data)
    pid = int(Path(data, "postmaster.pid").read_text().split("\n", 1)[0])
    children = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal() and _parent_of(path) == pid]
    for victim in (pid, *children):
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
    step_down = postgres._step_down(folder)
    options = " ".join(["-k", folder, "-c", "listen_addresses=''", "-c", "max_connections=60"])
    command = [f"{postgres.binaries()}/pg_ctl", "-D", data, "-l", f"{folder}/log", "-w", "-o", options, "start"]
    for _ in range(40):
        done = subprocess.run(
            [*step_down, *command], cwd="/", check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, timeout=60,
        )  # fmt: skip
        if not done.returncode:
            return
        time.sleep(0.25)
    raise RuntimeError("PostgreSQL did not come back")


def _parent_of(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rsplit(")", 1)[1].split()[1])
    except (OSError, IndexError, ValueError):
        return 0


def compare(battles: int, times: int, seed: int, kind: str, minutes: float) -> dict[str, Any]:
    """The whole proof; what was seen."""
    with tempfile.TemporaryDirectory(prefix="mordheim-kill-") as folder, databases(kind, folder) as (peace, war):
        for environment in (peace, war):
            migrate = [sys.executable, "manage.py", "migrate", "-v0"]
            subprocess.run(migrate, env=environment, cwd=ROOT, check=True)
            in_process(environment, "--act", "make", "--battles", str(battles), "--seed", str(seed))
        in_process(peace, "--act", "peace")
        began = time.monotonic()
        how = ("--times", str(times), "--seed", str(seed), "--minutes", str(minutes))
        kills = json.loads(in_process(war, "--act", "war", *how).splitlines()[-1])
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
        "entries_equal": quiet["entries"] == loud["entries"],
        "lines_equal": quiet["lines"] == loud["lines"],
        "differences": quiet["differences"] + loud["differences"],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--battles", type=int, default=20)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="no kills after so long; the work is then ended")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--act", choices=("make", "peace", "war", "look", "database"))
    options = parser.parse_args()
    if options.act is None:
        seen = compare(options.battles, options.times, options.seed, options.database, options.minutes)
        print(json.dumps(seen))
        sound = all(seen[name] for name in ("all_done", "rosters_equal", "entries_equal", "lines_equal"))
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
        killer = Killer(options.times, options.seed, options.minutes)
        walk_killed(killer, keep=options.times // WEB_SHARE)
        press_killed(killer)
        print(json.dumps(killer.dealt))
    else:
        print(json.dumps(look()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
