"""Permissions: who may see a tabletop battle, and which warbands may be chosen for one."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts.models import User
from battles.tabletop.models import Track
from battles.tabletop.sheets.sheet import LETTERS
from campaigns.core.permissions import may_read
from warbands.core.permissions import may_read as may_read_warband
from warbands.models import Warband


def track_to_read(user: User | None, pid: str) -> Track:
    """A tabletop battle, for anyone who has its address; one of a closed group only for its members and players. Raises
    Http404."""
    rows = Track.objects.select_related("match__campaign", "first", "second", "battle").prefetch_related("others")
    track = rows.filter(public_id=pid).first()
    if track is None:
        raise Http404
    asker = user if user is not None else AnonymousUser()
    if track.match is not None and not may_read(asker, track.match.campaign):
        raise Http404
    return track


def readable(user: User, public_ids: list[str]) -> list[Warband]:
    """The warbands with these public ids, in order. Empty unless all exist, are different, and are visible to this
    user."""
    rows = {row.public_id: row for row in Warband.objects.filter(public_id__in=public_ids)}
    is_whole = 2 <= len(public_ids) <= len(LETTERS) and len(rows) == len(public_ids) and set(rows) == set(public_ids)
    if not is_whole or not all(may_read_warband(user, row) for row in rows.values()):
        return []
    return [rows[public_id] for public_id in public_ids]
