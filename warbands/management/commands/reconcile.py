"""manage.py reconcile: replay every ledger and compare it with the rows."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mordheim_site.isolation import isolated
from warbands.core.reconcile import reconcile
from warbands.models import Warband


class Command(BaseCommand):
    help = "Check that the ledger of every warband adds up to its current roster."

    def handle(self, *args: Any, **options: Any) -> None:
        count = wrong = 0
        for warband in Warband.objects.order_by("pk").iterator():
            count += 1
            lines: list[str] = []
            with isolated("warbands.core.reconcile", warband.pk) as attempt:
                lines = reconcile(warband)
            if attempt.error is not None:
                lines = [f"could not be replayed: {attempt.error!r}"]
            for line in lines:
                wrong += 1
                self.stderr.write(f"{warband.public_id} {line}")
        if wrong:
            raise CommandError(f"{wrong} differences in {count} warbands.")
        self.stdout.write(f"{count} warbands, every ledger agrees.")
