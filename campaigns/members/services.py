"""Joining with a warband, leaving, and changing roles."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.audit import services as audit_services
from accounts.dashboard.lines import clear_count
from accounts.models import AuditEvent, User
from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.events import record
from campaigns.core.refusals import (
    ArbitratorStays,
    CampaignNotRunning,
    GuestsCannotRunLeagues,
    NoLateJoin,
    NoSuchWarband,
    NotAMember,
    NotFounded,
    NotTheArbitrator,
    NotYourEntry,
    PersonIsNoMember,
    TooManyWarbands,
    WarbandAlreadyEntered,
    WrongStartingGold,
)
from campaigns.house_rules import services as house_rules_services
from campaigns.models import Campaign, CampaignEvent, Entry, Match, Membership, Role
from campaigns.packs import services as packs_services
from warbands.builder import founding
from warbands.core.ledger import ActionContext
from warbands.models import Warband
from warbands.roster import packs


@transaction.atomic
def join(*, join_code: str, actor_id: int, warband_id: int, now: datetime) -> Entry:
    """Join the campaign of this link with a founded warband. Calling it again returns the same entry.

    Raises Campaign.DoesNotExist for an unknown code, NoSuchWarband, CampaignNotRunning, NotFounded,
    WarbandAlreadyEntered, TooManyWarbands, WrongStartingGold, AgainstHouseRules.
    """
    campaign = Campaign.objects.select_for_update().get(join_code=join_code)
    warband = _own(warband_id, actor_id)
    return _enter(campaign, warband, player_id=actor_id, actor_id=actor_id, now=now)


@transaction.atomic
def join_with_new(
    *, join_code: str, actor_id: int, warband_type: str, now: datetime, is_guest: bool = False, source_key: str = ""
) -> Entry:
    """Found the suggested warband of a list with the campaign's gold and join with it.

    A second call with the same `source_key` returns the first entry. Raises the errors of `join` and of founding.
    """
    campaign = Campaign.objects.select_for_update().get(join_code=join_code)
    if not campaign.is_open:
        raise CampaignNotRunning
    started = founding.start_draft(
        owner_id=actor_id,
        warband_type=warband_type,
        at=now,
        founding_gold_gc=campaign.starting_gold_gc,
        source_key=source_key,
        is_guest=is_guest,
        house_rules=house_rules_services.for_founding(campaign.house_rules),
        packs=campaign.packs,
        league_ruleset=campaign.ruleset,
    )
    if not started.was_there:
        founding.suggest(warband_id=started.warband_id, by=ActionContext(actor_id=actor_id, at=now))
        founding.found(warband_id=started.warband_id, by=ActionContext(actor_id=actor_id, at=now))
    return join(join_code=join_code, actor_id=actor_id, warband_id=started.warband_id, now=now)


@transaction.atomic
def leave(*, campaign_id: int, actor_id: int, now: datetime) -> None:
    """Leave a campaign with all warbands; results stay. An arbitrator has to hand the campaign over first. Calling it
    again changes nothing. Raises ArbitratorStays."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    member = Membership.objects.filter(campaign=campaign, user_id=actor_id, left_at__isnull=True).first()
    if member is None:
        return
    if member.role == Role.ARBITRATOR:
        raise ArbitratorStays
    for entry in Entry.objects.filter(campaign=campaign, player_id=actor_id, withdrawn_at__isnull=True):
        withdraw(entry_id=entry.pk, actor_id=actor_id, now=now)
    member.left_at = now
    member.save(update_fields=["left_at"])


@transaction.atomic
def hand_over(guest_id: int, user_id: int) -> None:
    """Transfer a guest's memberships to an account. If the account is already a member, it keeps its role."""
    there = set(Membership.objects.filter(user_id=user_id).values_list("campaign_id", flat=True))
    Membership.objects.filter(user_id=guest_id, campaign_id__in=there).delete()
    Membership.objects.filter(user_id=guest_id).update(user_id=user_id)
    Entry.objects.filter(player_id=guest_id).update(player_id=user_id)
    Match.objects.filter(reported_by_id=guest_id).update(reported_by_id=user_id)
    CampaignEvent.objects.filter(actor_id=guest_id).update(actor_id=user_id)


