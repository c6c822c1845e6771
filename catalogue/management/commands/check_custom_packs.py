"""`manage.py check_custom_packs`: which released versions refer to something that the packs of the site no
longer contain.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalogue.custom_packs.reader import read_custom_pack
from catalogue.models import PackRelease
from mordheim_site.isolation import isolated


class Command(BaseCommand):
    help = "Check every released version of every custom pack against the packs of the site, and list all mistakes."

    def handle(self, *args: Any, **options: Any) -> None:
        wrong, count = 0, 0
        for row in PackRelease.objects.select_related("pack").defer("facts").order_by("pack_id", "number").iterator():
            count += 1
            problems: list[object] = []
            with isolated("catalogue.check_custom_packs", row.pk) as attempt:
                problems = list(read_custom_pack(row.text, file=row.code).problems)
            if attempt.error is not None:
                problems = [f"could not be read: {attempt.error!r}"]
            for problem in problems:
                wrong += 1
                self.stderr.write(f"{row.name}: {problem}")
        if wrong:
            raise CommandError(f"{wrong} mistakes in {count} versions.")
        self.stdout.write(f"{count} versions, no mistakes.")
