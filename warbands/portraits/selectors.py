"""Queries for portraits."""

from __future__ import annotations

from warbands.models import Portrait


def portrait_named(public_id: str) -> Portrait | None:
    """The portrait with this id."""
    return Portrait.objects.filter(public_id=public_id).first()
