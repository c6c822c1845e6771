"""manage.py big_rosters: fill a database with thousands of warbands, then measure roster pages and search.

Use a separate database: rows are written in bulk and not by the players' operations.
"""

from __future__ import annotations

import datetime
import gc
import json
import random
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from django.core.cache import cache
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from accounts.models import User
from catalogue.packs.installed import book
from mordheim_site.public_ids import new_public_id
from warbands.builder import bulk, founding, renaming
from warbands.models import Warband
from warbands.rules.names import random_warband_name

NAME = "big-keeper"
AT = datetime.datetime(2026, 1, 1, 12, 0, tzinfo=datetime.UTC)
OWN = 12
"""Number of warbands of the user who reads the pages; a player in a league has a handful."""
QUERIES = ("lanterns", "brokn lantrens", "the ash compny", "big 4321", "skaven", "zzqq")


class Command(BaseCommand):
    help = "Make thousands of warbands and measure roster pages and search. For a separate database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--warbands", type=int, default=5000)
        parser.add_argument("--runs", type=int, default=40, help="how often each page is requested")
        parser.add_argument("--measure-only", action="store_true", help="use the existing warbands")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["measure_only"]:
            if User.objects.filter(username=NAME).exists():
                raise CommandError("The warbands already exist: use --measure-only, or another database.")
            began = time.perf_counter()
            make(options["warbands"])
            self.stdout.write(f"made in {time.perf_counter() - began:.0f} s")
        for line in measure(options["runs"]):
            self.stdout.write(json.dumps(line))


@transaction.atomic
def make(warbands: int) -> None:
    """Found one warband of every list through the services, and copy the others from them under other names."""
    chance = random.Random(1)
    lists = sorted(book().warband_types)
    keeper = User.objects.create_user(username=NAME, password=None)
    crowd = [
        User(username=f"big-{number}", password="!", public_id=new_public_id())
        for number in range(max(len(lists), warbands // 3))
    ]
    people = User.objects.bulk_create(crowd, batch_size=500)
    patterns = bulk.found_sources(people, lists, at=AT)
    for number in range(len(patterns), warbands):
        pattern = patterns[number % len(patterns)]
        user = keeper if number % (warbands // OWN) == 0 else chance.choice(people)
        made = bulk.copy_rows(pattern, user, number, with_ledger=True)
        name = f"{random_warband_name(made.warband_type_code, str(number))} {number}"
        Warband.objects.filter(pk=made.pk).update(name=name)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def measure(runs: int) -> Iterator[dict[str, Any]]:
    """Queries and server time of each page with warm caches: for the owner, for another reader, with open panels, and
    for the search."""
    keeper = User.objects.get(username=NAME)
    mine = list(Warband.objects.filter(owner=keeper, status="founded").order_by("pk"))
    largest = max(mine, key=lambda band: sum(warrior.headcount for warrior in band.warriors.all()))
    other = Warband.objects.exclude(owner=keeper).filter(visibility="public").order_by("pk")[0]
    first = largest.warriors.order_by("position")[0].public_id
    draft = _draft(keeper)
    client, visitor = Client(headers={"host": "localhost"}), Client(headers={"host": "localhost"})
    fragment = {"HX-Request": "true"}
    with override_settings(ALLOWED_HOSTS=["*"], DEBUG=False):
        client.force_login(keeper)
        client.get("/")
        gc.collect()
        gc.freeze()
        roster = reverse("warbands:roster", args=[largest.public_id])
        builder = reverse("warbands:draft", args=[draft.public_id])
        requests: list[tuple[str, Client, str, dict[str, str] | None]] = [
            ("roster, its owner", client, roster, None),
            ("roster, a visitor", visitor, reverse("warbands:roster", args=[other.public_id]), None),
            ("roster, equipment panel open", client, f"{roster}?kit={first}", fragment),
            ("roster, hire panel open", client, f"{roster}?kit=hire", fragment),
            ("builder of a draft", client, builder, None),
            ("builder, hire panel open", client, f"{builder}?kit=hire", fragment),
            ("trade", client, reverse("warbands:trade", args=[largest.public_id]), None),
            ("one warrior", client, reverse("warbands:warrior", args=[largest.public_id, first]), None),
            ("history", client, reverse("warbands:history", args=[largest.public_id]), None),
            ("print", client, reverse("warbands:print", args=[largest.public_id]), None),
            ("my warbands and public ones", client, reverse("warbands:list"), None),
            ("templates", client, reverse("warbands:templates"), None),
        ]
        for name, sender, url, headers in requests:
            yield bulk.page_cost(sender, name, url, runs, headers)
        for query in QUERIES:
            cache.clear()
            yield bulk.page_cost(client, f"search for {query}", f"/search/?q={quote(query)}", runs)


def _draft(keeper: User) -> Warband:
    """A draft of the Reiklanders with the suggested warband. This list can hire the most hired swords."""
    by = bulk.ActionContext(actor_id=keeper.pk, at=AT)
    started = founding.start_draft(owner_id=keeper.pk, warband_type="reiklanders", at=AT, seed="measured")
    founding.suggest(warband_id=started.warband_id, by=by)
    renaming.rename(warband_id=started.warband_id, name="The measured", by=by)
    return Warband.objects.get(pk=started.warband_id)
