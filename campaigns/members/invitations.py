"""Invitations by account name: the invitation link goes to the user's inbox, where they can decline it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.refusals import AlreadyMember, CampaignNotRunning, InvitationDeclined, UnknownUserName
from campaigns.matches.references import references
from campaigns.models import Campaign, Membership, Notice
from campaigns.notices import delivery, questions
from campaigns.notices.selectors import INVITED, invitations_to


@transaction.atomic
def invite_by_name(*, campaign_id: int, actor_id: int, username: str, now: datetime) -> User:
    """Send the invitation to an account, once per link. Raises NotTheArbitrator, CampaignNotRunning, UnknownUserName
    (also for guests and closed accounts), AlreadyMember, and InvitationDeclined for a link that they declined."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    if not campaign.is_open:
        raise CampaignNotRunning
    there = User.objects.filter(is_guest=False, is_active=True, closed_at__isnull=True, left_at__isnull=True)
    person = there.filter(username__iexact=username.strip()[:150]).first()
    if person is None:
        raise UnknownUserName
    if Membership.objects.filter(campaign=campaign, user=person, left_at__isnull=True).exists():
        raise AlreadyMember
    source = _source_of(campaign)
    if Notice.objects.filter(user=person, source_key=source, answered_at__isnull=False).exists():
        raise InvitationDeclined
    data = {"who": User.objects.get(pk=actor_id).shown_name, "campaign": campaign.name}
    delivery.write_notices(
        {person.pk},
        campaign=campaign,
        kind="answer",
        sentence=_("%(who)s invites you to %(campaign)s. Join with a warband, or decline.") % data,
        url=reverse("campaigns:join", args=[campaign.join_code]),
        source=source,
        now=now,
        about=references(campaign),
        asked_by_id=actor_id,
    )
    return person


@transaction.atomic
def decline(*, join_code: str, actor_id: int, now: datetime) -> None:
    """Decline the invitation to the campaign of this link, and notify the arbitrator who sent it. Doing it again
    changes nothing. Raises Campaign.DoesNotExist for an unknown code, NotInvited."""
    campaign = Campaign.objects.get(join_code=join_code)
    sent = Notice.objects.filter(user_id=actor_id, source_key=_source_of(campaign))
    if sent.filter(answered_at__isnull=False).exists():
        return
    notice = next((notice for notice in invitations_to(actor_id) if notice.campaign_id == campaign.pk), None)
    if notice is None:
        raise questions.NotInvited
    names = {"who": User.objects.get(pk=actor_id).shown_name, "campaign": campaign.name}
    questions.decline(
        notice,
        sentence=_("%(who)s declined the invitation to %(campaign)s.") % names,
        url=reverse("campaigns:home", args=[campaign.slug]),
        now=now,
    )


def may_decline(user_id: int | None, campaign: Campaign) -> bool:
    """Whether this user has an open invitation to the campaign. One query."""
    return user_id is not None and any(notice.campaign_id == campaign.pk for notice in invitations_to(user_id))


def _source_of(campaign: Campaign) -> str:
    return f"{INVITED}{campaign.public_id}:{campaign.join_code}"
