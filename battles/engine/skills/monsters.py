"""Monsters and hunters: bear hugs, frenzy at the sight of blood, killing shots, grapples, follow-up moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.engine.events import EffectAdded, EffectEnded
from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.gear.conditions import is_against, is_mine
from battles.engine.hooks import declare_inner, on
from battles.engine.skills.to_hit_and_parry import DEAD
from battles.engine.state import FRENZIED, STANDING, STUNNED, BattleState, Effect, Frame
from battles.engine.steps.combat.knockback import disarm
from battles.engine.steps.harm.attacks import Attack, Group
from battles.engine.steps.harm.pipeline import lose_wounds
from battles.engine.steps.magic.spell_effects import EffectRules, define_effect
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.models.size import is_large
from battles.engine.steps.movement.allowances import Allowance
from battles.engine.steps.turn.optional_choices import AFTER_COMBAT, BEFORE_BATTLE, inner_offer, offer

HUGS, FOES, FOLLOWS, STEP = "bear_hug", "blood_tally", "follows_up", 400
MADDENED_ON = 4
declare_inner(FOES, "hugs", "mouth_sewn")
inner_offer(FOLLOWS)


# -- the hug -----------------------------------------------------------------------------------------------------------


def _may_hug(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    return [Choice("hug", f"{game.name(model_id)} crushes enemies hit by both attacks", "hugs")]


@offer(HUGS, BEFORE_BATTLE, _may_hug, bots_take=False)
def will_hug(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """For this battle, choose that two hits on one enemy become a bear hug."""
    ctx.emit(EffectAdded(model_id, Effect("hugs")))


@on("struck", "hugs")
def hugs(ctx: Context, model_id: str, group: Group, **_: Any) -> None:
    """The bear and the enemy each roll a D6 and add Strength. Unless the bear's total is lower, the enemy loses a Wound
    without a save.
    """
    if group.hits < 2 or group.downed:
        return
    for attack in group.attacks:
        attack.hit = False
    mine = ctx.roll("die", model_id, against=group.whom, rule="CHAR-PROFILE-01", about="hug").total + characteristic(
        ctx.game, ctx.state, model_id, "strength"
    )
    theirs = ctx.roll("die", group.whom, against=model_id, rule="CHAR-PROFILE-01", about="hug").total
    theirs += characteristic(ctx.game, ctx.state, group.whom, "strength")
    if mine >= theirs:
        lose_wounds(ctx, group.whom, how="hug", by=model_id)
    else:
        ctx.note("breaks_free", group.whom, model_id)


# -- blood -------------------------------------------------------------------------------------------------------------


@on("before_combat", "bloodgreed")
def counts_enemies(ctx: Context, model_id: str) -> None:
    """Record the number of opponents in this phase."""
    ctx.emit(EffectAdded(model_id, Effect(FOES, len(ctx.model(model_id).engaged))))


@on("enemy_out", "bloodgreed")
def is_maddened(ctx: Context, model_id: str, target: str) -> None:
    """If the model itself took all its opponents out of action, it becomes frenzied on a 4+. Rule: PSY-FRENZY-01"""
    left = next((effect.value for effect in ctx.model(model_id).effects if effect.code == FOES), 0) - 1
    ctx.emit(EffectAdded(model_id, Effect(FOES, left)))
    done = ctx.state.phase == "combat" and left == 0 and not ctx.model(model_id).engaged
    if (
        done
        and not ctx.model(model_id).flags & FRENZIED
        and ctx.roll("die", model_id, need=MADDENED_ON, rule="PSY-FRENZY-01", about="frenzy").passed
    ):
        ctx.flag(model_id, on=FRENZIED, why="frenzy")


@on("enemy_out", "fury_of_khaine")
def scents_more(ctx: Context, model_id: str, target: str) -> None:
    """If all its opponents are out of action in its own turn, the model may follow up."""
    mine = ctx.state.phase == "combat" and model_id[0] == ctx.state.active
    if mine and not ctx.model(model_id).engaged:
        ctx.emit(EffectAdded(model_id, Effect(FOLLOWS, 0, ctx.state.turn_number + 1, model_id[0])))


def _next_victim(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    if state.models[model_id].engaged or state.models[model_id].posture != STANDING:
        return []
    return [Choice("follow", f"{game.name(model_id)} follows up 4 inches", "follow_up")]


@offer(FOLLOWS, AFTER_COMBAT, _next_victim)
def follows_up(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Move up to 4 inches. If this brings the model into contact, it counts as charging in the next turn. Rule:
    MV-CHG-01
    """
    ctx.emit(EffectAdded(model_id, Effect("four_inches", 0, ctx.state.turn_number + 1, model_id[0])))
    ctx.emit(EffectEnded(model_id, FOLLOWS))
    ctx.push(Frame("extra_move", "start", {"who": model_id}))


