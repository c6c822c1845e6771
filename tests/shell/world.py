"""Rows for tests of all addresses, created with services: the owner has one of everything, the stranger has no part in
it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from PIL import Image

from accounts.models import User
from battles.core.tests.factories import two_people
from battles.models import Battle, Track
from battles.setup import match_battles
from battles.tables import services as tables_services
from battles.tables.editor.actions import blank
from battles.tables.library import table_for
from battles.tables.models import DrawnTable
from battles.tabletop.photos.services import add_photo
from battles.tabletop.tracker import services as tracker_services
from campaigns.core.tests.factories import NOON, entry_of, league, match_between
from campaigns.deals import services as deals_services
from campaigns.deals.rules import DealGoods
from campaigns.models import Campaign, Deal, Match, Membership, Post, PushDevice, Role
from campaigns.notices import mail
from campaigns.packs import services as packs_services
from campaigns.posts import services as posts_services
from catalogue.custom_packs.tests.factories import released
from catalogue.models import CustomPack
from catalogue.packs.installed import book
from catalogue.packs.kinds import SLUGS
from jobs import services as jobs_services
from jobs.models import Job
from mordheim_site.old_addresses import redirect
from warbands.core.tests.factories import draft
from warbands.models import Template, Warband
from warbands.shared.selectors import warbands_of
from warbands.templates import services as templates_services

# Django's admin has its own test: see `admin_routes`.
ADMIN = "admin/"


@dataclass(frozen=True)
class Route:
    """One address of the site as Django's resolver knows it: "warbands/<pid:pid>/"."""

    address: str
    view: Any


