"""`manage.py backup FILE`: a copy of the database, taken while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from mordheim_site import keeping


class Command(BaseCommand):
    help = "Write a copy of the database to FILE. The site may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        size = keeping.backup(options["file"])
        self.stdout.write(
            f"{options['file']}: {size / 1e6:.1f} MB. Put it back with: manage.py restore {options['file']}"
        )
