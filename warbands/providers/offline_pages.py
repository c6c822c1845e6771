"""Pages that the installed app saves for use without a network: a player's warbands and the rules."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from accounts.models import User
from warbands.shared.selectors import page_url, warbands_of


def pages_of(user: User) -> Iterator[str]:
    """The dashboard, the rules index, and the list and roster of each of their warbands."""
    yield from ("/", "/rules/", reverse("warbands:list"))
    for warband in warbands_of(user.pk)[:12]:
        yield page_url(warband)
