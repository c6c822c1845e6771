"""What stands upon an aftermath, and who may rule over it. Rules: AF-BACK-02, AF-CONFIRM-01"""

from __future__ import annotations

from collections.abc import Sequence

from battles.models import Aftermath, Battle, BattleSide, BattleStatus
from campaigns.services.running import runs


def later_battle(row: Aftermath) -> bool:
    """Has this warband fought since, or is it fighting now, in a battle that counts?"""
    later = Aftermath.objects.filter(warband_id=row.warband_id, pk__gt=row.pk).exclude(status="back")
    playing = BattleSide.objects.filter(
        warband_id=row.warband_id,
        battle__status=BattleStatus.PLAYING,
        battle__counts=True,
        battle_id__gt=row.side.battle_id,
    )
    return later.exists() or playing.exists()


def may_rule(battle: Battle, rows: Sequence[Aftermath], actor_id: int | None) -> bool:
    """May this person correct and take back? In a league who runs it; outside of one the players of the warbands."""
    if actor_id is None:
        return False
    if battle.match_id is not None and battle.match is not None:
        return runs(battle.match.campaign_id, actor_id)
    return any(actor_id in (row.warband.owner_id, row.side.player_id) for row in rows)
