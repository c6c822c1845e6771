"""Invites a user by account name: the invitation link goes to their inbox."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.refusals import AlreadyMember, CampaignNotRunning, UnknownUserName
from campaigns.matches.references import references
from campaigns.models import Membership
from campaigns.notices import delivery
from campaigns.notices.selectors import INVITED


@transaction.atomic
def invite_by_name(*, campaign_id: int, actor_id: int, username: str, now: datetime) -> User:
    """Send the invitation to an account, once per link. Raises NotTheArbitrator, CampaignNotRunning, UnknownUserName
    (also for guests and closed accounts), AlreadyMember."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    if not campaign.is_open:
        raise CampaignNotRunning
    there = User.objects.filter(is_guest=False, is_active=True, closed_at__isnull=True, left_at__isnull=True)
    person = there.filter(username__iexact=username.strip()[:150]).first()
    if person is None:
        raise UnknownUserName
    if Membership.objects.filter(campaign=campaign, user=person, left_at__isnull=True).exists():
        raise AlreadyMember
    data = {"who": User.objects.get(pk=actor_id).shown_name, "campaign": campaign.name}
    delivery.write_notices(
        {person.pk},
        campaign=campaign,
        kind="answer",
        sentence=_("%(who)s invites you to %(campaign)s. Join with a warband, or ignore this.") % data,
        url=reverse("campaigns:join", args=[campaign.join_code]),
        source=f"{INVITED}{campaign.public_id}:{campaign.join_code}",
        now=now,
        about=references(campaign),
    )
    return person
