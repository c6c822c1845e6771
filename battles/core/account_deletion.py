"""What happens to a user's battles and tables when the account is deleted."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q

from accounts.models import User
from battles.models import Aftermath, Battle, BattleSide, BattleStatus
from battles.setup.muster import give_up_mustering
from battles.tables.models import Audience, DrawnTable
from battles.tabletop.models import Track
from warbands.models import Warband


def in_battles(owner_id: int) -> Iterable[int]:
    """Warbands that battle records refer to."""
    mine = Warband.objects.filter(owner_id=owner_id)
    sides = BattleSide.objects.filter(warband__in=mine).values_list("warband_id", flat=True)
    after = Aftermath.objects.filter(warband__in=mine).values_list("warband_id", flat=True)
    tracks = Track.objects.filter(Q(first__in=mine) | Q(second__in=mine) | Q(others__in=mine)).prefetch_related(
        "others"
    )
    for track in tracks:
        yield from (track.first_id, track.second_id, *(one.pk for one in track.others.all()))
    yield from (pk for pk in (*sides, *after) if pk is not None)


def delete_user_data(user: User, now: datetime) -> None:
    """Withdraw open invitations and delete private tables. Battles stay, with their log. A second run finds nothing to
    do."""
    waiting = Battle.objects.filter(created_by=user, status=BattleStatus.MUSTERING)
    for battle_id in list(waiting.values_list("pk", flat=True)):
        give_up_mustering(battle_id=battle_id, actor_id=user.pk, now=now)
    DrawnTable.objects.filter(owner=user, audience=Audience.PRIVATE).delete()
