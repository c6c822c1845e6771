"""manage.py measure_duels: cost of requests to the odds page, for the warriors of the catalogue."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.core.management.base import BaseCommand
from django.test import RequestFactory

from battles.odds import fighters, matchups, views
from catalogue.packs.installed import book

UNREAD_TAGS: Final = ("warrior:", "warband:")
"""Tags that name one warrior or warband; no rule of a duel uses them."""
UNREAD: Final = ("id", "name", "roster_id", "spells", "is_leader")
STRATA: Final = 4
"""Number of groups of warriors, by the number of branches in their fights."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request to the odds page: two warriors with their kits (empty for the standard kit), and the terms."""

    a: str
    b: str
    how: str
    rules: str
    ak: tuple[str, ...] = ()
    bk: tuple[str, ...] = ()

    def query(self) -> dict[str, str]:
        """Its query string, with the complete duel."""
        return {
            "a": self.a, "ak": ",".join(self.ak), "b": self.b, "bk": ",".join(self.bk), "how": self.how,
            "rules": self.rules, "end": "1",
        }  # fmt: skip

    def __str__(self) -> str:
        first, second = (
            f"{who} ({', '.join(kit)})" if kit else who for who, kit in ((self.a, self.ak), (self.b, self.bk))
        )
        return f"{first} against {second}, {self.how}, {self.rules}"


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of one request: processor seconds and states."""

    seconds: float
    states: int
    request: Request


class Command(BaseCommand):
    """Prints the distribution of a stratified sample, the distribution of a search for the worst, and the worst ten."""

    help = (
        "Measure the processor time of whole requests to the odds page (with the duel and other kits): "
        "a stratified sample, then a hill climb from its most expensive requests."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--each", type=int, default=1, help="requests for each stratum of the sample (256 strata)")
        parser.add_argument("--climbs", type=int, default=12, help="requests from which the search starts")
        parser.add_argument("--steps", type=int, default=20, help="changes tried for each of them")
        parser.add_argument("--seed", default="odds")

    def handle(self, *args: Any, **options: Any) -> None:
        self.dice = Random(options["seed"])
        strata = strata_of_warriors()
        self.stdout.write(f"{sum(map(len, strata))} different warriors in {STRATA} strata")
        measure(Request(strata[0][0], strata[0][0], "charge", "core"))
        sample = [measure(request) for request in self._sample(strata, options["each"])]
        self._tell("Stratified sample", sample)
        starts = sorted(sample, key=lambda cost: -cost.seconds)[: options["climbs"]]
        searched = [cost for start in starts for cost in self._climb(start, strata, options["steps"])]
        self._tell("Search for the worst", searched)
        worst: dict[Request, Cost] = {}
        for cost in sorted([*sample, *searched], key=lambda cost: -cost.seconds):
            worst.setdefault(cost.request, cost)
        again = [_calm(cost) for cost in list(worst.values())[:15]]
        self.stdout.write("| processor time | states | request |\n|---|---|---|")
        for cost in sorted(again, key=lambda cost: -cost.seconds)[:10]:
            self.stdout.write(f"| {cost.seconds:.2f} s | {cost.states:,} | {cost.request} |")

    def _sample(self, strata: list[list[str]], each: int) -> list[Request]:
        """A sample from each pair of groups in each situation and ruleset; every other warrior has a random kit."""
        found = []
        for first, second, how, rules in product(strata, strata, matchups.SITUATIONS, matchups.RULESETS):
            for _ in range(each):
                found.append(
                    self._with_kits(Request(self.dice.choice(first), self.dice.choice(second), how, rules), "ab")
                )
        return found

    def _with_kits(self, request: Request, sides: str) -> Request:
        if "a" in sides and self.dice.random() < 0.5:
            request = replace(request, ak=self._kit(request.a))
        if "b" in sides and self.dice.random() < 0.5:
            request = replace(request, bk=self._kit(request.b))
        return request

    def _kit(self, code: str) -> tuple[str, ...]:
        """Two hand weapons and up to two other items that a warrior may carry."""
        gear = fighters.sparrer(code, (), None).gear
        weapons = [thing.code for thing in gear if thing.slot == "close_combat"]
        others = [thing.code for thing in gear if thing.slot != "close_combat"]
        picked = self.dice.sample(weapons, min(2, len(weapons))) + self.dice.sample(others, min(2, len(others)))
        return tuple(picked)

    def _climb(self, start: Cost, strata: list[list[str]], steps: int) -> list[Cost]:
        """Change one thing at a time and continue from each more expensive request; return all measurements."""
        best, found = start, []
        heavy = [code for stratum in strata[STRATA // 2 :] for code in stratum]
        for _ in range(steps):
            request = best.request
            change = self.dice.choice(("a", "b", "ak", "bk", "how", "rules"))
            if change == "a":
                request = replace(request, a=self.dice.choice(heavy), ak=())
            elif change == "b":
                request = replace(request, b=self.dice.choice(heavy), bk=())
            elif change == "how":
                request = replace(request, how=self.dice.choice(matchups.SITUATIONS[:3]))
            elif change == "rules":
                request = replace(request, rules=self.dice.choice(matchups.RULESETS))
            else:
                request = replace(request, **{change: self._kit(getattr(request, change[0]))})
            cost = measure(request)
            found.append(cost)
            if cost.seconds > best.seconds:
                best = cost
        return found

    def _tell(self, what: str, costs: list[Cost]) -> None:
        seconds, states = sorted(cost.seconds for cost in costs), sorted(cost.states for cost in costs)
        if not seconds:
            return
        half, most = len(seconds) // 2, int(len(seconds) * 0.95)
        self.stdout.write(
            f"{what}: {len(costs)} requests, median {seconds[half]:.2f} s, 95th percentile {seconds[most]:.2f} s, "
            f"worst {seconds[-1]:.2f} s; states: median {states[half]:,}, 95th percentile {states[most]:,}, "
            f"most {states[-1]:,}"
        )


def measure(request: Request) -> Cost:
    """Answer a request without the cache; return the processor seconds of the view and its template."""
    matchups.forget()
    given = RequestFactory().get("/odds/", request.query(), REMOTE_ADDR=_address(request), HTTP_HOST="localhost")
    given.user = AnonymousUser()
    work = matchups.Work()
    began = time.process_time()
    views.page(given, work)
    return Cost(time.process_time() - began, work.spent, request)


def _calm(cost: Cost) -> Cost:
    """The best of three measurements, because other work on the machine only adds time."""
    return min((cost, measure(cost.request), measure(cost.request)), key=lambda one: one.seconds)


def _address(request: Request) -> str:
    """A separate address for each request, so that none reaches the limit of one address."""
    dice = Random(str(request))
    return f"10.{dice.randrange(256)}.{dice.randrange(256)}.{dice.randrange(256)}"


def strata_of_warriors() -> list[list[str]]:
    """One warrior for each class with the same fighting values, by the number of branches in their fights; simplest
    group first."""
    weights: dict[str, tuple[int, str]] = {}
    facts = book()
    for code, entry in facts.warrior_types.items():
        if entry.kind == "animal":
            continue
        data = fighters.sparrer(code, (), None).data(facts)
        read = {name: value for name, value in data.items() if name not in UNREAD}
        own = (code, entry.warband_type)
        read["tags"] = sorted(tag for tag in read.get("tags", ()) if not tag.startswith(UNREAD_TAGS) and tag not in own)
        weights.setdefault(json.dumps(read, sort_keys=True), (_weight(data), code))
    ordered = [code for _, code in sorted(weights.values())]
    size = -(-len(ordered) // STRATA)
    return [ordered[start : start + size] for start in range(0, len(ordered), size)]


def _weight(data: dict[str, Any]) -> int:
    """Estimated branches of a warrior's fights: dice rolled, Wounds and saves that prolong the fight."""
    profile = data["profile"]
    protection = 7 - int(data.get("armour", 7)) + int(profile["toughness"]) + 2 * len(data.get("skills", ()))
    return int(profile["attacks"]) * 4 + int(profile["wounds"]) * 6 + protection + len(data.get("weapons", ()))
