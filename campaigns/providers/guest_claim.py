"""Moves a guest's campaign data to the account that the guest signs in to."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import ngettext

from campaigns.members import services as members_services
from campaigns.models import Membership


def hand_over(guest_id: int, user_id: int) -> None:
    """Move a guest's leagues and posts to their account."""
    members_services.hand_over(guest_id, user_id)


def describe(guest_id: int) -> Iterable[str]:
    """Texts such as "membership in 2 leagues"; none if the guest has no data."""
    count = Membership.objects.filter(user_id=guest_id, left_at__isnull=True).count()
    if count:
        yield ngettext("membership in %(n)d league", "membership in %(n)d leagues", count) % {"n": count}
