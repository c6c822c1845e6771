"""Spells that move other models: a call that moves the Undead once more, and a lure that makes an enemy obey."""

from __future__ import annotations

from typing import Any

from battles.engine.events import EffectAdded, EffectEnded, Modifier, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.state import STANDING, BattleState, Effect, Frame
from battles.engine.steps.magic.spellbook import Casting, Spell, closest_enemy, spell
from battles.engine.steps.models.bodies import body_of, on_table
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.allowances import Allowance
from battles.engine.steps.nerve import lured_warriors
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.shooting.rate_of_fire import ShotPlan
from battles.engine.table.vectors import within

LURED = "lured"
"""Code of the effect on a model that obeys only the caster."""
CALLED = ("zombie", "dire_wolf")
"""Endings of the tags of models that the call moves."""


def _callable(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    mine = body_of(game, state, model_id)
    return [
        (other,)
        for other in on_table(state, model_id[0])
        if other != model_id
        and any(word.endswith(CALLED) for word in game.fighters[other].tags | game.fighters[other].keywords)
        and state.models[other].posture == STANDING
        and not state.models[other].engaged
        and within(mine, body_of(game, state, other), known.reach)
    ]


@spell("call_of_vanhel", "Call of Vanhel", 6, _callable, reach=600)
def call_of_vanhel(ctx: Context, casting: Casting) -> None:
    """A zombie or dire wolf moves once more, optionally into contact."""
    ctx.push(Frame("extra_move", "start", {"who": casting.targets[0]}))


@spell("lure_of_chaos", "Lure of Chaos", 9, closest_enemy, reach=1200)
def lure_of_chaos(ctx: Context, casting: Casting) -> None:
    """The caster and an enemy both roll a D6 and add Leadership. If the enemy loses, it obeys the caster's side until
    it passes a test.

    Rule: CHAR-LD-01
    """
    target = casting.targets[0]
    totals = []
    for model_id in (casting.who, target):
        face = ctx.dice.face("rolloff")
        ctx.emit(Rolled("rolloff", model_id, (face,), rule="MAG-WHO-01"))
        totals.append(face + characteristic(ctx.game, ctx.state, model_id, "leadership"))
    if totals[0] > totals[1]:
        ctx.emit(EffectAdded(target, Effect(LURED, 0, 0, casting.who[0])))
        lured_warriors.turn(ctx, target, ctx.game.side_of(casting.who))


@on("recovery", LURED)
def shake_off(ctx: Context, model_id: str, **_: Any) -> None:
    """A Leadership test in its own recovery phase frees the lured model."""
    if take_test(ctx, model_id, "spell", "CHAR-LD-01", own_only=True):
        ctx.emit(EffectEnded(model_id, LURED))
        lured_warriors.turn_back(ctx, model_id)


@on("move", LURED)
def held(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
    """A lured model moves only when commanded."""
    if lured_warriors.is_under_orders(state):
        return allowance
    return allowance._replace(walk=0, run=0, charge=0, may_run=False, may_charge=False, climbs=False)


@on("shoot", LURED)
def entranced(game: Game, state: BattleState, model_id: str, plan: ShotPlan, **_: Any) -> ShotPlan:
    """A lured model shoots only when commanded."""
    return plan if lured_warriors.is_under_orders(state) else plan._replace(refused="is spellbound")


@on("spell", LURED)
def silenced(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
    """A lured model casts only when commanded; spells of others still affect it."""
    if casting.who == model_id and not lured_warriors.is_under_orders(ctx.state):
        casting.bonus -= 99
        casting.mods.append(Modifier(LURED, -99))
    return False