declare_inner("four_inches")


@on("move", "four_inches")
def short_step(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
    """Limit the move to exactly 4 inches."""
    return allowance._replace(walk=STEP, run=STEP, charge=STEP)


# -- shots and grips ---------------------------------------------------------------------------------------------------


@on("wound_rolled", "heart_strike")
def heart_strike(ctx: Context, model_id: str, attack: Attack) -> None:
    """A shot that hits a large target on a 6 and then rolls a 5+ takes it out of action at once."""
    if attack.who != model_id or attack.how != "shot" or not attack.lands or not is_large(ctx.game, attack.whom):
        return
    if attack.face == 6 and attack.wounded and attack.wound_face >= 5:
        attack.on_wound, attack.armour, attack.ward = "bludgeoned", False, False


GRIPPED = "gripped"
define_effect(
    GRIPPED, EffectRules(pace=0, may_charge=False, may_shoot=False, may_cast=False, may_strike=False, ends="apart")
)


@on("hit_rolled", "grips")
def grips(ctx: Context, model_id: str, attack: Attack) -> None:
    """A model that is hit tests Strength at -1, or is held until the holder's next combat. Undead and large models are
    immune.

    Rule: CHAR-TEST-01
    """
    if not is_mine(attack, model_id) or not attack.hit:
        return
    attack.hit = False
    enemy = ctx.fighter(attack.whom)
    if DEAD & (enemy.tags | enemy.keywords) or is_large(ctx.game, attack.whom):
        return
    strength = characteristic(ctx.game, ctx.state, attack.whom, "strength") - 1
    if not ctx.check("char", attack.whom, strength, about="strength:grip").passed:
        ctx.emit(EffectAdded(attack.whom, Effect(GRIPPED, 0, ctx.state.turn_number + 2, ctx.state.active)))
        ctx.note("gripped", attack.whom, model_id)


@on("hit_rolled", "disarms")
def disarms(ctx: Context, model_id: str, attack: Attack) -> None:
    """A model that is hit drops its weapon instead of being wounded. Rule: CRIT-BLUD-SWEEP-01"""
    if is_mine(attack, model_id) and attack.hit:
        attack.hit = False
        disarm(ctx, attack.whom)


# -- needle and thread -------------------------------------------------------------------------------------------------

define_effect("mouth_sewn", EffectRules(may_cast=False))


@on("turn_end", "needle_and_thread")
def sews(ctx: Context, model_id: str) -> None:
    """At the end of its turn, sew a stunned enemy's mouth shut, if the enemy is in contact and the model has no other
    opponent.
    """
    engaged = ctx.model(model_id).engaged
    if len(engaged) == 1 and ctx.model(engaged[0]).posture == STUNNED:
        ctx.emit(EffectAdded(engaged[0], Effect("mouth_sewn")))
        ctx.note("mouth_sewn", engaged[0], model_id)


# -- beasts that obey --------------------------------------------------------------------------------------------------


@on("move", "never_charges")
def never_charges(game: Game, state: BattleState, model_id: str, allowance: Allowance) -> Allowance:
    """The model cannot charge."""
    return allowance._replace(charge=0, may_charge=False)


@on("before_combat", "masters_beasts")
def masters_beasts(ctx: Context, model_id: str, *, enemies: Sequence[str]) -> None:
    """If the model passes a Leadership test, an animal that fights it does nothing this turn. Rule: CHAR-LD-01"""
    from battles.engine.skills.combat_start import STILLED
    from battles.engine.steps.magic.spell_effects import add_until_next_turn
    from battles.engine.steps.nerve.leaders import take_test

    for other in ctx.model(model_id).engaged:
        beast = is_against(ctx.game, other, enemies) and ctx.model(other).posture == STANDING
        if beast and take_test(ctx, model_id, "nerve", "CHAR-LD-01", own_only=True, against=other):
            add_until_next_turn(ctx, other, STILLED)
