"""Who has confirmed a waiting sheet outside of leagues: players with an account, and opponents by link.

Rule: AF-PAPER-02
"""

from __future__ import annotations

from typing import Final

from battles.models import Battle, BattleSide, ConfirmLink, LinkAnswer

AGREED: Final = "agreed"
"""Where a waiting sheet stores who has agreed, by user id; a replaced sheet asks all players again."""


def waits_for(battle: Battle, user_id: int) -> bool:
    """Whether this user's confirmation is missing."""
    return battle.created_by_id != user_id and user_id not in battle.setup.get(AGREED, [])


def unconfirmed_sides(battle: Battle) -> list[BattleSide]:
    """The sides whose confirmation is missing, in the order of their letters. Two queries."""
    agreed = {*battle.setup.get(AGREED, []), battle.created_by_id}
    confirmed = ConfirmLink.objects.filter(side__battle=battle, answer=LinkAnswer.CONFIRMED)
    by_link = set(confirmed.values_list("side_id", flat=True))
    sides = BattleSide.objects.filter(battle=battle).exclude(pk__in=by_link).order_by("letter")
    return [side for side in sides if side.player_id is None or side.player_id not in agreed]


def ask_again(battle: Battle) -> None:
    """Clear the answers by link, because the sheet was replaced."""
    links = ConfirmLink.objects.filter(side__battle=battle)
    links.update(answer="", message="", answered_by=None, answered_at=None)
