"""manage.py bots --pairings: the strengths of the bots in mirrored matches, and what they did."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from multiprocessing import get_context
from typing import Any

from django.core.management.base import BaseCommand

from battles.engine.bots.commander import QUICK
from battles.engine.bots.registry import bot_names
from battles.simulation.bench import corpus, matches
from battles.simulation.bench.fairness import Share
from battles.simulation.bench.matches import Pairing, Result
from battles.tables.library import SIZES_IN

PAIRINGS = ("tactician:random", "tactician:soldier", "soldier:random")
COUNTED = ("casts", "climbs", "jumps", "falls", "hides", "interceptions")


def pairing(text: str) -> tuple[str, str]:
    """The two names of bots in "tactician:random". Raises ArgumentTypeError for anything else."""
    better, _, worse = text.partition(":")
    if not {better, worse} <= set(bot_names()):
        raise ArgumentTypeError(f"{text} is not two of the bots {', '.join(bot_names())}, such as tactician:random")
    return better, worse


class Command(BaseCommand):
    help = "Measure the strength of the bots against each other. Nothing is stored in the database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--pairings", nargs="*", type=pairing, default=None, help=f"by default {' '.join(PAIRINGS)}"
        )
        parser.add_argument("--rulesets", nargs="+", default=corpus.RULESETS, choices=corpus.RULESETS)
        parser.add_argument("--sizes", nargs="+", type=int, default=(24,), choices=SIZES_IN, help="inches")
        parser.add_argument("--battles", type=int, default=48, help="for each pairing, ruleset and size")
        parser.add_argument("--first", type=int, default=0, help="the first number; a match depends only on its number")
        parser.add_argument("--nodes", type=int, default=QUICK, help="budget of the commander for each command")
        parser.add_argument("--processes", type=int, default=2)

    def handle(self, *args: Any, **options: Any) -> None:
        pairings = options["pairings"] or [pairing(text) for text in PAIRINGS]
        numbers = range(options["first"], options["first"] + options["battles"])
        for ruleset, size_in, (better, worse) in product(options["rulesets"], options["sizes"], pairings):
            chosen = Pairing(better, worse, ruleset, size_in, options["nodes"])
            self._report(chosen, self._play(chosen, numbers, options["processes"]))

    def _play(self, chosen: Pairing, numbers: range, processes: int) -> list[Result]:
        if processes < 2:
            return [matches.match(chosen, number) for number in numbers]
        with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
            return list(pool.map(partial(matches.match, chosen), numbers))

    def _report(self, chosen: Pairing, results: Sequence[Result]) -> None:
        score, seconds = matches.score_of(results), sum(result.seconds for result in results)
        share = Share(score.won, len(results))
        self.stdout.write(
            f"{chosen.ruleset}, {chosen.size_in} inches, {chosen.better} against {chosen.worse}: "
            f"won {score.won} of {len(results)}, {share.percent:.1f} % ± {share.error:.1f}, {score.drawn} draws, "
            f"{seconds / max(1, len(results)):.2f} s of processor time each"
        )
        for name, did in (
            (chosen.better, [result.better for result in results]),
            (chosen.worse, [result.worse for result in results]),
        ):
            if name != "random":
                self.stdout.write(f"  {name}: {deeds(sum(did, Counter()))}")


def deeds(did: Counter[str]) -> str:
    """What a bot did in all matches, as one line."""
    failed = Share(did["failed"], did["charges"])
    why = ", ".join(f"{word[8:]} {times}" for word, times in did.most_common() if word.startswith("failed: "))
    lost = f"{did['charges']} charges, {failed.percent:.1f} % failed{f' ({why})' if why else ''}"
    shots = f"{did['shots']} shots, {Share(did['out of range'], did['shots']).percent:.1f} % out of range"
    return "; ".join((lost, shots, ", ".join(f"{did[word]} {word}" for word in COUNTED)))
