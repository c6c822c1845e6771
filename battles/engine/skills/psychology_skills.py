"""Skills and habits that change psychology tests: drink, cold blood, courage.

Hooks `turn_start`, `leadership`, `deploy`.
"""

from __future__ import annotations

from battles.engine.events import EffectAdded
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.state import FRENZIED, BattleState, Effect
from battles.engine.steps.magic.spell_effects import EffectRules, define_effect
from battles.engine.steps.models.bodies import on_table
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.nerve.leaders import LeadershipTest

DULLED, RAGING = "dulled_by_drink", "roused_by_drink"
BEST_LEADERSHIP = 10
COLD = frozenset({"fear", "terror", "stupidity", "all_alone", "panic", "rout", "stubborn", "frenzy"})
"""Tests that cold-blooded models take with three dice: psychology and rout. Rules: PSY-FEAR-01, PSY-ROUT-01"""
define_effect(DULLED, EffectRules(keywords=("stupidity",), calm=("fear", "terror", "panic", "all_alone")))
define_effect(RAGING, EffectRules(keywords=("frenzy",), calm=("fear", "terror", "panic", "all_alone")))


@on("turn_start", "drunken")
def drunken(ctx: Context, model_id: str) -> None:
    """Roll a die each turn: on a 1 Stupidity may affect the model, on a 6 it is frenzied. On both it is immune to other
    psychology. Rules: PSY-STUPID-01, PSY-FRENZY-01
    """
    if ctx.model(model_id).gone:
        return
    face = ctx.roll("die", model_id, rule="PSY-STUPID-01", about="drunken").total
    if face in (1, 6):
        code = DULLED if face == 1 else RAGING
        ctx.emit(EffectAdded(model_id, Effect(code, 0, ctx.state.turn_number + 1, model_id[0])))
    if face == 6:
        ctx.flag(model_id, on=FRENZIED, why="frenzy")
    elif not ctx.fighter(model_id).keywords & {"frenzy"}:
        ctx.flag(model_id, off=FRENZIED, why="frenzy")


@on("leadership", "cold_blooded")
def cold_blooded(game: Game, state: BattleState, model_id: str, test: LeadershipTest) -> LeadershipTest:
    """Psychology and rout tests use the lower two of three dice. Rule: CHAR-LD-01"""
    return test._replace(dice=3) if test.reason in COLD else test


@on("leadership", "fearless_charge")
def fearless_charge(game: Game, state: BattleState, model_id: str, test: LeadershipTest) -> LeadershipTest:
    """The model needs no test to charge enemies it fears. Rule: PSY-FEAR-02"""
    charges = test.rule == "PSY-FEAR-02" and model_id[0] == state.active
    return test._replace(needed=False) if charges else test


@on("deploy", "shared_drink")
def shared_drink(ctx: Context, model_id: str) -> None:
    """The warband drinks before the battle: all are braver, but those who fail a Toughness test are slower."""
    side = list(on_table(ctx.state, model_id[0]))
    if any(effect.code == "raised_leadership" for other in side for effect in ctx.model(other).effects):
        return
    for other in side:
        if characteristic(ctx.game, ctx.state, other, "leadership") < BEST_LEADERSHIP:
            ctx.emit(EffectAdded(other, Effect("raised_leadership", 1)))
        if not ctx.check(
            "char", other, characteristic(ctx.game, ctx.state, other, "toughness"), about="toughness:drink"
        ).passed:
            ctx.emit(EffectAdded(other, Effect("raised_initiative", -1)))
