"""manage.py big_league: fill a database with a large league, then measure its pages and its standings. Use a separate
database: rows are written in bulk, which takes seconds, and not by the operations of the pages."""

from __future__ import annotations

import datetime
import gc
import json
import random
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.cache import cache
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from accounts.models import User
from campaigns.administration import services as running_services
from campaigns.matches.rows import new_matches
from campaigns.models import Campaign, CampaignEvent, Entry, Match, MatchSide, MatchStatus, Membership, Role, Round
from campaigns.standings.rules import fold
from campaigns.standings.selectors import formula_of, results_of, standings_of
from mordheim_site.public_ids import new_public_id
from warbands.builder import bulk
from warbands.models import Warband

SLUG = "the-big-league"
TYPES = ("reiklanders", "middenheimers", "marienburgers", "skaven", "undead", "witch_hunters")
BEGINS = datetime.datetime(2026, 1, 1, 12, 0, tzinfo=datetime.UTC)
PAGES = ("home", "standings", "matches", "chronicle", "statistics", "people", "city", "graveyard", "deals", "posts",
         "rules", "feed", "calendar", "dashboard", "embed", "preview")  # fmt: skip


class Command(BaseCommand):
    help = "Make a league of many warbands and battles, and measure its pages. For a database of its own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--warbands", type=int, default=500)
        parser.add_argument("--battles", type=int, default=5000)
        parser.add_argument("--runs", type=int, default=20, help="how often each page is requested")
        parser.add_argument("--measure-only", action="store_true", help="the league is there already")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["measure_only"]:
            if Campaign.objects.filter(slug=SLUG).exists():
                raise CommandError("The big league already exists: use --measure-only, or another database.")
            began = time.perf_counter()
            make(options["warbands"], options["battles"])
            self.stdout.write(f"made in {time.perf_counter() - began:.0f} s")
        campaign = Campaign.objects.get(slug=SLUG)
        for line in measure(campaign, options["runs"]):
            self.stdout.write(json.dumps(line))


@transaction.atomic
def make(warbands: int, battles: int) -> Campaign:
    """Create the league: rosters that are copies of real ones, and battles with results, ratings and events over 40
    rounds."""
    chance = random.Random(1)
    host = User.objects.create_user(username="big-host", password=None)
    campaign = running_services.create(actor_id=host.pk, name="The big league", now=BEGINS, map_code="ruined_city")
    people = User.objects.bulk_create(
        [User(username=f"big-{number}", password="!", public_id=new_public_id()) for number in range(warbands)],
        batch_size=500,
    )
    bands = _bands(people)
    entries = Entry.objects.bulk_create(
        [
            Entry(campaign=campaign, warband=band, player=user, joined_at=BEGINS + datetime.timedelta(minutes=number))
            for number, (band, user) in enumerate(zip(bands, people, strict=True))
        ],
        batch_size=500,
    )
    Membership.objects.bulk_create(
        [Membership(campaign=campaign, user=user, role=Role.PLAYER, joined_at=BEGINS) for user in people],
        batch_size=500,
    )
    _battles(campaign, entries, battles, chance)
    return campaign


def _bands(people: list[User]) -> list[Warband]:
    """Create the rosters: one warband of each list is founded, and its rows are copied for the others."""
    patterns = bulk.found_sources(people, TYPES, at=BEGINS)
    bands = [pattern.band for pattern in patterns]
    for number, user in enumerate(people[len(TYPES) :], len(TYPES)):
        bands.append(bulk.copy_rows(patterns[number % len(TYPES)], user, number))
    return bands


def _battles(campaign: Campaign, entries: list[Entry], battles: int, chance: random.Random) -> None:
    each = max(1, len(entries) // 2)
    number = made = 0
    while made < battles:
        number += 1
        starts = (BEGINS + datetime.timedelta(days=7 * number)).date()
        round_ = Round.objects.create(campaign=campaign, number=number, starts_on=starts, ends_on=starts)
        order = chance.sample(entries, len(entries))
        pairs = list(zip(order[::2], order[1::2], strict=False))[: min(each, battles - made)]
        matches = new_matches(campaign, round_, pairs)
        _play(campaign, matches, pairs, number, chance)
        made += len(matches)


def _play(
    campaign: Campaign, matches: list[Match], pairs: list[tuple[Entry, Entry]], number: int, chance: random.Random
) -> None:
    at = BEGINS + datetime.timedelta(days=7 * number)
    events, sides = [], []
    for match, pair in zip(matches, pairs, strict=True):
        at += datetime.timedelta(minutes=1)
        match.status, match.how, match.played_at = MatchStatus.AGREED, "reported", at
        lost = (chance.randint(0, 4), chance.randint(0, 5))
        outcome = chance.choice([("win", "loss"), ("loss", "win"), ("draw", "draw")])
        league_events = []
        for place, entry in enumerate(pair):
            rating = chance.randint(60, 220)
            sides.append((match.pk, place, outcome[place], lost[1 - place], lost[place], rating))
            league_events.append({"entry": entry.public_id, "warband": entry.warband.name, "result": outcome[place],
                         "kills": lost[1 - place], "losses": lost[place], "rating": rating})  # fmt: skip
        events.append(
            CampaignEvent(
                campaign=campaign, kind="match_played", at=at, data={"match": match.public_id, "sides": league_events}
            )
        )
    Match.objects.bulk_update(matches, ["status", "how", "played_at"], batch_size=500)
    rows = {(row.match_id, row.place): row for row in MatchSide.objects.filter(match__in=matches)}
    for match_pk, place, result, kills, losses, rating in sides:
        row = rows[match_pk, place]
        row.result, row.kills, row.losses, row.rating_before = result, kills, losses, rating
    MatchSide.objects.bulk_update(rows.values(), ["result", "kills", "losses", "rating_before"], batch_size=500)
    CampaignEvent.objects.bulk_create(events, batch_size=500)


def measure(campaign: Campaign, runs: int) -> Iterator[dict[str, Any]]:
    """Queries and server time of each page with warm caches; then of the standings calculated from scratch."""
    client = Client(headers={"host": "localhost"})
    host = campaign.created_by
    assert host is not None
    with override_settings(ALLOWED_HOSTS=["*"], DEBUG=False):
        client.force_login(host)
        client.get("/")
        gc.collect()
        gc.freeze()
        for page in PAGES:
            yield bulk.page_cost(client, page, reverse(f"campaigns:{page}", args=[campaign.slug]), runs)
        entry, match = campaign.entries.first(), campaign.matches.last()
        assert entry is not None
        assert match is not None
        for page, row in (("entry", entry), ("match", match)):
            yield bulk.page_cost(client, page, reverse(f"campaigns:{page}", args=[campaign.slug, row.public_id]), runs)
        yield bulk.page_cost(client, "list", reverse("campaigns:list"), runs)
    began = time.process_time()
    tallies = fold(results_of(campaign.pk), formula_of(campaign))
    yield {
        "what": "every result folded",
        "warbands": len(tallies),
        "cpu_ms": round((time.process_time() - began) * 1000),
    }
    cache.clear()
    began, wall = time.process_time(), time.perf_counter()
    rows = standings_of(Campaign.objects.get(pk=campaign.pk))
    yield {
        "what": "the table from nothing, with the rating of every roster",
        "rows": len(rows),
        "cpu_ms": round((time.process_time() - began) * 1000),
        "ms": round((time.perf_counter() - wall) * 1000),
    }
