"""`manage.py backup FILE`: a backup of the database, taken while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from mordheim_site import backups


class Command(BaseCommand):
    help = "Write a backup of the database to FILE. The site may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="default: a new file in VAR_DIR/backups")

    def handle(self, *args: Any, **options: Any) -> None:
        target: Path = options["file"] or settings.VAR_DIR / "backups" / f"{timezone.now():%Y-%m-%d-%H%M%S}.backup"
        size = backups.backup(target)
        self.stdout.write(f"{target}: {size / 1e6:.1f} MB. Restore it with: manage.py restore {target}")
