"""Spells from supplements that protect against enemies: veils of shadow, tricks, thorns, and rites against magic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battles.engine.events import EffectEnded, Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.spells.bolts import resists
from battles.engine.state import FIRST_ROUND, SHOT, STANDING, BattleState
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.injuries import Injury
from battles.engine.steps.magic.spell_effects import EffectRules, add_until_next_turn, caster_of, define_effect
from battles.engine.steps.magic.spell_parts import around, stands_by_a_wall
from battles.engine.steps.magic.spell_targets import FOR_THE_BATTLE, TO_NEXT_TURN, a_friend, leave, those_near
from battles.engine.steps.magic.spellbook import Casting, Spell, no_target, one_enemy, spell
from battles.engine.steps.models.bodies import body_of, is_hidden
from battles.engine.steps.movement.disengaging import move_out_of_contact
from battles.engine.steps.movement.forced.pushes import push
from battles.engine.steps.movement.forced.straight_moves import direction_of
from battles.engine.steps.movement.hiding import rules as hiding_rules

if TYPE_CHECKING:
    from battles.engine.steps.harm.attacks import Group

SHADOWS, A_STEP, A_FEW_STEPS = 600, 200, 400
"""Radius of a pool of shadow, and distances that a mage and a shaman move (hundredths of an inch)."""
FOUL_CASTERS = ("necromancer", "magister", "daemon", "liche")
declare_inner(
    "cloak_of_darkness", "fooled_ya", "fleeting_shadows", "pool_of_shadow", "shadowbind", "shield_of_thorns",
    "morrs_protection",
)  # fmt: skip


def _free(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    """The caster, unless the spell is already active on them."""
    return [] if any(effect.code == known.code for effect in state.models[model_id].effects) else [()]


# -- nobody aims at him ------------------------------------------------------------------------------------------------


@spell("cloak_of_darkness", "Cloak of Darkness", 7, _free, from_combat=False)
def cloak_of_darkness(ctx: Context, casting: Casting) -> None:
    """No model sees or charges the caster, until the caster shoots, casts a spell or fights."""
    leave(ctx, casting, casting.who, "cloak_of_darkness", FOR_THE_BATTLE)


@on("seen_by", "cloak_of_darkness")
def swallowed(game: Game, state: BattleState, model_id: str, watcher: str, seen: bool, **_: Any) -> bool:
    """A model under the cloak is out of sight, unless it has revealed itself."""
    return seen and _has_shown_himself(state, model_id)


@on("dares", "cloak_of_darkness")
def not_found(ctx: Context, model_id: str, charger: str, target: str, **_: Any) -> bool:
    """A charge at a model under the cloak fails."""
    return model_id != target or _has_shown_himself(ctx.state, model_id)


def _has_shown_himself(state: BattleState, model_id: str) -> bool:
    """Whether the caster is fighting, or shot or cast another spell this turn."""
    model = state.models[model_id]
    return bool(model.engaged or model.flags & SHOT)


@on("spell", "cloak_of_darkness")
def torn_by_magic(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
    """Another spell of the caster ends the cloak."""
    if casting.who == model_id and casting.spell.code != "cloak_of_darkness":
        ctx.emit(EffectEnded(model_id, "cloak_of_darkness"))
    return False


@on("turn_end", "cloak_of_darkness")
def torn_by_deeds(ctx: Context, model_id: str, **_: Any) -> None:
    """The cloak ends when the caster shoots or fights in its own turn."""
    if _has_shown_himself(ctx.state, model_id):
        ctx.emit(EffectEnded(model_id, "cloak_of_darkness"))


@spell("fooled_ya", "Fooled Ya!", 6, no_target)
def fooled_ya(ctx: Context, casting: Casting) -> None:
    """No model charges the shaman in the next enemy turn. A shaman who is not fighting moves 4 inches away."""
    leave(ctx, casting, casting.who, "fooled_ya", TO_NEXT_TURN)
    if ctx.model(casting.who).engaged:
        move_out_of_contact(ctx, casting.who, A_FEW_STEPS)


@on("dares", "fooled_ya")
def fooled(ctx: Context, model_id: str, charger: str, target: str, **_: Any) -> bool:
    """A charge at the shaman fails."""
    return model_id != target


@spell("fleeting_shadows", "Fleeting Shadows", 8, _free)
def fleeting_shadows(ctx: Context, casting: Casting) -> None:
    """The first hit on the mage, by an attack or a shot, counts as a miss."""
    leave(ctx, casting, casting.who, "fleeting_shadows", FOR_THE_BATTLE)


@on("hit_rolled", "fleeting_shadows")
def dodge_shot(ctx: Context, model_id: str, attack: Attack, **_: Any) -> None:
    """Cancel the hit, and place the model 2 inches away in a random direction."""
    if attack.whom != model_id or not attack.hit or not (attack.in_combat or attack.how == "shot"):
        return
    attack.hit = False
    ctx.emit(EffectEnded(model_id, "fleeting_shadows"))
    ctx.note("dodged", model_id, attack.who)
    face = ctx.roll("die", model_id, rule="MAG-WHO-01", about="direction").total
    dx, dy = direction_of(60.0 * (face - 1))
    push(ctx, model_id, dx, dy, A_STEP)


# -- shadows -----------------------------------------------------------------------------------------------------------


@spell("pool_of_shadow", "Pool of Shadow", 7, no_target, reach=SHADOWS)
def pool_of_shadow(ctx: Context, casting: Casting) -> None:
    """Friends near the caster hide, even after other actions, and have cover until the caster's next turn.

    Rule: MV-HIDE-01
    """
    for other in those_near(ctx, casting, a_friend):
        leave(ctx, casting, other, "pool_of_shadow", TO_NEXT_TURN)
        model = ctx.model(other)
        if model.posture == STANDING and not model.engaged and not is_hidden(model):
            hiding_rules.hide(ctx, other)


@on("to_hit", "pool_of_shadow")
def in_shadow(game: Game, state: BattleState, model_id: str, attack: Attack, *, value: int = 0) -> None:
    """Shots at models in the pool of shadow are at targets in cover, unless an enemy is in the pool too. Rule:
    SHOOT-COVER-01
    """
    if attack.whom != model_id or attack.how != "shot" or any(mod.reason.endswith("cover") for mod in attack.hit_mods):
        return
    caster = caster_of(model_id, model_id[0], value)
    disturbed = any(game.are_enemies(caster, other) for other in around(game, state, caster, SHADOWS))
    if not state.models[caster].gone and not disturbed and "cover" not in attack.ignores:
        attack.hit_mods.append(Modifier("soft_cover", -1, "SHOOT-COVER-01"))


def _by_a_wall(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    return [
        choice
        for choice in one_enemy(game, state, model_id, known)
        if stands_by_a_wall(game, body_of(game, state, choice[0]))
    ]


define_effect(
    "shadowbound", EffectRules(pace=0, may_charge=False, may_strike=False, may_shoot=False, kept_by="shadowbind")
)


@spell("shadowbind", "Shadowbind", 9, _by_a_wall, reach=2400)
def shadowbind(ctx: Context, casting: Casting) -> None:
    """An enemy near a wall is held, and as helpless as if stunned, until the caster is hurt or casts another spell."""
    leave(ctx, casting, casting.targets[0], "shadowbound", FOR_THE_BATTLE)
    leave(ctx, casting, casting.who, "shadowbind", FOR_THE_BATTLE)


@on("spell", "shadowbind")
def loosened_by_magic(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
    """Another spell of the caster frees the held model."""
    if casting.who == model_id:
        ctx.emit(EffectEnded(model_id, "shadowbind"))
    return False


@on("wounded", "shadowbind")
def loosened_by_pain(ctx: Context, model_id: str, group: Group, **_: Any) -> None:
    """A Wound lost by the caster frees the held model."""
    if group.whom == model_id:
        ctx.emit(EffectEnded(model_id, "shadowbind"))


@on("turn_start", "shadowbound")
def strains(ctx: Context, model_id: str, **_: Any) -> None:
    """At the start of its turn, the held model frees itself with a Strength test, with 1 added to the die. Rule:
    CHAR-TEST-01
    """
    if resists(ctx, model_id, "strength", harder=1):
        ctx.emit(EffectEnded(model_id, "shadowbound"))


@on("to_hit", "shadowbound")
def helpless(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """Attacks at the held model hit automatically. Rule: CC-STUN-01"""
    if attack.whom == model_id and attack.in_combat:
        attack.automatic = True


@on("injury", "shadowbound")
def slain(ctx: Context, model_id: str, injury: Injury, **_: Any) -> None:
    """A wound takes the held model out of action. Rule: CC-STUN-01"""
    if injury.who == model_id and injury.attack.in_combat:
        injury.knocked_down_to = injury.stunned_to = 0


# -- thorns and rites --------------------------------------------------------------------------------------------------


@spell("shield_of_thorns", "Shield of Thorns", 7, _free, from_combat=False)
def shield_of_thorns(ctx: Context, casting: Casting) -> None:
    """Until the model's next turn, no shot or spell affects it, and no one attacks in the first round of a combat with
    it.
    """
    leave(ctx, casting, casting.who, "shield_of_thorns", TO_NEXT_TURN)


@on("hit_rolled", "shield_of_thorns")
def caught_in_thorns(ctx: Context, model_id: str, attack: Attack, **_: Any) -> None:
    """Shots at the model have no effect."""
    if attack.whom == model_id and attack.how == "shot" and attack.hit:
        attack.hit = False
        ctx.note("dodged", model_id, attack.who)


@on("spell", "shield_of_thorns")
def spells_miss(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
    """Spells of others at the model have no effect."""
    return casting.who != model_id


@on("before_combat", "shield_of_thorns")
def keeps_apart(ctx: Context, model_id: str, **_: Any) -> None:
    """In the first round neither the model nor its opponents attack."""
    if ctx.model(model_id).flags & FIRST_ROUND:
        for opponent in (model_id, *ctx.model(model_id).engaged):
            add_until_next_turn(ctx, opponent, "held_by_thorns" if opponent != model_id else "behind_thorns")


for _code in ("held_by_thorns", "behind_thorns"):
    define_effect(_code, EffectRules(may_strike=False))


@spell("morrs_protection", "Morr's Protection", 6, no_target, is_prayer=True)
def morrs_protection(ctx: Context, casting: Casting) -> None:
    """Until the priest's next turn, magic of Necromancers, Magisters and Daemons does not affect the priest."""
    leave(ctx, casting, casting.who, "morrs_protection", TO_NEXT_TURN)


@on("spell", "morrs_protection")
def negated(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
    """Their spells at the priest have no effect."""
    if casting.who == model_id:
        return False
    fighter = ctx.fighter(casting.who)
    return any(word.endswith(FOUL_CASTERS) for word in fighter.tags | fighter.keywords)
