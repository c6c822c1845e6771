"""Coming in with a warband, leaving, and giving roles."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Entry, Membership, Role
from campaigns.refusals import (
    AlreadyIn,
    CampaignNotRunning,
    NotAMember,
    NotFounded,
    NotTheArbitrator,
    TooManyWarbands,
    WrongStartingGold,
)
from campaigns.services.events import record
from campaigns.services.running import locked_for_arbitrator
from warbands.models import Warband


@transaction.atomic
def join(*, join_code: str, actor_id: int, warband_id: int, now: datetime) -> Entry:
    """Bring a founded warband into the campaign of this link. A second press gives the same entry.

    Raises Campaign.DoesNotExist for an unknown code, CampaignNotRunning, NotFounded, AlreadyIn, TooManyWarbands,
    WrongStartingGold.
    """
    campaign = Campaign.objects.select_for_update().get(join_code=join_code)
    warband = Warband.objects.get(pk=warband_id, owner_id=actor_id)
    return _enter(campaign, warband, player_id=actor_id, actor_id=actor_id, now=now)


@transaction.atomic
def add_non_player(*, campaign_id: int, actor_id: int, warband_id: int, now: datetime) -> Entry:
    """The arbitrator brings a warband that nobody plays. Raises as `join`, and NotTheArbitrator."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    warband = Warband.objects.get(pk=warband_id, owner_id=actor_id)
    return _enter(campaign, warband, player_id=None, actor_id=actor_id, now=now)


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
            message=_("This campaign begins with %(wanted)d gc; %(name)s was founded with %(had)d gc.")
            % {"wanted": campaign.starting_gold_gc, "name": warband.name, "had": warband.founding_gold_gc}
        )
    if player_id is not None:
        others = Entry.objects.filter(campaign=campaign, player_id=player_id, withdrawn_at__isnull=True).count()
        if others >= campaign.warbands_per_player:
            raise TooManyWarbands
        Membership.objects.get_or_create(
            campaign=campaign, user_id=player_id, defaults={"role": Role.PLAYER, "joined_at": now}
        )
        Membership.objects.filter(campaign=campaign, user_id=player_id, left_at__isnull=False).update(left_at=None)
    try:
        with transaction.atomic():
            if earlier is not None:
                earlier.withdrawn_at = None
                earlier.save(update_fields=["withdrawn_at"])
                entry = earlier
            else:
                entry = Entry.objects.create(campaign=campaign, warband=warband, player_id=player_id, joined_at=now)
    except IntegrityError as taken:
        raise AlreadyIn from taken
    record(campaign, "warband_joined", at=now, actor_id=actor_id, entry=entry.pk, warband=warband.name)
    return entry


@transaction.atomic
def withdraw(*, entry_id: int, actor_id: int, now: datetime) -> Entry:
    """Take a warband out: its owner or an arbitrator. Played results stay. Raises NotAMember."""
    entry = Entry.objects.select_for_update().select_related("campaign", "warband").get(pk=entry_id)
    if entry.player_id != actor_id:
        try:
            locked_for_arbitrator(entry.campaign_id, actor_id)
        except NotTheArbitrator as no:
            raise NotAMember from no
    if entry.withdrawn_at is None:
        entry.withdrawn_at = now
        entry.save(update_fields=["withdrawn_at"])
        record(
            entry.campaign, "warband_withdrew", at=now, actor_id=actor_id, entry=entry.pk, warband=entry.warband.name
        )
    return entry


@transaction.atomic
def give_role(*, campaign_id: int, actor_id: int, user_id: int, role: str, now: datetime) -> Membership:
    """Give a member another role; handing on "arbitrator" makes the giver a co-arbitrator. Raises NotTheArbitrator,
    NotAMember."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    member = Membership.objects.filter(campaign=campaign, user_id=user_id, left_at__isnull=True).first()
    if member is None:
        raise NotAMember
    if role == Role.ARBITRATOR:
        Membership.objects.filter(campaign=campaign, role=Role.ARBITRATOR).update(role=Role.CO_ARBITRATOR)
    elif member.role == Role.ARBITRATOR:
        return member
    member.role = role
    member.save(update_fields=["role"])
    record(campaign, "role_given", at=now, actor_id=actor_id, user=user_id, role=role)
    return member
