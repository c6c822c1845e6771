"""Permissions: who may see a tabletop battle."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts.models import User
from battles.tabletop.models import Track
from campaigns.core.permissions import may_read


def track_to_read(user: User | None, pid: str) -> Track:
    """A tabletop battle, for anyone with its address; one of a closed group only for its members and players.

    Raises Http404.
    """
    rows = Track.objects.select_related("match__campaign", "first", "second", "battle").prefetch_related("others")
    track = rows.filter(public_id=pid).first()
    if track is None:
        raise Http404
    asker = user if user is not None else AnonymousUser()
    if track.match is not None and not may_read(asker, track.match.campaign):
        raise Http404
    return track
