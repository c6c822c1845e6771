"""Permissions: which users may see a battle and which may command a side."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404

from accounts.models import User
from battles.core.refusals import NotBegun, PlayedWithMiniatures
from battles.core.selectors import with_sides
from battles.models import Battle, BattleSide, BattleStatus, Opponent, Visibility
from campaigns.core.permissions import may_read
from mordheim_site.reuse.prepared_queries import PreparedQuery

_BATTLE = PreparedQuery(
    lambda pid: Battle.objects.select_related("match__campaign", "clock").defer("setup", "table").filter(public_id=pid),
    str,
)


def _sides(battle_id: int) -> QuerySet[BattleSide]:
    """The sides of a battle without the data of their fighters, which the engine has in memory."""
    return BattleSide.objects.filter(battle_id=battle_id).order_by("letter").defer("fighters")


_SIDES = PreparedQuery(_sides, int)
_SIDES_WITH_NAMES = PreparedQuery(lambda battle_id: _sides(battle_id).select_related("player", "warband"), int)


def battle_to_read(user: User | None, pid: str, *, with_names: bool = True) -> Battle:
    """The battle with its sides. Anyone who has the address may read it, except that battles of a closed group are only
    for its members and players. `with_names` also loads the players and warbands of the sides, which commands do not
    need. Raises Http404."""
    battle = _BATTLE.first(pid)
    if battle is None:
        raise Http404
    with_sides(battle, (_SIDES_WITH_NAMES if with_names else _SIDES).rows(battle.pk))
    asker = user if user is not None else AnonymousUser()
    if battle.match is not None and not sides_of(user, battle) and not may_read(asker, battle.match.campaign):
        raise Http404
    return battle


def after_command(battle: Battle, row: Battle) -> Battle:
    """The locked row after a command, with what `battle_to_read` loaded before it: the names of players and warbands,
    and the league match."""
    earlier = {side.pk: side for side in battle.sides.all()}
    for side in row.sides.all():
        known = earlier.get(side.pk)
        if known is not None and (known.player_id, known.warband_id) == (side.player_id, side.warband_id):
            side.player, side.warband = known.player, known.warband
    if row.match_id == battle.match_id:
        row.match = battle.match
    # Commands that change the clock have already loaded it.
    row._state.fields_cache.setdefault("clock", battle._state.fields_cache.get("clock"))
    return row


def battle_with_moves(user: User | None, pid: str) -> Battle:
    """Like `battle_to_read`, but only for battles on the board. Raises Http404, PlayedWithMiniatures and NotBegun."""
    battle = battle_to_read(user, pid)
    if battle.is_on_paper:
        raise PlayedWithMiniatures
    if battle.started_at is None:
        raise NotBegun
    return battle


def sides_of(user: User | None, battle: Battle) -> tuple[BattleSide, ...]:
    """The sides that this user commands; in a battle on one shared screen, both."""
    if user is None or not user.is_authenticated:
        return ()
    return tuple(side for side in battle.sides.all() if not side.bot and side.player_id == user.pk)


def may_join(user: User | None, battle: Battle) -> bool:
    """Whether the battle has a free side and the user has none yet."""
    if battle.opponent not in (Opponent.INVITED, Opponent.OPEN):
        return False
    taken = {side.player_id for side in battle.sides.all() if not side.bot}
    return len(battle.sides.all()) < 2 and (user is None or user.pk not in taken)


def is_listed(battle: Battle) -> bool:
    """Whether the battle appears in public lists. Other battles can only be found by their link."""
    return battle.visibility == Visibility.PUBLIC


def may_rematch(user: User | None, battle: Battle) -> bool:
    """Whether this user may start a rematch of a finished battle: they played in it, and it was not part of a
    league."""
    return battle.is_over and battle.match_id is None and not battle.is_on_paper and bool(sides_of(user, battle))


def may_play_on(user: User | None, battle: Battle) -> bool:
    """Whether this user may start practice from a moment of this battle. For a finished battle, everyone who may read
    it; for one in progress that does not count, its players."""
    if battle.is_on_paper or battle.started_at is None:
        return False
    if battle.status == BattleStatus.FINISHED:
        return True
    return battle.is_playing and not battle.counts and battle.match_id is None and bool(sides_of(user, battle))
