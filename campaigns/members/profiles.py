"""Public profiles of users who have a public warband or template, or are in a public league."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from campaigns.core.selectors import public_campaigns
from campaigns.models import Audience, Campaign, CampaignStatus, Membership
from warbands.models import Audience as Shown
from warbands.models import Template, Visibility, Warband, WarbandStatus
from warbands.shared.selectors import WarbandCard, cards, public_warbands
from warbands.templates.cards import TemplateCard, card_of

MOST: Final = 48


@dataclass(frozen=True, slots=True)
class Person:
    """What a user shows publicly."""

    public_id: str
    name: str
    warbands: list[WarbandCard]
    leagues: list[Campaign]
    templates: list[TemplateCard]


def visible_people(reader_id: int | None) -> QuerySet[User]:
    """Users who have something public, and the reader."""
    band = Warband.objects.filter(owner=OuterRef("pk"), visibility=Visibility.PUBLIC, status=WarbandStatus.FOUNDED)
    plays = Membership.objects.filter(
        user=OuterRef("pk"), left_at__isnull=True, campaign__audience=Audience.PUBLIC
    ).exclude(campaign__status=CampaignStatus.ARCHIVED)
    pattern = Template.objects.filter(owner=OuterRef("pk"), audience=Shown.PUBLIC)
    shown = Q(Exists(band)) | Q(Exists(plays)) | Q(Exists(pattern))
    if reader_id is not None:
        shown |= Q(pk=reader_id)
    return User.objects.filter(is_guest=False, is_active=True).filter(shown)


def person_of(public_id: str, reader_id: int | None) -> Person | None:
    """A user with their public warbands, leagues and templates; None if nothing is public. Six queries."""
    user = visible_people(reader_id).filter(public_id=public_id).first()
    if user is None:
        return None
    plays = Membership.objects.filter(user=user, left_at__isnull=True).values("campaign_id")
    patterns = Template.objects.filter(owner=user, audience=Shown.PUBLIC).select_related("owner").defer("document")
    return Person(
        public_id=user.public_id,
        name=user.shown_name,
        warbands=cards(public_warbands().filter(owner=user)[:MOST]),
        leagues=list(public_campaigns().filter(pk__in=plays)[:MOST]),
        templates=[card_of(row, reader_id) for row in patterns.order_by("-uses", "pk")[:MOST]],
    )
