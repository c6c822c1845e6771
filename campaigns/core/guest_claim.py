"""What a guest holds in campaigns, when he signs in to an account he had before."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import ngettext

from campaigns.members import services as members_services
from campaigns.models import Membership


def hand_over(guest_id: int, user_id: int) -> None:
    """Give it to the account."""
    members_services.hand_over(guest_id, user_id)


def describe(guest_id: int) -> Iterable[str]:
    """ "a part in 2 campaigns"; nothing for a guest who plays in none."""
    count = Membership.objects.filter(user_id=guest_id, left_at__isnull=True).count()
    if count:
        yield ngettext("a part in %(n)d campaign", "a part in %(n)d campaigns", count) % {"n": count}
