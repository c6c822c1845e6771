"""Tests of dwarfs who leave a brewhouse. Rule: TR-ARC-BREWHOUSE-01"""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.events import EffectAdded, Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import BattleState, Effect
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.nerve.leaders import LeadershipTest, leadership_of, roll_test
from battles.engine.table.vectors import Spot
from battles.engine.terrain.places import is_called, own_next_turn, pieces_called, stands

KIND = "dwarf_brewhouse"
RULE = "TR-ARC-BREWHOUSE-01"
REACH = 600
HARDER = -3
STAYS, GOES = "brewhouse:stays", "brewhouse:goes"
"""Codes of the effects on a dwarf that has tested this turn and stays, or may leave."""


def leaves(game: Game, state: BattleState, model_id: str, end: Spot) -> bool:
    """Whether a dwarf within range of a brewhouse would be out of range at the end of the move."""
    houses = list(pieces_called(game, KIND))
    if not houses or not is_called(game, model_id, "dwarf"):
        return False
    body = body_of(game, state, model_id)
    there = body.at(end.x, end.y, end.z)
    return any(stands(game, body, house, REACH) and not stands(game, there, house, REACH) for house in houses)


def check_leaving(game: Game, state: BattleState, model_id: str, end: Spot) -> None:
    """Raise IllegalAction for a dwarf that has failed its test this turn and would leave."""
    failed = any(effect.code == STAYS for effect in state.models[model_id].effects)
    if failed and leaves(game, state, model_id, end):
        raise IllegalAction(
            "stays_for_the_ale", say("{who} will not leave the brewhouse this turn.", who=game.name(model_id)), RULE
        )


def passes_leaving_test(ctx: Context, model_id: str, end: Spot) -> bool:
    """Whether the model may end its move there. A dwarf that would leave takes a test, once a turn."""
    codes = {effect.code for effect in ctx.state.models[model_id].effects}
    if GOES in codes or not leaves(ctx.game, ctx.state, model_id, end):
        return True
    if STAYS in codes:
        return False
    value, lent_by = leadership_of(ctx.game, ctx.state, model_id)
    test = LeadershipTest("brewhouse", value, RULE, lent_by, mods=(Modifier("brewhouse", HARDER, RULE),))
    passed = roll_test(ctx, model_id, test)
    ctx.emit(
        EffectAdded(model_id, Effect(GOES if passed else STAYS, 0, own_next_turn(ctx.state, model_id), model_id[0]))
    )
    return passed
