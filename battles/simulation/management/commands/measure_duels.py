"""manage.py measure_duels: measure the cost of requests to the odds page, for the warriors of the catalogue. The limit
of states bounds every request: it takes at most the limit times the time of the slowest state, plus the time for the
rest of the page. This measures both, and searches for requests that come near the bound."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from random import Random
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.core.management.base import BaseCommand
from django.test import RequestFactory

from battles.engine.setup_data import FighterData
from battles.odds import fighters, matchups, views, work
from catalogue.packs.installed import book

UNREAD_TAGS: Final = ("warrior:", "warband:")
"""Tags that identify one warrior or warband; no rule of a duel uses them."""
UNREAD: Final = ("id", "name", "roster_id", "spells", "is_leader")
STRATA: Final = 4
"""Number of groups into which warriors are divided by how many branches their fights may have."""
MANY_STATES: Final = 10_000
"""Requests with fewer states are not used to measure the time of a state, because the rest of the page takes too large
a part of it."""
HEAD: Final = (
    "| requests | number | median | 95th percentile | worst | states, median | states, 95th percentile "
    "| over the limit |\n|---|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True, slots=True)
class Request:
    """One request to the odds page: two warriors with their equipment (empty for the standard one), and the
    situation."""

    a: str
    b: str
    how: str
    rules: str
    ak: tuple[str, ...] = ()
    bk: tuple[str, ...] = ()

    def query(self) -> dict[str, str]:
        """The query string, which includes the complete duel."""
        return {
            "a": self.a, "ak": ",".join(self.ak), "b": self.b, "bk": ",".join(self.bk), "how": self.how,
            "rules": self.rules, "end": "1",
        }  # fmt: skip

    def __str__(self) -> str:
        first, second = (
            f"{name} ({', '.join(kit)})" if kit else name for name, kit in ((self.a, self.ak), (self.b, self.bk))
        )
        return f"{first} against {second}, {self.how}, {self.rules}"


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one request: processor seconds and states."""

    seconds: float
    states: int
    request: Request

    @property
    def per_state(self) -> float:
        """Seconds per state."""
        return self.seconds / max(1, self.states)


