"""Imports a league file as a league of the importing user: completely, or not at all. Rule: LG-FILE-01"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import idempotency
from accounts.models import User
from accounts.names import clean_name
from campaigns.administration import services as running_services
from campaigns.city import services as city_services
from campaigns.city.maps import all_maps
from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.events import record
from campaigns.core.refusals import BadHandover
from campaigns.exchange.document import BadLeagueFile, LeagueFile, SavedEntry, SavedMatch, SavedSide
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
from campaigns.models.league import KINDS_OF_RESULT
from catalogue.custom_packs.library import known_pins
from catalogue.packs.installed import book
from mordheim_site.pictures import NotAPicture, PictureTooLarge, StoredPicture, re_encode
from mordheim_site.public_ids import new_public_id
from warbands.exchange import services as exchange_services
from warbands.exchange.names import Report
from warbands.exchange.refusals import UnreadableFile
from warbands.exchange.unknown_codes import without_unknown_codes
from warbands.models import Warband
from warbands.roster import packs

PHOTO_POINTS = 1280
SETTLED: Final = ("agreed", "void")
"""Statuses of matches whose result counts, or that are cancelled; all others are imported as planned."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Maps the keys of the file to the new rows."""

    entries: dict[str, Entry]
    matches: dict[str, Match]
    posts: dict[str, Post]

    def in_place_of(self, value: Any) -> Any:
        """Plain data in which every key of the file is replaced by the key of its new row."""
        if isinstance(value, dict):
            return {name: self.in_place_of(item) for name, item in value.items()}
        if isinstance(value, list):
            return [self.in_place_of(item) for item in value]
        if isinstance(value, str) and len(value) == 12:
            row = self.entries.get(value) or self.matches.get(value) or self.posts.get(value)
            return row.public_id if row is not None else value
        return value


@transaction.atomic
def import_campaign(*, actor_id: int, document: LeagueFile, now: datetime, source_key: str = "") -> Campaign:
    """Create the league of a document. The importing user runs it and plays all warbands until they are handed to their
    players. A second call with the same `source_key` and user returns the first league.

    Raises GuestsCannotRunLeagues, BadHouseRules, BadLeagueFile. Rule: LG-FILE-01
    """
    settings = document.settings
    if settings.map_code and settings.map_code not in all_maps():
        raise BadLeagueFile(_("this site does not have its map."))
    idempotency.claim(user_id=actor_id, key=f"league-file:{source_key}" if source_key else "")
    pictures = [[_picture(picture) for picture, _words in post.pictures] for post in document.posts]
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
        name: Faction.objects.create(campaign=campaign, name=name, created_at=now)
        for name in dict.fromkeys(settings.factions)
    }
    entries = {entry.key: _entry(campaign, entry, factions, actor_id, now) for entry in document.entries}
    matches = _matches(campaign, document, entries)
    keys = Keys(entries, matches, {})
    _posts(campaign, document, keys, pictures, actor_id)
    _events(campaign, document, keys)
    Award.objects.bulk_create(
        Award(campaign=campaign, entry=entries[award.entry], title=award.title, reason=award.reason, at=award.at)
        for award in document.awards
    )
    ResourceEntry.objects.bulk_create(
        ResourceEntry(
            entry=entries[award.entry],
            resource=award.resource,
            delta=award.delta,
            reason=award.reason,
            at=award.at,
            actor=None,
        )
        for award in document.counted
    )
    city_services.recalculate_holders(campaign, now=now)
    record(campaign, "campaign_brought_in", at=now, actor_id=actor_id, warbands=len(entries), matches=len(matches))
    return campaign


def _picture(text: str) -> StoredPicture:
    try:
        return re_encode(base64.b64decode(text, validate=True), longest=PHOTO_POINTS)
    except (binascii.Error, ValueError, NotAPicture, PictureTooLarge) as wrong:
        raise BadLeagueFile(_("one of its pictures cannot be read.")) from wrong


def _entry(campaign: Campaign, saved: SavedEntry, factions: dict[str, Faction], actor_id: int, now: datetime) -> Entry:
    if saved.warband.status != "founded" or (saved.faction and saved.faction not in factions):
        raise BadLeagueFile(
            _("the warband %(name)s is a draft, or of an unknown faction.") % {"name": saved.warband.name}
        )
    try:
        save = without_unknown_codes(saved.warband, book(), Report())
    except UnreadableFile as wrong:
        raise BadLeagueFile(str(wrong)) from wrong
    started = exchange_services.import_warband(owner_id=actor_id, save=save, source=campaign.name, at=now)
    if saved.withdrawn_at is None:
        warband = Warband.objects.get(pk=started.warband_id)
        house_rules_services.note_on(warband, campaign.house_rules, ruleset=campaign.ruleset)
        packs.store_campaign_packs(warband, campaign.packs)
    return Entry.objects.create(
        campaign=campaign,
        warband_id=started.warband_id,
        player=None,
        faction=factions.get(saved.faction),
        joined_at=saved.joined_at,
        withdrawn_at=saved.withdrawn_at,
    )


