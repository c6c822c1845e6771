"""Leagues and users in the site search: public ones, and the reader's own."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Q, Value
from django.db.models.functions import Coalesce, NullIf
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.models import User
from campaigns.members.profiles import visible_people
from campaigns.models import Audience, Campaign, CampaignStatus, Membership
from catalogue.rules.rulesets import ruleset_words
from catalogue.search.index import MAX_HITS, Hit, Section
from catalogue.search.similar_names import near


def _reader_id(reader: Any) -> int | None:
    return reader.pk if getattr(reader, "is_authenticated", False) else None


def leagues_found(query: str, reader: Any) -> Section | None:
    """Leagues by name: public ones, and private ones of the reader. One query."""
    shown = Q(audience=Audience.PUBLIC) & ~Q(status=CampaignStatus.ARCHIVED)
    if _reader_id(reader) is not None:
        mine = Membership.objects.filter(campaign=OuterRef("pk"), user_id=reader.pk, left_at__isnull=True)
        shown |= Q(Exists(mine))

    def hit(campaign: Campaign, score: float) -> Hit:
        url = reverse("campaigns:home", args=[campaign.slug])
        return Hit(campaign.name, url, str(ruleset_words(campaign.ruleset).name), score)

    hits, total = near(Campaign.objects.filter(shown), query, name="name", hit=hit)
    return Section(gettext_lazy("Leagues"), hits[:MAX_HITS], total) if hits else None


def people_found(query: str, reader: Any) -> Section | None:
    """Users by name: those with a public warband or in a public league, and the reader. One query."""

    def hit(user: User, score: float) -> Hit:
        return Hit(user.shown_name, reverse("campaigns:person", args=[user.public_id]), "", score)

    hay = Coalesce(NullIf("display_name", Value("")), "username")
    hits, total = near(visible_people(_reader_id(reader)), query, name=hay, hit=hit)
    return Section(gettext_lazy("Players"), hits[:MAX_HITS], total) if hits else None
