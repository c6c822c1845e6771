"""`manage.py catalogue`: prints every fact as flat records, the schema of packs, the effects, or the rules that exist
only as text."""

import json
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand

from catalogue.effects import EFFECTS
from catalogue.packs.installed import book
from catalogue.packs.missing_effects import gaps
from catalogue.packs.records import records
from catalogue.packs.schema import KINDS, json_schema


class Command(BaseCommand):
    help = "Print the contents of the catalogue."

    def add_arguments(self, parser: ArgumentParser) -> None:
        shape = parser.add_mutually_exclusive_group()
        shape.add_argument("--json", action="store_true", dest="as_json", help="all facts, one record for each")
        shape.add_argument("--jsonl", action="store_true", dest="as_lines", help="the same, one record on each line")
        shape.add_argument("--schema", action="store_true", help="the JSON Schema of a pack file")
        shape.add_argument("--effects", action="store_true", help="the vocabulary of effects, as a table")
        shape.add_argument("--gaps", action="store_true", help="what is text only, by tier")

    def handle(self, *args: Any, as_json: bool, as_lines: bool, **options: Any) -> None:
        if as_json:
            self.stdout.write(json.dumps(list(records(book())), ensure_ascii=False, indent=1))
        elif as_lines:
            for record in records(book()):
                self.stdout.write(json.dumps(record, ensure_ascii=False))
        elif options["schema"]:
            self.stdout.write(json.dumps(json_schema(), ensure_ascii=False, indent=1))
        elif options["effects"]:
            self._print_effects()
        elif options["gaps"]:
            self._print_gaps()
        else:
            for kind in KINDS:
                self.stdout.write(f"{len(book().facts_of(kind)):5}  {kind}")

    def _print_effects(self) -> None:
        for code, meaning in EFFECTS.items():
            params = ", ".join(
                f"{name} ({kind.words}{'' if name in meaning.required else ', optional'})"
                for name, kind in meaning.params.items()
            )
            self.stdout.write(f"| `{code}` | {meaning.part} | {meaning.sentence} | {params} |")

    def _print_gaps(self) -> None:
        found = sorted(gaps(book()), key=lambda gap: (gap.tier, gap.kind, gap.code))
        for gap in found:
            reason = f"  ({gap.reason})" if gap.reason else ""
            row = f"tier {gap.tier}  {gap.when:9}  {gap.automation:4}  {gap.kind}  {gap.code}  {gap.name}{reason}"
            self.stdout.write(row)
        for (tier, when, automation), count in sorted(Counter((g.tier, g.when, g.automation) for g in found).items()):
            self.stdout.write(f"{count:5}  tier {tier}, {when}, {automation}")
        self.stdout.write(f"{len(found)} gaps.")
