"""manage.py season: bots play whole campaigns."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor

from battles.engine.rulesets.keys import CODES
from battles.setup.new_battle import BOTS
from battles.simulation import season
from campaigns.matches.bot_players import USUAL_BOT

DEMO = season.Plan(
    warbands=6,
    rounds=3,
    seed="lanterns",
    name="The Lantern League",
    people=("Arbitrator", "Anna", "Bruno", "Carla", "Dietrich", "Elsa", "Falk"),
    max_turns=6,
)
COLUMNS = (
    ("place", "#"),
    ("name", "Warband"),
    ("type", "List"),
    ("played", "P"),
    ("won", "W"),
    ("drawn", "D"),
    ("lost", "L"),
    ("points", "Pts"),
    ("kills", "K"),
    ("losses", "Out"),
    ("rating", "Rating"),
    ("warriors", "Models"),
    ("treasury_gc", "Gold"),
    ("experience", "Exp"),
)


class Command(BaseCommand):
    """Found warbands, play every match on the engine, run every aftermath, and print the standings."""

    help = "Play a league of bots through the same services as people. The same seed prints the same bytes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--warbands", type=int, default=4)
        parser.add_argument("--rounds", type=int, default=3)
        parser.add_argument("--seed", default="1")
        parser.add_argument("--ruleset", default="core", choices=sorted(CODES))
        parser.add_argument("--density", default="low", choices=("low", "club", "dense"))
        parser.add_argument("--turns", type=int, default=8, help="maximum turns of a side before a battle is abandoned")
        parser.add_argument("--bot", default=USUAL_BOT, choices=BOTS, help="strength of the bots")
        parser.add_argument("--json", action="store_true", help="print results and standings as JSON")
        parser.add_argument("--demo", action="store_true", help="the demo league of a first start")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["warbands"] < 2 or options["rounds"] < 1 or options["turns"] < 1:
            raise CommandError("A season has at least two warbands, one round and one turn.")
        if not is_migrated():
            raise CommandError("The database is empty or older than the program. Run `manage.py migrate` first.")
        plan = DEMO if options["demo"] else plan_of(options)
        quiet = options["json"] or options["verbosity"] == 0
        report = season.play(plan, (lambda _sentence: None) if quiet else self.stdout.write)
        text = json.dumps(asdict(report), indent=2, ensure_ascii=False)
        if options["json"]:
            self.stdout.write(text)
        else:
            self.stdout.write(table(report.standings))
            self.stdout.write(
                f"{len(report.standings)} ledgers folded: {len(report.differences)} differences from the rosters.\n"
                f"sha256 of results and standings: {sha256(text.encode()).hexdigest()}"
            )
        if report.differences:
            raise CommandError("The season has faults:\n" + "\n".join(report.differences))


def is_migrated() -> bool:
    """Whether the database has every table and column that this version of the site needs."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def plan_of(options: Mapping[str, Any]) -> season.Plan:
    """The season described by the options."""
    return season.Plan(
        warbands=options["warbands"],
        rounds=options["rounds"],
        seed=options["seed"],
        ruleset=options["ruleset"],
        density=options["density"],
        max_turns=options["turns"],
        bot=options["bot"],
    )


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The standings as columns of text."""
    lines = [[head for _key, head in COLUMNS]] + [[str(row[key]) for key, _head in COLUMNS] for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(COLUMNS))]
    left = {"name", "type"}
    return "\n".join(
        "  ".join(
            cell.ljust(width) if key in left else cell.rjust(width)
            for cell, width, (key, _head) in zip(line, widths, COLUMNS, strict=True)
        ).rstrip()
        for line in lines
    )
