"""`manage.py restore FILE`: a copy made by `backup` takes the place of the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from mordheim_site import keeping


class Command(BaseCommand):
    help = "Put the copy in FILE in the place of the database. Stop the site first; take a backup of what is there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        keeping.restore(options["file"])
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"The database is that of {options['file']} again.")
