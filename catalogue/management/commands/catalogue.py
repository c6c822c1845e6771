"""`manage.py catalogue --json | --gaps`: every fact as flat records, or what is still text only."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from catalogue.book import book
from catalogue.flat import records
from catalogue.gaps import gaps
from catalogue.schema import KINDS


class Command(BaseCommand):
    help = "Print what the catalogue holds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        shape = parser.add_mutually_exclusive_group()
        shape.add_argument("--json", action="store_true", dest="as_json", help="every fact, one record a fact")
        shape.add_argument("--jsonl", action="store_true", dest="as_lines", help="the same, one record a line")
        shape.add_argument("--gaps", action="store_true", help="what is text only, by tier")

    def handle(self, *args: Any, as_json: bool, as_lines: bool, gaps: bool, **options: Any) -> None:
        if as_json:
            self.stdout.write(json.dumps(list(records(book())), ensure_ascii=False, indent=1))
        elif as_lines:
            for record in records(book()):
                self.stdout.write(json.dumps(record, ensure_ascii=False))
        elif gaps:
            self._print_gaps()
        else:
            for kind in KINDS:
                self.stdout.write(f"{len(book().facts_of(kind)):5}  {kind}")

    def _print_gaps(self) -> None:
        found = sorted(gaps(book()), key=lambda gap: (gap.tier, gap.kind, gap.code))
        for gap in found:
            self.stdout.write(f"tier {gap.tier}  {gap.automation:4}  {gap.kind}  {gap.code}  {gap.name}")
        self.stdout.write(f"{len(found)} gaps.")
