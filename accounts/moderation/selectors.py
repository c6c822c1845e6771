"""Queries for removals by staff, without the removed content."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import Removal, User


def all_removals() -> QuerySet[Removal]:
    """Every removal with its owner and the member of staff."""
    return Removal.objects.select_related("owner", "by").defer("content", "stored")


def removals_from(user: User) -> QuerySet[Removal]:
    """What was removed from this user."""
    return Removal.objects.filter(owner=user).defer("content", "stored")
