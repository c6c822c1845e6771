"""Pages that the installed app saves for use without a network: a player's leagues."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from accounts.models import User
from campaigns.core.selectors import campaigns_of

PAGES = ("campaigns:home", "campaigns:standings", "campaigns:matches", "campaigns:rules")


def pages_of(user: User) -> Iterator[str]:
    """Front page, standings, matches and house rules of their leagues."""
    for campaign in campaigns_of(user)[:4]:
        for name in PAGES:
            yield reverse(name, args=[campaign.slug])
