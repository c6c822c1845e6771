"""Warbands that stay when their owner's account is deleted, because records of tabletop battles refer to them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from battles.models import Track
from warbands.models import Warband


def in_tabletop_battles(owner_id: int) -> Iterable[int]:
    """Ids of all warbands in tabletop battles of the owner's warbands."""
    mine = Warband.objects.filter(owner_id=owner_id)
    tracks = Track.objects.filter(Q(first__in=mine) | Q(second__in=mine) | Q(others__in=mine)).prefetch_related(
        "others"
    )
    for track in tracks:
        yield from (track.first_id, track.second_id, *(warband.pk for warband in track.others.all()))