def routes(patterns: list[URLPattern | URLResolver] | None = None, before: str = "") -> Iterator[Route]:
    """Every address in the resolver."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, address)
        else:
            yield Route(address, pattern.callback)


def our_routes() -> list[Route]:
    """All addresses except the admin's and the redirects from earlier addresses, which `test_old_addresses.py`
    checks."""
    return [route for route in routes() if not route.address.startswith(ADMIN) and route.view is not redirect]


@dataclass(frozen=True)
class Town:
    """The users and rows, and the values for parts of addresses."""

    owner: User
    rival: User
    stranger: User
    arbitrator: User
    warband: Warband
    draft: Warband
    campaign: Campaign
    match: Match
    battle: Battle
    league_battle: Battle
    job: Job
    table: DrawnTable
    stop_key: str
    post: Post
    deal: Deal
    pack: CustomPack
    played_pack: CustomPack
    template: Template
    track: Track
    device: PushDevice

    def parts(self, address: str) -> dict[str, str]:
        """Values for the named parts of an address, depending on the app it belongs to."""
        room = address.removeprefix("api/v1/").split("/")[0]
        ours = entry_of(self.campaign, self.owner)
        by_room: dict[str, dict[str, str]] = {
            "jobs": {"pid:public_id": self.job.public_id},
            "packs": {"slug:code": "rulebook", "pid:pid": self.pack.public_id, "int:number": "1"},
            "rules": {"slug:code": "turn", "slug:ruleset": "core"},
            "catalogue": {"slug:slug": "items", "slug:code": "sword"},
            "warbands": {
                "pid:pid": self.warband.public_id,
                "slug:code": "reiklanders",
                "slug:verb": "archive",
                "slug:form": "text",
                "pid:tid": self.template.public_id,
            },
            "campaigns": {"slug:slug": self.campaign.slug, "slug:verb": "notice"},
            "people": {"pid:pid": self.owner.public_id},
            "join": {"pid:code": self.campaign.join_code},
            "inbox": {"pid:key": self.stop_key},
            "notices": {"pid:pid": self.device.public_id},
            "battles": {
                "pid:pid": self.battle.public_id,
                "slug:model_id": "a1",
                "pid:aid": "Ab12Cd34Ef56",
                "slug:target": "b1",
                "slug:code": "walk",
            },
            "accounts": {"int:pk": "1", "pid:pid": "Ab12Cd34Ef56"},
            "account": {"pid:pid": self.device.public_id},
            # Nothing was removed.
            "moderation": {"pid:pid": "Ab12Cd34Ef56"},
            "removals": {"pid:pid": "Ab12Cd34Ef56"},
            "tables": {"pid:pid": self.table.public_id, "slug:verb": "undo"},
        }
        parts = by_room.get(room, {})
        if address.startswith("api/v1/catalogue/") and (kind := SLUGS.get(address.split("/")[3])):
            parts["slug:code"] = next(iter(book().facts_of(kind)), "none")
        if "battles/stand-ins/" in address or "battles/confirm/" in address:
            parts["slug:key"] = "a-key-of-nobody"
        if "warbands/blank/" in address:
            parts["slug:form"] = "cards"
        if room == "warbands" and "<pid:wid>" in address:
            parts["pid:wid"] = self.warband.warriors.order_by("pk")[0].public_id
        if room == "warbands" and ("/draft/" in address or "/delete/" in address):
            parts["pid:pid"] = self.draft.public_id
        if room == "campaigns" and "/matches/" in address:
            parts["pid:pid"] = self.match.public_id
        if room == "campaigns" and "/people/" in address:
            parts["pid:pid"] = ours.public_id
        if room == "campaigns" and any(f"/{name}/" in address for name in ("awards", "webhooks", "factions")):
            # None of them can be read or posted to by its id.
            parts["pid:pid"] = ours.public_id
        if room == "campaigns" and "/deals/" in address:
            parts["pid:pid"] = self.deal.public_id
        if room == "campaigns" and "/packs/" in address:
            parts["pid:pid"] = self.played_pack.public_id
        if room == "campaigns" and "/posts/" in address:
            parts["pid:pid"] = self.post.public_id
        if room == "campaigns" and "/pictures/" in address:
            parts["pid:pid"] = self.post.pictures.get().public_id
        if address.startswith("campaigns/warbands/"):
            parts["pid:pid"] = self.warband.public_id
        if "battles/line-up/" in address:
            parts["pid:pid"] = self.warband.public_id
        if "battles/match/" in address:
            parts["pid:pid"] = self.match.public_id
        if "battles/track/<" in address:
            parts["pid:pid"] = self.track.public_id
        if "<pid:photo>" in address:
            parts["pid:photo"] = self.track.photos.get().public_id
        if "/stashes/" in address:
            parts["pid:pid"] = ours.public_id
        return parts

    def url(self, address: str) -> str:
        """A real address for a pattern."""
        text = address
        for name, value in self.parts(address).items():
            text = text.replace(f"<{name}>", value)
        text = text.replace("^confirm-email/(?P<key>[-:\\w]+)/$", "confirm-email/MQ:abc:def/")
        text = text.replace("^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$", "password/reset/key/1-set-x/")
        assert "<" not in text, f"{text}: say in tests/shell/world.py what its parts stand for"
        return f"/{text}"


def build_town(owner: User, rival: User, stranger: User, arbitrator: User) -> Town:
    """Create a private league that the owner runs with a second arbitrator, who plays no warband; a match of it on the
    board; private warbands and a private pack; a draft; a job."""
    jobs_services.beat(host="worker-1", now=timezone.now())
    campaign = league(owner, [owner, rival], audience="members", name="Closed circle")
    Membership.objects.create(campaign=campaign, user=arbitrator, role=Role.CO_ARBITRATOR, joined_at=NOON)
    match = match_between(campaign, owner, rival)
    table = table_for(code="", seed="sweep", density="low", size_in=24)
    on_board = match_battles.begin(match_id=match.pk, actor_id=owner.pk, table=table, now=NOON, seed=bytes(32))
    device = PushDevice.objects.create(user=owner, endpoint="https://push.example/1", point="B", auth="x", made_at=NOON)
    warband = warbands_of(owner.pk)[0]
    played = released(owner).pack
    packs_services.choose(campaign_id=campaign.pk, actor_id=owner.pk, now=NOON, left_out=[], own={played.code: 1})
    return Town(
        owner=owner,
        rival=rival,
        stranger=stranger,
        arbitrator=arbitrator,
        warband=warband,
        draft=draft(owner, "skaven"),
        campaign=campaign,
        match=match,
        battle=two_people(owner, rival, visibility="link"),
        league_battle=on_board,
        job=Job.objects.create(kind="test.none", key="sweep", owner=owner),
        table=tables_services.save_table(owner_id=owner.pk, data=blank("Ground", 2400, 2400), at=NOON),
        post=posts_services.publish(
            campaign_id=campaign.pk,
            actor_id=owner.pk,
            title="News",
            body="Of the *circle*.",
            now=NOON,
            photos=[(small_png(), "A dark square")],
        ),
        deal=deals_services.offer(
            campaign_id=campaign.pk,
            actor_id=owner.pk,
            one=entry_of(campaign, owner).public_id,
            other=entry_of(campaign, rival).public_id,
            gives=DealGoods(gold_gc=1),
            takes=DealGoods(),
            now=NOON,
        ),
        pack=released(owner).pack,
        played_pack=played,
        template=templates_services.save_template(warband_id=warband.pk, owner_id=owner.pk, at=NOON),
        track=_tracked(campaign, owner, rival),
        device=device,
        stop_key=mail.choose(user_id=owner.pk, muted=[], rhythm="daily").stop_key,
    )


def _tracked(campaign: Campaign, owner: User, rival: User) -> Track:
    """Another match of the league that is played with miniatures."""
    match = match_between(campaign, owner, rival)
    everybody = {
        f"fights-{letter}-{warrior.public_id}": "on"
        for letter, side in zip("ab", match.sides.order_by("place"), strict=True)
        for warrior in side.entry.warband.warriors.all()
    }
    track = tracker_services.start_for_match(match_id=match.pk, actor_id=owner.pk, data=everybody, now=NOON)
    add_photo(track_id=track.public_id, actor_id=owner.pk, upload=small_png(), description="", command_id="", now=NOON)
    return track


def small_png() -> bytes:
    """A picture to upload."""
    picture = io.BytesIO()
    Image.new("RGB", (8, 8)).save(picture, "PNG")
    return picture.getvalue()


@contextmanager
def counting_writes() -> Iterator[list[str]]:
    """Collect the statements that change rows."""
    lines: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "DROP", "ALTER")):
            lines.append(sql[:200])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield lines


def signed_in(user: User | None) -> Client:
    """A browser of this user. Server errors are shown as the page that a user would see."""
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client
