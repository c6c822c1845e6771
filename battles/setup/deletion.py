"""Handles open invitations when an account is deleted."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from battles.models import Battle, BattleStatus
from battles.setup.services import cancel_setup


def withdraw_open_invitations(user: User, now: datetime) -> None:
    """End the user's battles that still wait for an opponent. A second run finds nothing to do."""
    waiting = Battle.objects.filter(created_by=user, status=BattleStatus.MUSTERING)
    for battle_id in list(waiting.values_list("pk", flat=True)):
        cancel_setup(battle_id=battle_id, actor_id=user.pk, now=now)