def _matches(campaign: Campaign, document: LeagueFile, entries: dict[str, Entry]) -> dict[str, Match]:
    kinds = set(RoundKind.values)
    rounds = {
        round.number: Round.objects.create(
            campaign=campaign,
            number=round.number,
            name=round.name,
            kind=round.kind if round.kind in kinds else RoundKind.ROUND_ROBIN,
            starts_on=round.starts_on,
            ends_on=round.ends_on,
        )
        for round in document.rounds
    }
    made = {match.key: _match(campaign, match, rounds) for match in document.matches}
    for match in document.matches:
        if match.series:
            made[match.key].series = made[match.series].public_id
    Match.objects.bulk_create(made.values())
    sides = []
    for match in document.matches:
        for saved in match.sides:
            side = saved if match.status in (*SETTLED, "planned") else _unreported(saved)
            sides.append(
                MatchSide(
                    match=made[match.key],
                    entry=entries[side.entry],
                    place=side.place,
                    result=side.result,
                    kills=side.kills,
                    losses=side.losses,
                    rating_before=side.rating_before,
                    rsvp=side.rsvp,
                    finish=side.finish,
                    team=side.team,
                    agreed_at=match.played_at if match.status == "agreed" else None,
                )
            )
    MatchSide.objects.bulk_create(sides)
    return made


def _unreported(saved: SavedSide) -> SavedSide:
    """A side without the result that was not confirmed."""
    return SavedSide(entry=saved.entry, place=saved.place, rating_before=saved.rating_before, rsvp=saved.rsvp)


def _match(campaign: Campaign, saved: SavedMatch, rounds: dict[int, Round]) -> Match:
    """Import a match. One that was being played or not confirmed yet becomes a planned match without its report, so
    that its result is reported or decided again."""
    status = saved.status if saved.status in SETTLED else "planned"
    return Match(
        campaign=campaign,
        public_id=new_public_id(),
        round=rounds[saved.round] if saved.round is not None else None,
        status=status,
        how=saved.how if saved.how in KINDS_OF_RESULT and status == saved.status else "",
        is_bye=saved.is_bye,
        scenario_code=saved.scenario if saved.scenario in book().scenarios else "",
        scenario_roll=saved.scenario_roll,
        district_code=saved.district[:40],
        group=saved.group,
        best_of=saved.best_of,
        game_number=saved.game_number,
        planned_for=saved.planned_for,
        played_at=saved.played_at if status == saved.status else None,
        ruling=saved.ruling,
        note=saved.note if status == saved.status else "",
    )


def _posts(
    campaign: Campaign, document: LeagueFile, keys: Keys, pictures: list[list[StoredPicture]], actor_id: int
) -> None:
    for saved, drawn in zip(document.posts, pictures, strict=True):
        by = _("by %(name)s") % {"name": saved.by} if saved.by else ""
        post = Post.objects.create(
            campaign=campaign,
            match=keys.matches.get(saved.match),
            kind=PostKind.REPORT if saved.match else PostKind.NEWS,
            author=None,
            title=saved.title,
            body=f"{saved.body}\n\n*{by}*" if by else saved.body,
            at=saved.at,
            changed_at=saved.at,
        )
        keys.posts[saved.key] = post
        for picture, (_said, words) in zip(drawn, saved.pictures, strict=True):
            Picture.objects.create(
                campaign=campaign,
                post=post,
                uploader_id=actor_id,
                content=picture.content,
                media_type=picture.media_type,
                width=picture.width,
                height=picture.height,
                description=words[:200],
                at=saved.at,
            )
        Comment.objects.bulk_create(
            Comment(
                campaign=campaign,
                post=post,
                author=None,
                body=f"{comment.body}\n\n*{_('by %(name)s') % {'name': comment.by}}*"[:2000]
                if comment.by
                else comment.body,
                at=comment.at,
            )
            for comment in saved.comments
        )


def _events(campaign: Campaign, document: LeagueFile, keys: Keys) -> None:
    """Import past events with the names of the users who caused them. The creation of the league is recorded only
    once."""
    CampaignEvent.objects.bulk_create(
        (
            CampaignEvent(
                campaign=campaign,
                kind=event.kind,
                at=event.at,
                actor=None,
                data={**keys.in_place_of(event.data), "told_by": event.by},
                source_key=f"file:{number}",
                is_revoked=event.is_revoked,
            )
            for number, event in enumerate(document.events)
        ),
        batch_size=500,
    )


@transaction.atomic
def hand_to_player(*, campaign_id: int, actor_id: int, entry: str, username: str, now: datetime) -> Entry:
    """Hand a non-player warband with its roster to a user with an account, who becomes a member. Raises
    NotTheArbitrator, BadHandover."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
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
