"""Confirmations of a waiting sheet outside of leagues: by players with an account, and by opponents with a link. Rule:
AF-PAPER-02"""

from __future__ import annotations

from typing import Final

from battles.core.league_rosters import PlaysInLeague, leagues_of
from battles.models import Battle, BattleSide, BattleStatus, ConfirmLink, LinkAnswer

AGREED: Final = "agreed"
"""Key under which a waiting sheet stores the ids of the users who have agreed. If the sheet is replaced, all players
are asked again."""


def waits_for(battle: Battle, user_id: int) -> bool:
    """Whether this user still has to confirm the sheet."""
    return battle.created_by_id != user_id and user_id not in battle.setup.get(AGREED, [])


def unconfirmed_sides(battle: Battle) -> list[BattleSide]:
    """The sides that still have to confirm, in the order of their letters. Two queries."""
    agreed = {*battle.setup.get(AGREED, []), battle.created_by_id}
    confirmed = ConfirmLink.objects.filter(side__battle=battle, answer=LinkAnswer.CONFIRMED)
    by_link = set(confirmed.values_list("side_id", flat=True))
    sides = BattleSide.objects.filter(battle=battle).exclude(pk__in=by_link).order_by("letter")
    return [side for side in sides if side.player_id is None or side.player_id not in agreed]


def ask_again(battle: Battle) -> None:
    """Delete the answers given by link, because the sheet was replaced."""
    links = ConfirmLink.objects.filter(side__battle=battle)
    links.update(answer="", message="", answered_by=None, answered_at=None)


def obstacle(battle: Battle) -> PlaysInLeague | None:
    """Why nobody can confirm this waiting sheet outside of leagues: since it was sent, one of its warbands has joined a
    league that allows no other battles. None if it can be confirmed. At most two queries. Rule: AF-LEAGUE-01"""
    if battle.match_id is not None or battle.status != BattleStatus.MUSTERING:
        return None
    leagues = leagues_of(side.warband_id for side in battle.sides.all())
    return PlaysInLeague(set(leagues.values())) if leagues else None


def refuse_if_bound(battle: Battle) -> None:
    """Raise PlaysInLeague if there is such an obstacle. The sheet stays open. Rule: AF-LEAGUE-01"""
    if (refusal := obstacle(battle)) is not None:
        raise refusal
