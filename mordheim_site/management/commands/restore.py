"""`manage.py restore FILE`: replace the database by a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from mordheim_site import backups


class Command(BaseCommand):
    help = "Replace the database by the backup in FILE. Stop the site first, and back up the present database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        backups.restore(options["file"])
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"The database was restored from {options['file']}.")
