"""Measure what duels of the odds page cost, over the warriors of the catalogue."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Final

from django.core.management.base import BaseCommand

from battles.engine.odds.duels import duel
from battles.engine.profile import Fighter, fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.odds import fighters as odds_fighters
from battles.odds import matchups
from catalogue.packs.installed import book

UNREAD_TAGS: Final = ("warrior:", "warband:")
"""Tags that name one warrior or warband; no rule of a duel asks for them."""
UNREAD: Final = ("id", "name", "roster_id", "spells", "is_leader")
SITUATIONS: Final = ("charge", "fight")


@dataclass(frozen=True, slots=True)
class Cost:
    """One duel measured: processor seconds, states explored, whether the limit ended it."""

    seconds: float
    states: int
    cut_short: bool
    turns: int
    first: str
    second: str
    situation: str
    ruleset: str


class Command(BaseCommand):
    """Prints how many classes of warriors there are, the spread of costs, and the worst duels."""

    help = "Measure the processor time of duels on the odds page: a seeded sample, then the most expensive warriors."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sample", type=int, default=1000, help="random duels")
        parser.add_argument("--worst", type=int, default=8, help="expensive warriors to pair with each other")
        parser.add_argument("--seed", default="duels")
        parser.add_argument("--write", default="", help="file for every duel measured, one JSON row a line")

    def handle(self, *args: Any, **options: Any) -> None:
        fighters = classes_of_warriors()
        self.stdout.write(f"{sum(len(names) for names, _ in fighters.values())} warriors in {len(fighters)} classes")
        dice = Random(options["seed"])
        keys = sorted(fighters)
        cheap = [
            (dice.choice(keys), dice.choice(keys), dice.choice(SITUATIONS), dice.choice(matchups.RULESETS))
            for _ in range(options["sample"])
        ]
        costs = [self._measure(fighters, question, options["write"]) for question in cheap]
        self._tell("sample", costs)
        hard = expensive_warriors(costs, options["worst"])
        pairs = product(hard, hard, SITUATIONS, matchups.RULESETS)
        by_name = {names[0]: key for key, (names, _) in fighters.items()}
        searched = [
            self._measure(fighters, (by_name[a], by_name[b], how, rules), options["write"])
            for a, b, how, rules in pairs
        ]
        self._tell("search among the most expensive warriors", searched)
        self.stdout.write("| seconds | states | turns followed | cut short | duel |\n|---|---|---|---|---|")
        for cost in sorted({*costs, *searched}, key=lambda cost: -cost.seconds)[:10]:
            self.stdout.write(
                f"| {cost.seconds:.2f} | {cost.states:,} | {cost.turns} | {'yes' if cost.cut_short else 'no'} "
                f"| {cost.first}, {cost.second}, {cost.situation}, {cost.ruleset} |"
            )

    def _measure(
        self, fighters: dict[str, tuple[list[str], dict[str, Any]]], question: tuple[str, str, str, str], file: str
    ) -> Cost:
        first, second, situation, ruleset = question
        one, two = _fighter(fighters[first][1], "a1"), _fighter(fighters[second][1], "b1")
        began = time.process_time()
        found = duel(
            rules_for(ruleset), one, two, charges=situation == "charge", turns=matchups.TURNS,
            states=matchups.DUEL_STATES,
        )  # fmt: skip
        seconds = time.process_time() - began
        names = fighters[first][0][0], fighters[second][0][0]
        cost = Cost(seconds, found.states, found.cut_short, len(found.by_turn), *names, situation, ruleset)
        if file:
            with open(file, "a", encoding="utf-8") as log:
                log.write(
                    json.dumps([cost.seconds, cost.states, cost.cut_short, cost.turns, *names, situation, ruleset])
                )
                log.write("\n")
        return cost

    def _tell(self, what: str, costs: list[Cost]) -> None:
        seconds = sorted(cost.seconds for cost in costs)
        if not seconds:
            return
        half, most = seconds[len(seconds) // 2], seconds[int(len(seconds) * 0.95)]
        cut = sum(cost.cut_short for cost in costs)
        self.stdout.write(
            f"{what}: {len(costs)} duels, median {half:.3f} s, p95 {most:.3f} s, worst {seconds[-1]:.2f} s, "
            f"{cut} cut short"
        )


def classes_of_warriors() -> dict[str, tuple[list[str], dict[str, Any]]]:
    """Warriors of the catalogue by what a duel reads of them: (their codes, fighter data) by key."""
    facts = book()
    found: dict[str, tuple[list[str], dict[str, Any]]] = {}
    for code, entry in facts.warrior_types.items():
        if entry.kind == "animal":
            continue
        data = odds_fighters.sparrer(code, (), None).data(facts)
        read = {name: value for name, value in data.items() if name not in UNREAD}
        own = (code, entry.warband_type)
        read["tags"] = [tag for tag in read.get("tags", ()) if not tag.startswith(UNREAD_TAGS) and tag not in own]
        read["tags"].sort()
        found.setdefault(json.dumps(read, sort_keys=True), ([], data))[0].append(code)
    return found


def expensive_warriors(costs: list[Cost], count: int) -> list[str]:
    """The warriors whose duels explored the most states on average in either place."""
    totals: dict[str, list[int]] = {}
    for cost in costs:
        for name in (cost.first, cost.second):
            totals.setdefault(name, []).append(cost.states)
    return sorted(totals, key=lambda name: (-max(totals[name]), name))[:count]


def _fighter(data: dict[str, Any], identity: str) -> Fighter:
    return fighter_from_data({**data, "id": identity})