@transaction.atomic
def add_non_player(*, campaign_id: int, actor_id: int, warband_id: int, now: datetime) -> Entry:
    """Add a non-player warband, as an arbitrator. Raises the errors of `join`, and NotTheArbitrator."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    warband = _own(warband_id, actor_id)
    return _enter(campaign, warband, player_id=None, actor_id=actor_id, now=now)


def _own(warband_id: int, actor_id: int) -> Warband:
    warband = Warband.objects.select_for_update().filter(pk=warband_id, owner_id=actor_id).first()
    if warband is None:
        raise NoSuchWarband
    return warband


def _enter(campaign: Campaign, warband: Warband, *, player_id: int | None, actor_id: int, now: datetime) -> Entry:
    earlier = Entry.objects.filter(campaign=campaign, warband=warband).first()
    if earlier is not None and earlier.withdrawn_at is None:
        return earlier
    if not campaign.is_open:
        raise CampaignNotRunning
    if warband.status != "founded":
        raise NotFounded
    if campaign.starting_gold_gc is not None and warband.founding_gold_gc != campaign.starting_gold_gc:
        raise WrongStartingGold(
            message=_(
                "This league starts with %(wanted)d gc, but %(name)s was founded with %(had)d gc. Join with "
                "another warband."
            )
            % {"wanted": campaign.starting_gold_gc, "name": warband.name, "had": warband.founding_gold_gc}
        )
    house_rules_services.refuse_if_against(warband, campaign.house_rules)
    packs_services.refuse_if_not_played(warband, campaign.packs)
    if player_id is not None and not campaign.allows_late_join and campaign.rounds.exists():
        raise NoLateJoin
    if player_id is not None:
        others = Entry.objects.filter(campaign=campaign, player_id=player_id, withdrawn_at__isnull=True).count()
        if others >= campaign.warbands_per_player:
            raise TooManyWarbands
        Membership.objects.get_or_create(
            campaign=campaign, user_id=player_id, defaults={"role": Role.PLAYER, "joined_at": now}
        )
        Membership.objects.filter(campaign=campaign, user_id=player_id, left_at__isnull=False).update(left_at=None)
        transaction.on_commit(partial(clear_count, player_id))
    try:
        with transaction.atomic():
            if earlier is not None:
                earlier.withdrawn_at, earlier.player_id = None, player_id
                earlier.save(update_fields=["withdrawn_at", "player"])
                entry = earlier
            else:
                entry = Entry.objects.create(campaign=campaign, warband=warband, player_id=player_id, joined_at=now)
    except IntegrityError as taken:
        raise WarbandAlreadyEntered from taken
    house_rules_services.note_on(warband, campaign.house_rules, ruleset=campaign.ruleset)
    packs.store_campaign_packs(warband, campaign.packs)
    record(
        campaign,
        "warband_joined",
        at=now,
        actor_id=actor_id,
        entry=entry.public_id,
        warband=warband.name,
        is_unplayed=player_id is None,
    )
    return entry


@transaction.atomic
def withdraw(*, entry_id: int, actor_id: int, now: datetime) -> Entry:
    """Withdraw a warband, as its owner or an arbitrator. Results stay. Raises NotAMember, NotYourEntry."""
    entry = Entry.objects.select_for_update().get(pk=entry_id)
    if entry.player_id != actor_id:
        try:
            locked_for_arbitrator(entry.campaign_id, actor_id)
        except NotTheArbitrator as error:
            is_member = entry.campaign.memberships.filter(user_id=actor_id, left_at__isnull=True).exists()
            raise (NotYourEntry if is_member else NotAMember) from error
    if entry.withdrawn_at is None:
        entry.withdrawn_at = now
        entry.save(update_fields=["withdrawn_at"])
        house_rules_services.forget(entry)
        packs.store_campaign_packs(Warband.objects.select_for_update().get(pk=entry.warband_id), {})
        name = entry.warband.name
        record(entry.campaign, "warband_withdrew", at=now, actor_id=actor_id, entry=entry.public_id, warband=name)
    return entry


@transaction.atomic
def give_role(*, campaign_id: int, actor_id: int, user_id: int, role: str, now: datetime) -> Membership:
    """Give a member another role. An arbitrator who gives the role of arbitrator to another member becomes a
    co-arbitrator; the role cannot be lost in another way. Raises NotTheArbitrator, PersonIsNoMember,
    GuestsCannotRunLeagues, ArbitratorStays if the arbitrator would be left without the role."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    member = Membership.objects.filter(campaign=campaign, user_id=user_id, left_at__isnull=True).first()
    if member is None:
        raise PersonIsNoMember
    if role == Role.ARBITRATOR:
        if not campaign.memberships.filter(user_id=actor_id, role=Role.ARBITRATOR).exists():
            raise NotTheArbitrator
        if member.user.is_guest:
            raise GuestsCannotRunLeagues
        Membership.objects.filter(campaign=campaign, role=Role.ARBITRATOR).update(role=Role.CO_ARBITRATOR)
    elif member.role == Role.ARBITRATOR:
        raise ArbitratorStays
    if member.role != role:
        member.role = Role(role)
        member.save(update_fields=["role"])
        person = member.user.shown_name
        actor = User.objects.filter(pk=actor_id).first()
        audit_services.record(AuditEvent.ROLE, user=member.user, actor=actor, campaign=campaign.slug, role=role)
        record(campaign, "role_given", at=now, actor_id=actor_id, person=person, role=role)
    return member
