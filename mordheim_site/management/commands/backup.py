"""`manage.py backup FILE`: a backup of the database, taken while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from mordheim_site import backups


class Command(BaseCommand):
    help = "Write a backup of the database to FILE. The site can keep running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="default: a new file in VAR_DIR/backups")
        parser.add_argument(
            "--keep", type=int, default=None, metavar="N", help="delete all but the newest N backups in VAR_DIR/backups"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = settings.VAR_DIR / "backups"
        keep: int | None = options["keep"]
        if keep is not None and (keep < 1 or options["file"]):
            raise CommandError("--keep needs a number from 1 on and no FILE: it is for the backups in VAR_DIR/backups.")
        target: Path = options["file"] or folder / f"{timezone.now():%Y-%m-%d-%H%M%S}.backup"
        size = backups.backup(target)
        self.stdout.write(f"{target}: {size / 1e6:.1f} MB. Restore it with: manage.py restore {target}")
        if keep is not None:
            for old in backups.rotate(folder, keep=keep):
                self.stdout.write(f"Deleted {old}.")