class Command(BaseCommand):
    """Prints a row for each set of requests, the ten slowest requests, and the bound for every request."""

    help = (
        "Measure the processor time of whole requests to the odds page (with the duel and other kits): "
        "a stratified sample, a hill climb from its most expensive requests, each warrior against itself, "
        "and every pair of the most expensive warriors."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--each", type=int, default=1, help="requests for each stratum of the sample (256 strata)")
        parser.add_argument("--climbs", type=int, default=12, help="requests from which the search starts")
        parser.add_argument("--steps", type=int, default=20, help="changes tried for each of them")
        parser.add_argument("--most", type=int, default=40, help="warriors of which every pair is measured")
        parser.add_argument("--seed", default="odds")

    def handle(self, *args: Any, **options: Any) -> None:
        self.dice = Random(options["seed"])
        strata = strata_of_warriors()
        warriors = [code for stratum in strata for code in stratum]
        self.stdout.write(f"{len(warriors)} different warriors in {STRATA} strata, {work.REQUEST_STATES:,} states\n\n")
        measure(Request(strata[0][0], strata[0][0], "charge", "core"))
        self.stdout.write(HEAD)
        sample = [measure(request) for request in self._sample(strata, options["each"])]
        self._tell("stratified sample", sample)
        starts = sorted(sample, key=lambda cost: -cost.seconds)[: options["climbs"]]
        searched = [cost for start in starts for cost in self._climb(start, strata, options["steps"])]
        self._tell("search for the worst", searched)
        alone = [measure(Request(code, code, "charge", "core")) for code in warriors]
        self._tell("each warrior against itself, core", alone)
        most = [cost.request.a for cost in sorted(alone, key=lambda cost: -cost.states)[: options["most"]]]
        pairs = [measure(Request(*pair, "charge", "core")) for pair in combinations(most, 2)]
        self._tell(f"every pair of the {len(most)} most expensive, core", pairs)
        everything = [*sample, *searched, *alone, *pairs]
        self._tell_worst(everything)
        self._tell_bound(everything, warriors)

    def _tell_worst(self, costs: list[Cost]) -> None:
        worst: dict[Request, Cost] = {}
        for cost in sorted(costs, key=lambda cost: -cost.seconds):
            worst.setdefault(cost.request, cost)
        again = [_calm(cost) for cost in list(worst.values())[:15]]
        self.stdout.write("\n| processor time | states | request |\n|---|---|---|")
        for cost in sorted(again, key=lambda cost: -cost.seconds)[:10]:
            self.stdout.write(f"| {cost.seconds:.2f} s | {cost.states:,} | {cost.request} |")

    def _tell_bound(self, costs: list[Cost], warriors: list[str]) -> None:
        """Print the slowest state among requests with many states, the slowest page without states, and the bound from
        both."""
        many = [cost for cost in costs if cost.states >= MANY_STATES]
        slow = [_calm(cost) for cost in sorted(many, key=lambda cost: -cost.per_state)[:20]]
        slowest = max(slow, key=lambda cost: cost.per_state)
        fixed = max((_calm(measure(Request(code, code, "shot", "skirmish"))) for code in warriors[::8]), key=_seconds)
        bound = work.REQUEST_STATES * slowest.per_state + fixed.seconds
        self.stdout.write(
            f"\nSlowest state {slowest.per_state * 1e6:.0f} us ({slowest.request}); dearest page with next to no "
            f"states {fixed.seconds:.2f} s ({fixed.request}). So no request takes more than {bound:.2f} s."
        )

    def _sample(self, strata: list[list[str]], each: int) -> list[Request]:
        """A sample from each pair of groups in each situation and ruleset; every other warrior has random equipment."""
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
        """Random equipment: two hand weapons and up to two other items that the warrior may carry."""
        gear = fighters.odds_fighter(code, (), None).gear
        weapons = [item.code for item in gear if item.slot == "close_combat"]
        others = [item.code for item in gear if item.slot != "close_combat"]
        picked = self.dice.sample(weapons, min(2, len(weapons))) + self.dice.sample(others, min(2, len(others)))
        return tuple(picked)

    def _climb(self, start: Cost, strata: list[list[str]], steps: int) -> list[Cost]:
        """Change one thing at a time, and continue from each request that is more expensive. Returns all
        measurements."""
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
        over = sum(cost.states >= work.REQUEST_STATES for cost in costs)
        self.stdout.write(
            f"| {what} | {len(costs)} | {_part(seconds, 0.5):.2f} s | {_part(seconds, 0.95):.2f} s "
            f"| {seconds[-1]:.2f} s | {_part(states, 0.5):,.0f} | {_part(states, 0.95):,.0f} "
            f"| {over} ({100 * over / len(costs):.1f} %) |"
        )


def _part(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def _seconds(cost: Cost) -> float:
    return cost.seconds


def measure(request: Request) -> Cost:
    """Answer a request without the cache, and measure the processor seconds of the view and its template."""
    matchups.forget()
    given = RequestFactory().get("/odds/", request.query(), REMOTE_ADDR=_address(request), HTTP_HOST="localhost")
    given.user = AnonymousUser()
    spent = work.RequestBudget()
    began = time.process_time()
    views.page(given, spent)
    return Cost(time.process_time() - began, spent.spent, request)


def _calm(cost: Cost) -> Cost:
    """The best of three measurements, because other work on the machine can only add time."""
    return min((cost, measure(cost.request), measure(cost.request)), key=lambda cost: cost.seconds)


def _address(request: Request) -> str:
    """A different client address for each request, so that none reaches the limit of one address."""
    dice = Random(str(request))
    return f"10.{dice.randrange(256)}.{dice.randrange(256)}.{dice.randrange(256)}"


def strata_of_warriors() -> list[list[str]]:
    """One warrior for each set of equal fighting values, grouped by the number of branches in their fights; the
    simplest group comes first."""
    weights: dict[str, tuple[int, str]] = {}
    facts = book()
    for code, entry in facts.warrior_types.items():
        if entry.kind == "animal":
            continue
        data = fighters.odds_fighter(code, (), None).data(facts)
        read = {name: value for name, value in data.items() if name not in UNREAD}
        own = (code, entry.warband_type)
        read["tags"] = sorted(tag for tag in read.get("tags", ()) if not tag.startswith(UNREAD_TAGS) and tag not in own)
        weights.setdefault(json.dumps(read, sort_keys=True), (_weight(data), code))
    ordered = [code for _, code in sorted(weights.values())]
    size = -(-len(ordered) // STRATA)
    return [ordered[start : start + size] for start in range(0, len(ordered), size)]


def _weight(data: FighterData) -> int:
    """Estimated number of branches in a warrior's fights: dice rolled, and Wounds and saves that prolong the fight."""
    profile = data["profile"]
    protection = 7 - int(data.get("armour", 7)) + int(profile["toughness"]) + 2 * len(data.get("skills", ()))
    return int(profile["attacks"]) * 4 + int(profile["wounds"]) * 6 + protection + len(data.get("weapons", ()))
