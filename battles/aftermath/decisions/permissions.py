"""Queries that decide whether an aftermath may still be changed, and by whom. Rules: AF-BACK-02, AF-CONFIRM-01"""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from battles.models import FIGHTING, Aftermath, Battle, BattleSide
from campaigns.core.arbitrators import is_run_by


def players_of(rows: Sequence[Aftermath]) -> list[int]:
    """Primary keys of the players whose warbands these aftermaths belong to, in order; bots and closed accounts are
    left out."""
    people = [(row.warband.owner_id or row.side.player_id) for row in rows if row.side.has_player or not row.side.bot]
    active = set(
        User.objects.filter(pk__in=[entry for entry in people if entry], is_active=True).values_list("pk", flat=True)
    )
    return list(dict.fromkeys(entry for entry in people if entry in active))


def later_battle(row: Aftermath) -> bool:
    """Whether this warband has fought, or is fighting, a later battle that counts."""
    later = Aftermath.objects.filter(warband_id=row.warband_id, pk__gt=row.pk).exclude(status="back")
    playing = BattleSide.objects.filter(
        warband_id=row.warband_id,
        battle__status__in=FIGHTING,
        battle__counts=True,
        battle_id__gt=row.side.battle_id,
    )
    return later.exists() or playing.exists()


def may_rule(battle: Battle, rows: Sequence[Aftermath], actor_id: int | None) -> bool:
    """Whether this user may correct rosters after this battle: in a league the arbitrator, otherwise the players of the
    warbands."""
    if actor_id is None:
        return False
    if battle.match_id is not None and battle.match is not None:
        return is_run_by(battle.match.campaign_id, actor_id)
    return any(actor_id in (row.warband.owner_id, row.side.player_id) for row in rows)


def may_correct(row: Aftermath, actor_id: int | None) -> bool:
    """Whether this user may correct this warband's roster after a battle. Outside of leagues only its own player
    may."""
    if actor_id is None:
        return False
    battle = row.side.battle
    if battle.match_id is not None and battle.match is not None:
        return is_run_by(battle.match.campaign_id, actor_id)
    return actor_id in (row.warband.owner_id, row.side.player_id)
