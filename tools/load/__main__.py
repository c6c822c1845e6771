"""Load test of the production setup: PostgreSQL, Redis, nginx, two web and two worker processes, installed as described
in docs/operators/hosts.md.

`python -m tools.load live --battles 50 --seconds 60` plays battles with two watching browsers each, `pages --clients
20` requests pages, `sign_ups --clients 50` signs up players at the same moment. Prints one table row for each
measurement.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from typing import Any

from tests_support.host import Host, empty_host
from tests_support.processes import wait_until
from tools.load import live, pages, seeds
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


async def battles(host: Host, options: argparse.Namespace) -> None:
    seed = seeded(host, seeds.BATTLES.format(number=options.battles, commands=COMMANDS))
    measured = live.Measured()
    await asyncio.gather(
        *(
            live.play(
                host.url, seed["cookie"], battle, number, seconds=options.seconds, pace=options.pace, into=measured
            )
            for number, battle in enumerate(seed["battles"])
        )
    )
    print(row(f"{options.battles} battles: response to a command", measured.commands))
    print(row(f"{options.battles} battles: command to both browsers", measured.updates))
    sizes = sorted(measured.sizes)
    print(f"a watcher's state as sent: median {sizes[len(sizes) // 2] if sizes else 0:,} bytes")
    print(f"refused: {measured.refused}, lost: {measured.lost}, handshakes failed: {measured.handshakes_failed}")


async def readers(host: Host, options: argparse.Namespace) -> None:
    seed = seeded(host, seeds.PAGES.format(number=ROSTERS))
    paths = {
        "front page": ["/"],
        "roster": [f"/warbands/{pid}/" for pid in seed["rosters"]],
        "league": [f"/campaigns/{seed['league']}/"],
        "standings": [f"/campaigns/{seed['league']}/standings/"],
        "roster as JSON": [f"/api/v1/warbands/{pid}/" for pid in seed["rosters"]],
    }
    for name, addresses in paths.items():
        found = await pages.read(
            host.url,
            seed["cookie"],
            seed["session"],
            {name: addresses},
            clients=options.clients,
            seconds=options.seconds,
        )
        for kind, seconds in sorted(found.items()):
            print(row(kind, seconds), f"{len(seconds) / options.seconds:.0f} a second")


async def sign_ups(host: Host, options: argparse.Namespace) -> None:
    for name, seconds in (await pages.sign_up(host.url, clients=options.clients)).items():
        print(row(name, seconds))


PROFILES = {"live": battles, "pages": readers, "sign_ups": sign_ups}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.load")
    parser.add_argument("profile", choices=PROFILES)
    parser.add_argument("--battles", type=int, default=50)
    parser.add_argument("--pace", type=float, default=4, help="seconds between the commands of a battle")
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    with empty_host() as host:
        host.follow("hosts.md")
        wait_until(lambda: ready(host), seconds=200, what="/readyz")
        print("| what | number | median, ms | p95, ms | maximum, ms |")
        asyncio.run(PROFILES[options.profile](host, options))


if __name__ == "__main__":
    main()
