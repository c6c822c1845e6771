"""Warbands that stay when their owner's account is deleted, because battle records refer to them."""

from __future__ import annotations

from collections.abc import Iterable

from battles.models import Aftermath, BattleSide
from warbands.models import Warband


def in_battles(owner_id: int) -> Iterable[int]:
    """Ids of the owner's warbands that fought a battle or have an aftermath."""
    mine = Warband.objects.filter(owner_id=owner_id)
    sides = BattleSide.objects.filter(warband__in=mine).values_list("warband_id", flat=True)
    after = Aftermath.objects.filter(warband__in=mine).values_list("warband_id", flat=True)
    yield from (pk for pk in (*sides, *after) if pk is not None)
