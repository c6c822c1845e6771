"""Imports a league file as a league of the importing user: everything, or nothing. Rule: LG-FILE-01"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import idempotency
from accounts.models import User
from accounts.names import clean_name
from campaigns.administration import services as running_services
from campaigns.city import services as city_services
from campaigns.city.maps import all_maps
from campaigns.core.events import record
from campaigns.core.refusals import BadHandover
from campaigns.exchange.document import BadLeagueFile, LeagueFile, SavedEntry, SavedMatch
from campaigns.house_rules import services as house_rules_services
from campaigns.models import (
    Award,
    Campaign,
    CampaignEvent,
    Comment,
    Entry,
    Faction,
    Match,
    MatchSide,
    Membership,
    Picture,
    Post,
    PostKind,
    ResourceEntry,
    Role,
    Round,
    RoundKind,
)
from catalogue.custom_packs.library import known_pins
from catalogue.packs.installed import book
from mordheim_site.pictures import NotAPicture, PictureTooLarge, StoredPicture, re_encode
from mordheim_site.public_ids import new_public_id
from warbands.core import packs
from warbands.exchange import services as exchange_services
from warbands.exchange.names import Report
from warbands.exchange.refusals import UnreadableFile
from warbands.exchange.unknown_codes import without_unknown_codes
from warbands.models import Warband

PHOTO_POINTS = 1280


@dataclass(frozen=True, slots=True)
class Keys:
    """New rows by the keys of the file."""

    entries: dict[str, Entry]
    matches: dict[str, Match]
    posts: dict[str, Post]

    def in_place_of(self, value: Any) -> Any:
        """Plain data with every key of the file exchanged for that of the row made from it."""
        if isinstance(value, dict):
            return {name: self.in_place_of(one) for name, one in value.items()}
        if isinstance(value, list):
            return [self.in_place_of(one) for one in value]
        if isinstance(value, str) and len(value) == 12:
            row = self.entries.get(value) or self.matches.get(value) or self.posts.get(value)
            return row.public_id if row is not None else value
        return value


@transaction.atomic
def import_campaign(*, actor_id: int, document: LeagueFile, now: datetime, source_key: str = "") -> Campaign:
    """Create the league of a document. The importing user runs it and plays every warband until each is handed to its
    player. The same `source_key` of the same user creates one league.

    Raises GuestsDoNotRun, BadHouseRules, BadLeagueFile. Rule: LG-FILE-01
    """
    settings = document.settings
    if settings.map_code and settings.map_code not in all_maps():
        raise BadLeagueFile(_("this site does not have its map."))
    idempotency.claim(user_id=actor_id, key=f"league-file:{source_key}" if source_key else "")
    pictures = [[_picture(one) for one, _words in post.pictures] for post in document.posts]
    before = CampaignEvent.objects.filter(actor_id=actor_id, source_key=source_key) if source_key else None
    earlier = before.select_related("campaign").first() if before is not None else None
    if earlier is not None:
        return earlier.campaign
    campaign = running_services.create(
        actor_id=actor_id,
        name=settings.name,
        now=now,
        ruleset=settings.ruleset,
        preset=settings.preset,
        starting_gold_gc=settings.starting_gold_gc,
        house_rules=settings.house_rules,
        audience="members",
        points=settings.points,
        warbands_per_player=settings.warbands_per_player,
        ladder_reach=settings.ladder_reach,
        map_code=settings.map_code,
        packs=known_pins(settings.packs),
        source_key=source_key,
    )
    for resource in settings.resources:
        clean_name(resource)
    for name in ("formula", "allows_late_join", "resources", "theme", "about", "notice"):
        setattr(campaign, name, getattr(settings, name))
    campaign.save(update_fields=["formula", "allows_late_join", "resources", "theme", "about", "notice"])
    Membership.objects.filter(campaign=campaign, user_id=actor_id).update(role=Role.ARBITRATOR)
    factions = {
        name: Faction.objects.create(campaign=campaign, name=name, created_at=now) for name in settings.factions
    }
    entries = {one.key: _entry(campaign, one, factions, actor_id, now) for one in document.entries}
    matches = _matches(campaign, document, entries)
    keys = Keys(entries, matches, {})
    _posts(campaign, document, keys, pictures, actor_id)
    _events(campaign, document, keys)
    Award.objects.bulk_create(
        Award(campaign=campaign, entry=entries[one.entry], title=one.title, reason=one.reason, at=one.at)
        for one in document.awards
    )
    ResourceEntry.objects.bulk_create(
        ResourceEntry(
            entry=entries[one.entry], resource=one.resource, delta=one.delta, reason=one.reason, at=one.at, actor=None
        )
        for one in document.counted
    )
    city_services.recalculate_holders(campaign, now=now)
    record(campaign, "campaign_brought_in", at=now, actor_id=actor_id, warbands=len(entries), matches=len(matches))
    return campaign


def _picture(text: str) -> StoredPicture:
    try:
        return re_encode(base64.b64decode(text, validate=True), longest=PHOTO_POINTS)
    except (binascii.Error, ValueError, NotAPicture, PictureTooLarge) as wrong:
        raise BadLeagueFile(_("one of its pictures cannot be read.")) from wrong


def _entry(campaign: Campaign, one: SavedEntry, factions: dict[str, Faction], actor_id: int, now: datetime) -> Entry:
    if one.warband.status != "founded" or (one.faction and one.faction not in factions):
        raise BadLeagueFile(
            _("the warband %(name)s is a draft, or of an unknown faction.") % {"name": one.warband.name}
        )
    try:
        save = without_unknown_codes(one.warband, book(), Report())
    except UnreadableFile as wrong:
        raise BadLeagueFile(str(wrong)) from wrong
    started = exchange_services.import_warband(owner_id=actor_id, save=save, source=campaign.name, at=now)
    if one.withdrawn_at is None:
        warband = Warband.objects.get(pk=started.warband_id)
        house_rules_services.note_on(warband, campaign.house_rules, ruleset=campaign.ruleset)
        packs.store_campaign_packs(warband, campaign.packs)
    return Entry.objects.create(
        campaign=campaign,
        warband_id=started.warband_id,
        player=None,
        faction=factions.get(one.faction),
        joined_at=one.joined_at,
        withdrawn_at=one.withdrawn_at,
    )


def _matches(campaign: Campaign, document: LeagueFile, entries: dict[str, Entry]) -> dict[str, Match]:
    kinds = set(RoundKind.values)
    rounds = {
        one.number: Round.objects.create(
            campaign=campaign,
            number=one.number,
            name=one.name,
            kind=one.kind if one.kind in kinds else RoundKind.ROUND_ROBIN,
            starts_on=one.starts_on,
            ends_on=one.ends_on,
        )
        for one in document.rounds
    }
    made = {one.key: _match(campaign, one, rounds) for one in document.matches}
    for one in document.matches:
        if one.series:
            made[one.key].series = made[one.series].public_id
    Match.objects.bulk_create(made.values())
    sides = []
    for one in document.matches:
        for side in one.sides:
            sides.append(
                MatchSide(
                    match=made[one.key],
                    entry=entries[side.entry],
                    place=side.place,
                    result=side.result,
                    kills=side.kills,
                    losses=side.losses,
                    rating_before=side.rating_before,
                    rsvp=side.rsvp,
                    finish=side.finish,
                    team=side.team,
                    agreed_at=one.played_at if one.status == "agreed" else None,
                )
            )
    MatchSide.objects.bulk_create(sides)
    return made


def _match(campaign: Campaign, one: SavedMatch, rounds: dict[int, Round]) -> Match:
    """A match that was being played or waited for an answer is imported as planned; the arbitrator decides about it."""
    status = one.status if one.status in ("agreed", "void") else "planned"
    return Match(
        campaign=campaign,
        public_id=new_public_id(),
        round=rounds[one.round] if one.round is not None else None,
        status=status,
        how=one.how[:10],
        is_bye=one.is_bye,
        scenario_code=one.scenario if one.scenario in book().scenarios else "",
        scenario_roll=one.scenario_roll,
        district_code=one.district[:40],
        group=one.group,
        best_of=one.best_of,
        game_number=one.game_number,
        planned_for=one.planned_for,
        played_at=one.played_at,
        ruling=one.ruling,
        note=one.note,
    )


def _posts(
    campaign: Campaign, document: LeagueFile, keys: Keys, pictures: list[list[StoredPicture]], actor_id: int
) -> None:
    for one, drawn in zip(document.posts, pictures, strict=True):
        by = _("by %(name)s") % {"name": one.by} if one.by else ""
        post = Post.objects.create(
            campaign=campaign,
            match=keys.matches.get(one.match),
            kind=PostKind.REPORT if one.match else PostKind.NEWS,
            author=None,
            title=one.title,
            body=f"{one.body}\n\n*{by}*" if by else one.body,
            at=one.at,
            changed_at=one.at,
        )
        keys.posts[one.key] = post
        for picture, (_said, words) in zip(drawn, one.pictures, strict=True):
            Picture.objects.create(
                campaign=campaign,
                post=post,
                uploader_id=actor_id,
                content=picture.content,
                media_type=picture.media_type,
                width=picture.width,
                height=picture.height,
                description=words[:200],
                at=one.at,
            )
        Comment.objects.bulk_create(
            Comment(
                campaign=campaign,
                post=post,
                author=None,
                body=f"{said.body}\n\n*{_('by %(name)s') % {'name': said.by}}*"[:2000] if said.by else said.body,
                at=said.at,
            )
            for said in one.comments
        )


def _events(campaign: Campaign, document: LeagueFile, keys: Keys) -> None:
    """Past events under their original names; the creation of the league is recorded once."""
    CampaignEvent.objects.bulk_create(
        (
            CampaignEvent(
                campaign=campaign,
                kind=one.kind,
                at=one.at,
                actor=None,
                data={**keys.in_place_of(one.data), "told_by": one.by},
                source_key=f"file:{number}",
                is_revoked=one.is_revoked,
            )
            for number, one in enumerate(document.events)
        ),
        batch_size=500,
    )


@transaction.atomic
def hand_to_player(*, campaign_id: int, actor_id: int, entry: str, username: str, now: datetime) -> Entry:
    """Hand a non-player warband and its roster to a user with an account, who becomes a member. Raises
    NotTheArbitrator, BadHandover."""
    campaign = running_services.locked_for_arbitrator(campaign_id, actor_id)
    found = Entry.objects.filter(campaign=campaign, public_id=entry, player__isnull=True, withdrawn_at__isnull=True)
    row = found.select_related("warband").first()
    user = User.objects.filter(username__iexact=username.strip(), is_guest=False).first()
    if row is None or user is None or row.warband.owner_id != actor_id:
        raise BadHandover
    Warband.objects.filter(pk=row.warband_id).update(owner_id=user.pk)
    row.player = user
    row.save(update_fields=["player"])
    Membership.objects.get_or_create(campaign=campaign, user=user, defaults={"role": Role.PLAYER, "joined_at": now})
    Membership.objects.filter(campaign=campaign, user=user, left_at__isnull=False).update(left_at=None)
    record(
        campaign,
        "warband_joined",
        at=now,
        actor_id=user.pk,
        entry=row.public_id,
        warband=row.warband.name,
        is_unplayed=False,
    )
    return row
