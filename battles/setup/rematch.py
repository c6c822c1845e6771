"""A rematch: another battle with the same warbands on the same table as a finished one."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import TypedDict

from django.db import transaction

from accounts.models import User
from battles.core.permissions import may_rematch
from battles.core.refusals import DidNotPlay
from battles.engine.aftermath.house_rules import battle_options
from battles.models import Battle, BattleEvent, BattleSide, Issuer, Opponent
from battles.play.turn_notices import rematch_offered
from battles.setup import deployment, services
from battles.setup.new_battle import Army, seat_for


class Rules(TypedDict):
    """The rules of a battle that its rematch uses too."""

    ruleset: str
    house_rules: dict[str, object]


def rules_of(battle: Battle) -> Rules:
    """The ruleset and house rules of a battle, for use in another one."""
    return {"ruleset": battle.ruleset, "house_rules": battle_options(battle.options)}


@transaction.atomic
def rematch(*, battle_id: int, actor_id: int, now: datetime) -> Battle:
    """A new battle with the ruleset, house rules, scenario, table and sides of this one. Players' warbands take part
    with their current rosters. Against a person it is an invitation, which the other player accepts. Raises DidNotPlay,
    CannotBegin, and NotYourWarband for a warband that the player no longer owns."""
    battle = Battle.objects.prefetch_related("sides__warband").get(pk=battle_id)
    if not may_rematch(User.objects.get(pk=actor_id), battle):
        raise DidNotPlay
    is_here = battle.opponent in (Opponent.BOT, Opponent.HOT_SEAT)
    sides = [side for side in battle.sides.all() if is_here or side.player_id == actor_id]
    terms = services.Terms(
        ruleset=battle.ruleset,
        options=battle.options,
        scenario_code=battle.scenario_code,
        scenario=battle.scenario,
        table_name=battle.table_name,
        table=battle.table,
        opponent=battle.opponent if is_here else Opponent.INVITED,
        visibility=battle.visibility,
        counts=battle.counts,
        ends_own_turns=bool(battle.on_begin.get("ends_own_turns")),
        hints=battle.has_agreed_hints,
    )
    seats = [_seat_again(side) for side in sides]
    set_up = BattleEvent.objects.filter(battle=battle, issuer=Issuer.SETUP).exists()
    found = services.create(terms=terms, seats=seats, created_by_id=actor_id, now=now, prepares=True, set_up=set_up)
    if not is_here:
        others = [side.player_id for side in battle.sides.all() if not side.bot and side.player_id != actor_id]
        rematch_offered(found, others, User.objects.get(pk=actor_id), now)
    if set_up and found.is_playing:
        deployment.deploy_all_sides(battle_id=found.pk, now=now)
        found.refresh_from_db()
    return found


def _seat_again(side: BattleSide) -> services.SideTerms:
    """The side for the rematch: a player's own warband with its current roster, a suggested warband as it was."""
    if side.warband is not None:
        army = Army(warband=side.warband.public_id)
        return seat_for(army, player_id=side.player_id, bot=side.bot, seed=secrets.token_hex(8))
    return services.SideTerms(
        name=side.name,
        fighters=side.fighters,
        player_id=side.player_id,
        bot=side.bot,
        rating=side.rating,
        allies=side.allies,
        alignment=side.alignment,
        tags=side.tags,
    )
