"""manage.py fairness: lines of sight and paths from both zones of generated tables, and the winners of mirrored battles
on them."""

from __future__ import annotations

from argparse import ArgumentParser
from statistics import mean
from typing import Any

from django.core.management.base import BaseCommand

from battles.engine.table.table import Table
from battles.simulation.bench import corpus, fairness
from battles.tables.library import DENSITIES, PACK_AMOUNTS, SIZES_IN

MOST_PERCENT = 53.0
"""The target: no zone may win more than this percentage of the battles with a winner."""
TOLD_EVERY = 50


class Command(BaseCommand):
    help = "Measure whether generated tables are fair. Nothing is stored in the database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--tables", type=int, default=500, help="seeds of tables whose lines of sight and paths are measured"
        )
        parser.add_argument("--pairs", type=int, default=250, help="tables on which two mirrored battles are played")
        parser.add_argument("--first", type=int, default=0, help="the first seed")
        parser.add_argument("--size", type=int, default=24, choices=SIZES_IN)
        parser.add_argument("--density", default="club", choices=DENSITIES)
        parser.add_argument("--pack", default="none", choices=PACK_AMOUNTS)
        parser.add_argument("--ruleset", default="core", choices=corpus.RULESETS)

    def handle(self, *args: Any, **options: Any) -> None:
        order = fairness.Order(options["size"], options["density"], options["pack"])
        seeds = range(options["first"], options["first"] + options["tables"])
        if seeds:
            self._grounds(order, seeds)
        if options["pairs"]:
            self._battles(order, range(options["first"], options["first"] + options["pairs"]), options["ruleset"])

    def _grounds(self, order: fairness.Order, seeds: range) -> None:
        rows = []
        for count, seed in enumerate(seeds, 1):
            rows.append(fairness.balance(Table.from_data(fairness.table_data(seed, order))))
            self._tell(f"{count} of {len(seeds)} tables", count)
        for name, unit, values in (
            ("seen", "%", [(100 * near.seen, 100 * far.seen) for near, far in rows]),
            ("way to the middle", " inches", [(near.way, far.way) for near, far in rows]),
        ):
            apart = max(abs(near - far) for near, far in values)
            self.stdout.write(
                f"{name}: near {mean(near for near, _far in values):.2f}{unit}, "
                f"far {mean(far for _near, far in values):.2f}{unit}, "
                f"furthest apart on one table {apart:.2f}{unit}"
            )

    def _battles(self, order: fairness.Order, seeds: range, ruleset: str) -> None:
        results: list[fairness.Result] = []
        for count, seed in enumerate(seeds, 1):
            results += fairness.play_pair(seed, order, ruleset)
            self._tell(f"{len(results)} of {2 * len(seeds)} battles", count)
        zone, first = fairness.share_of_zone(results), fairness.share_of_first(results)
        self.stdout.write(f"{len(results)} battles of {ruleset}, {len(results) - zone.of} without a winner")
        self.stdout.write(f"won from the near zone: {zone.times} of {zone.of}, {zone.percent:.1f} % ± {zone.error:.1f}")
        self.stdout.write(
            f"won by the first turn: {first.times} of {first.of}, {first.percent:.1f} % ± {first.error:.1f}"
        )
        share = max(zone.percent, 100 - zone.percent)
        kept = "kept" if share <= MOST_PERCENT else "broken"
        self.stdout.write(f"no zone wins more than {MOST_PERCENT:g} %: {kept}")

    def _tell(self, words: str, count: int) -> None:
        if count % TOLD_EVERY == 0:
            self.stderr.write(words)
