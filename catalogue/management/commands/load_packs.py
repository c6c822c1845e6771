"""`manage.py load_packs`: check the packs of the site and write them into rows. Quick when nothing changed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from catalogue.packs.installed import book
from catalogue.packs.loader import PackErrors
from catalogue.packs.rows import load_book


class Command(BaseCommand):
    help = "Check the packs of the site and write them into the database."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            source = book()
        except PackErrors as errors:
            raise CommandError(f"{len(errors.problems)} mistakes in the packs:\n{errors}") from errors
        loaded = load_book(source=source, at=timezone.now())
        if loaded.was_current:
            self.stdout.write(f"{loaded.packs} packs are up to date.")
        else:
            self.stdout.write(
                f"{loaded.packs} packs: {loaded.created} new, {loaded.updated} changed, {loaded.removed} removed."
            )
