"""manage.py bench: the speed of the engine on this machine, compared with its targets."""

from __future__ import annotations

import os
import platform
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from battles.engine.dice import PlainDice
from battles.simulation.bench import battles, corpus, questions, sampling
from battles.simulation.bench.figures import Figure, as_markdown

FIGURES = Path("docs") / "figures.md"
INTRODUCTION = """# Measurements

Each section names the command that produces its figures. All were measured on the machine named below the first table.

`python manage.py bench --write` writes this first table. Processor time of one process on one core; medians over
several battles and runs. Battles are fought by two suggested warbands of ten on generated tables of 24 by 24 inches;
single questions are asked on 48 by 48 inches. "Limit" and "target" are the project's own bounds; a factor above 1 is
better than the limit.

"""


def with_figures(page: str, figures: str) -> str:
    """The page with these figures at its top. Everything from the first section heading on is unchanged."""
    _old, heading, rest = page.partition("\n## ")
    return figures.rstrip("\n") + "\n" + (heading + rest if heading else "")


class Command(BaseCommand):
    help = "Measure the rules engine. Nothing is stored in the database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--quick", action="store_true", help="one battle of one ruleset: not a measurement")
        parser.add_argument("--profile", action="store_true", help="only where the time of random battles goes")
        parser.add_argument("--write", action="store_true", help=f"write {FIGURES}")

    def handle(self, *args: Any, **options: Any) -> None:
        quick: bool = options["quick"]
        if options["profile"]:
            for ruleset in corpus.RULESETS[:1] if quick else corpus.RULESETS:
                parts = sampling.shares(ruleset, 1 if quick else sampling.BATTLES)
                self.stdout.write(", ".join([ruleset, *(f"{part} {share:.0%}" for part, share in parts.items())]))
            return
        text = as_markdown(measure(quick=quick), machine(), "Quick run." if quick else "Full run.")
        self.stdout.write(text)
        if options["write"]:
            page = Path(settings.BASE_DIR) / FIGURES
            page.write_text(with_figures(page.read_text() if page.exists() else "", INTRODUCTION + text))
            self.stdout.write(f"Written to {FIGURES}.")


def measure(*, quick: bool) -> list[Figure]:
    """All figures, in the order of the report."""
    seeds, rulesets, runs = (1, ("mordheim",), 1) if quick else (3, corpus.RULESETS, 3)
    found = battles.rate_figures(seeds, rulesets)
    found += questions.state_figures(1, rulesets)
    found += questions.sight_figures(200 if quick else 5000)
    found += questions.odds_figures(runs)
    found += battles.dice_figures(runs)
    found += battles.log_figures(corpus.play(corpus.setup("mordheim", 1), PlainDice(1)), runs)
    return found + questions.edition_figures()


def machine() -> str:
    """Processor, cores, system and Python version in one line."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        name = models[0] if models else name
    system = f"{platform.system()} {platform.release().split('-')[0]}"
    return f"{name}, {os.cpu_count()} cores, {system}, {platform.python_implementation()} {platform.python_version()}"
