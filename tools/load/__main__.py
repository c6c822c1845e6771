"""Load test of the production setup: PostgreSQL, Redis, nginx, two web and two worker processes, installed as described
in docs/operators/hosts.md.

`python -m tools.load live --battles 50 --seconds 60` plays battles with two watching browsers each (`--readers 500`
browse at the same time), `pages --clients 20` requests pages, `sign_ups --clients 50` signs up players at the same
moment, `aftermaths --battles 100` ends battles at the same moment. Prints one table row for each measurement.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shlex
from collections import Counter
from typing import Any

from tests_support.host import Host, empty_host
from tests_support.processes import clean_exit_on_signals, wait_until
from tools.load import live, pages, seeds
from tools.load.host_figures import POSTGRES_SETTINGS, Usage, nginx_errors, usage_of
from tools.memory import ready

ROSTERS = 500
COMMANDS = 60
"""Maximum number of commands that are prepared for a battle."""


def seeded(host: Host, script: str) -> dict[str, Any]:
    """The output of a script of `seeds`, which is run in the site's shell."""
    path = host.root / "seed.py"
    path.write_text(script, encoding="utf-8")
    lines = host.run(f"mordheim shell --no-imports < {path}").strip().splitlines()
    found: dict[str, Any] = json.loads(next(line for line in reversed(lines) if line.startswith('{"cookie"')))
    return found


def row(name: str, seconds: list[float]) -> str:
    """A table row with number, median, 95th percentile and maximum, in milliseconds."""
    if not seconds:
        return f"| {name} | 0 | | | |"
    ordered = sorted(seconds)
    figures = (ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)], ordered[-1])
    return f"| {name} | {len(ordered)} | " + " | ".join(f"{1000 * figure:.0f}" for figure in figures) + " |"


def use(what: str, number: int, used: Usage) -> str:
    """Processor time and queries of `number` requests or commands."""
    each = max(1, number)
    return (
        f"{what}: {1000 * used.web / each:.1f} ms of processor time of the web processes, "
        f"{1000 * used.database / each:.1f} ms of PostgreSQL, {used.queries / each:.1f} queries"
    )


def lost(accepted: dict[str, list[tuple[str, int]]], stored: dict[str, list[list[Any]]]) -> int:
    """The number of acknowledged commands that are not in the event log exactly once, at their place."""
    logged = Counter((pid, *entry) for pid, entries in stored.items() for entry in entries)
    return sum(1 for pid, entries in accepted.items() for entry in entries if logged[pid, *entry] != 1)


async def live_battles(host: Host, options: argparse.Namespace) -> None:
    seed = seeded(host, seeds.BATTLES.format(number=options.battles, commands=COMMANDS))
    measured = live.Measured()
    before = usage_of(host)
    playing = [
        live.play(host.url, seed["cookie"], battle, number, seconds=options.seconds, pace=options.pace, into=measured)
        for number, battle in enumerate(seed["battles"])
    ]
    reading: dict[str, list[float]] = {}
    if options.readers:
        paths = {"front page": ["/"], "leagues": ["/campaigns/"], "rules": ["/rules/"], "battles": ["/battles/"]}
        browsing = pages.read(host.url, "", "", paths, clients=options.readers, seconds=options.seconds, pause=10)
        task = asyncio.create_task(browsing)
        await asyncio.gather(*playing)
        reading = await task
    else:
        await asyncio.gather(*playing)
    used = usage_of(host) - before
    print(row(f"{options.battles} battles: command to both browsers", measured.updates))
    print(row(f"{options.battles} battles: response to a command", measured.commands))
    print(row(f"{options.battles} battles: response to a watcher's request for the state", measured.states))
    for name, seconds in sorted(reading.items()):
        print(row(f"{options.readers} readers: {name}", seconds))
    sizes = sorted(measured.sizes)
    accepted = sum(map(len, measured.accepted.values()))
    print()
    print(use("a command with the requests of two watchers", accepted, used))
    if sizes:
        print(f"a watcher's state as sent: median {sizes[len(sizes) // 2]:,}, maximum {sizes[-1]:,} bytes")
    print(f"handshakes refused: {measured.handshakes_failed} of {measured.handshakes}")
    stored = seeded(host, seeds.STORED)["stored"]
    print(f"commands lost or stored twice: {lost(measured.accepted, stored)} of {accepted}")
    print(f"updates that did not arrive within {live.ANSWER_WITHIN:.0f} s: {measured.updates_missed}")
    print(f"requests on a connection that the server had closed: {measured.reopened}")
    print(f"errors: {dict(measured.errors) or 'none'}")


async def readers(host: Host, options: argparse.Namespace) -> None:
    seed = seeded(host, seeds.PAGES.format(number=ROSTERS))
    rosters, league = seed["rosters"], seed["league"]
    # Visitors read the front page, a player the others.
    paths = {
        "front page": ("", ["/"]),
        "roster": (seed["session"], [f"/warbands/{pid}/" for pid in rosters]),
        "league": (seed["session"], [f"/campaigns/{league}/"]),
        "standings": (seed["session"], [f"/campaigns/{league}/standings/"]),
        "roster as JSON": (seed["session"], [f"/api/v1/warbands/{pid}/" for pid in rosters]),
    }
    for name, (session, addresses) in paths.items():
        before = usage_of(host)
        found = await pages.read(
            host.url, seed["cookie"], session, {name: addresses}, clients=options.clients, seconds=options.seconds
        )
        used = usage_of(host) - before
        for kind, seconds in sorted(found.items()):
            print(row(kind, seconds), f"{len(seconds) / options.seconds:.0f} a second")
        print(use(name, sum(map(len, found.values())), used))


async def sign_ups(host: Host, options: argparse.Namespace) -> None:
    for name, seconds in sorted((await pages.sign_up(host.url, clients=options.clients)).items()):
        print(row(name, seconds))


async def aftermaths(host: Host, options: argparse.Namespace) -> None:
    found = seeded(host, seeds.AFTERMATHS.format(number=options.battles))
    print(row(f"{options.battles} aftermaths at once: end of the battle to the end of the job", found["seconds"]))
    print(f"jobs: {dict(Counter(found['states']))}")


PROFILES = {"live": live_battles, "pages": readers, "sign_ups": sign_ups, "aftermaths": aftermaths}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.load")
    parser.add_argument("profile", choices=PROFILES)
    parser.add_argument("--battles", type=int, default=50)
    parser.add_argument("--pace", type=float, default=4, help="seconds between the commands of a battle")
    parser.add_argument("--readers", type=int, default=0, help="visitors of pages while battles are played")
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--setting", action="append", default=[], help="a line of /etc/mordheim/environment")
    options = parser.parse_args()
    with clean_exit_on_signals(), empty_host(POSTGRES_SETTINGS) as host:
        host.follow("hosts.md")
        wait_until(lambda: ready(host), seconds=200, what="/readyz")
        for line in options.setting:
            host.run(f"echo {shlex.quote(line)} >> /etc/mordheim/environment")
        host.run("systemctl restart mordheim-web mordheim-worker")
        wait_until(lambda: ready(host), seconds=200, what="/readyz")
        print("| what | number | median, ms | p95, ms | maximum, ms |")
        asyncio.run(PROFILES[options.profile](host, options))
        for message, number in nginx_errors(host).most_common(5):
            print(f"nginx, {number} times: {message}")


if __name__ == "__main__":
    main()
