"""Queries for tracked battles."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from battles.tabletop.models import Track
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET


def track_named(public_id: str, *, only_open: bool = False) -> Track | None:
    """The tracked battle with this id and its warbands. With `only_open`, only if it has not ended."""
    rows = Track.objects.select_related("match", "first", "second").prefetch_related("others")
    return (rows.filter(ended_at=None) if only_open else rows).filter(public_id=public_id).first()


def open_tracks_of(user_id: int) -> list[Track]:
    """Tracked battles without a sheet in which this user has a warband; the one that was unchanged for longest comes
    first. Two queries."""
    mine = Q(first__owner_id=user_id) | Q(second__owner_id=user_id)
    more = Track.others.through.objects.filter(warband__owner_id=user_id).values("track_id")
    rows = Track.objects.filter(mine | Q(pk__in=more), ended_at=None).select_related("first", "second")
    return list(rows.prefetch_related("others").order_by("changed_at", "pk")[:20])


def players_of(track: Track) -> set[int | None]:
    """Ids of the users whose warbands take part."""
    return {track.first.owner_id, track.second.owner_id, *track.others.values_list("owner_id", flat=True)}


def tracked_matches() -> QuerySet[Any]:
    """Ids of the league matches that are being tracked at a table."""
    return Track.objects.filter(match__isnull=False, ended_at=None).values("match_id")


def usual_ruleset(user: User | None) -> str:
    """The ruleset of this player's last tabletop battle outside of leagues, which is offered first. One query."""
    rows = Track.objects.filter(created_by=user, match=None).order_by("-started_at", "-pk")
    return (rows.values_list("ruleset", flat=True).first() if user is not None else None) or DEFAULT_RULESET
