"""manage.py geometry: play bot battles and check all model positions after every command."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from django.core.management.base import BaseCommand

from battles.simulation.audit.runs import Report, joined, play_audited

TOLD_EVERY = 50


class Command(BaseCommand):
    help = (
        "Play bot battles in all four rulesets, with and without the terrain pack, and check after every command that "
        "everybody stands where a move may end, no bases overlap and contact means engaged. Exits with 1 on any fault. "
        "Nothing is stored in the database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--battles", type=int, default=40)
        parser.add_argument("--first", type=int, default=0, help="number of the first battle")
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--shown", type=int, default=20, help="faults printed in full")

    def handle(self, *args: Any, **options: Any) -> None:
        numbers = range(options["first"], options["first"] + options["battles"])
        began = time.process_time()
        reports: list[Report] = []
        if options["processes"] > 1:
            with ProcessPoolExecutor(options["processes"]) as pool:
                for report in pool.map(play_audited, numbers):
                    self._take(reports, report)
        else:
            for number in numbers:
                self._take(reports, play_audited(number))
        whole = joined(reports)
        for number, count, command, fault in whole.faults[: options["shown"]]:
            self.stdout.write(f"battle {number}, command {count}, {command}: {fault.kind}: {fault.words}")
        self.stdout.write(f"{whole.battles} battles, {whole.commands} commands, {len(whole.faults)} faults")
        for kind, times in sorted(whole.kinds().items()):
            self.stdout.write(f"  {kind}: {times}")
        self.stderr.write(f"{time.process_time() - began:.0f} s of processor time in this process")
        if whole.faults:
            raise SystemExit(1)

    def _take(self, reports: list[Report], report: Report) -> None:
        reports.append(report)
        if len(reports) % TOLD_EVERY == 0:
            self.stderr.write(f"{len(reports)} battles, {sum(len(report.faults) for report in reports)} faults")
