"""manage.py conformance: run worked cases of the rules from YAML files."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from battles.engine.rulesets.keys import CODES
from battles.simulation.conformance.case_reader import CaseFileError
from battles.simulation.conformance.documents import write
from battles.simulation.conformance.runner import Result, run_all
from battles.simulation.conformance.schema import load


class Command(BaseCommand):
    """Exits with code 1 if a case fails or a file cannot be read."""

    help = "Run worked cases of the rules from YAML files or folders. Manual: docs/reference/conformance.md"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="files or folders with .yaml files")
        parser.add_argument("--json", action="store_true", help="print one JSON record for each case and ruleset")
        parser.add_argument("--ruleset", choices=CODES, default="", help="run one ruleset only")

        parser.add_argument("--docs", metavar="FOLDER", default="", help="write rules.md, lists of conformance.md")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            cases = load(options["paths"])
        except CaseFileError as error:
            for fault in error.faults:
                if options["json"]:
                    self.stdout.write(json.dumps(fault._asdict(), ensure_ascii=False))
                else:
                    self.stderr.write(str(fault))
            sys.exit(1)
        passed = failed = 0
        results: list[Result] = []
        for result in run_all(cases, options["ruleset"]):
            results.append(result)
            passed += result.passed
            failed += not result.passed
            if options["json"]:
                self.stdout.write(json.dumps(result.to_data(), ensure_ascii=False))
            elif not result.passed:
                self.stdout.write(f"FAILED {result.case.id} ({result.ruleset}) {result.case.file}:{result.case.line}")
                for fault in result.faults:
                    self.stdout.write(f"    {fault}")
        if not options["json"]:
            self.stdout.write(f"{passed} passed, {failed} failed")
        if options["docs"]:
            write(Path(options["docs"]), results)
        if failed:
            sys.exit(1)
