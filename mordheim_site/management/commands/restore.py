"""`manage.py restore FILE`: replace the database by a backup."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from jobs import outgoing
from mordheim_site import backups


class Command(BaseCommand):
    help = "Replace the database with the backup in FILE. Stop the site first, and back up the current database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")
        parser.add_argument(
            "--while-running", action="store_true", help="restore although the site seems to be running"
        )

        parser.add_argument(
            "--send-waiting",
            action="store_true",
            help="send the mails, webhooks and push notifications that waited when the backup was made",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        source: Path = options["file"]
        signs = backups.signs_of_a_running_site()
        if signs and not options["while_running"]:
            raise CommandError(
                f"The site seems to be running: {'; '.join(signs)}. Stop it, wait half a minute and try again. "
                "With --while-running it is restored anyway, and what users do in the meantime is lost. Nothing "
                "was changed."
            )
        if not options["yes"]:
            self.confirm(source)
        backups.restore(source)
        call_command("migrate", interactive=False, verbosity=0)
        counts = backups.verify()
        held = 0 if options["send_waiting"] else outgoing.hold_back(now=timezone.now())
        self.stdout.write(f"The database was restored from {source} and checked: {counts}.")
        if held:
            self.stdout.write(
                f"{held} messages that waited when the backup was made will not be sent: mails, webhooks, push "
                "notifications and reminders. They have probably been sent since."
            )

    def confirm(self, source: Path) -> None:
        """Ask before everything is replaced. Raises CommandError when the answer is not "restore"."""
        if not sys.stdin.isatty():
            raise CommandError("This replaces the whole database. Run it with --yes to confirm. Nothing was changed.")
        present = backups.counts()
        answer = input(f"This replaces the whole database ({present}) by {source}. Type “restore” to go on: ")
        if answer.strip().lower() != "restore":
            raise CommandError("Not confirmed. Nothing was changed.")
