"""Spells from supplements about life, death and luck: changed dice, models raised or banished, burning hands."""

from __future__ import annotations

from functools import cache
from typing import Any

from battles.engine.dice import d3
from battles.engine.events import EffectAdded, EffectEnded, Placed, PostureChanged, WoundsLost
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.profile import Weapon, weapon_from_data
from battles.engine.spells.necromancy import free_place
from battles.engine.state import STANDING, BattleState, Effect
from battles.engine.steps.combat.phase import strike
from battles.engine.steps.combat.strikers import Striker, attack_plan
from battles.engine.steps.harm.attacks import Attack, reroll_to_hit
from battles.engine.steps.harm.wounding import reroll_wound
from battles.engine.steps.magic.spell_effects import EffectRules, define_effect
from battles.engine.steps.magic.spell_parts import is_unliving
from battles.engine.steps.magic.spell_targets import FOR_THE_BATTLE, TO_NEXT_TURN, a_friend, an_enemy, leave, one_of
from battles.engine.steps.magic.spellbook import Casting, Spell, no_target, spell
from battles.engine.steps.models.bodies import body_at, body_of, on_table
from battles.engine.steps.models.characteristics import characteristic, keywords_of
from battles.engine.steps.movement.hiding.visibility import sees
from battles.engine.steps.nerve.losses import lost_in_last_turn
from battles.engine.steps.shooting.rate_of_fire import plans_of
from battles.engine.table.vectors import distance, within

SANCTIFIED = "sanctity_of_the_fallen"
LEAST_SKILL = 4
BY_FIRE = "burning_hand"
declare_inner("nurgles_rot", "gift_of_the_fates", "scry", SANCTIFIED, "betrayal_in_death", "silent_guardian", BY_FIRE)


# -- dice turned -------------------------------------------------------------------------------------------------------


@spell("gift_of_the_fates", "Gift of the Fates", 7, no_target, is_prayer=True)
def gift_of_the_fates(ctx: Context, casting: Casting) -> None:
    """Until the shaman's next recovery phase, one of its dice that fails by 1 succeeds."""
    leave(ctx, casting, casting.who, "gift_of_the_fates", TO_NEXT_TURN)


@on("hit_rolled", "gift_of_the_fates")
def turned_hit(ctx: Context, model_id: str, attack: Attack, **_: Any) -> None:
    """A roll to hit that misses by 1 hits. This includes a natural 1."""
    if attack.who == model_id and not attack.hit and attack.face and attack.face + 1 == max(2, attack.need_hit):
        attack.hit, attack.face = True, attack.face + 1
        _turned(ctx, model_id)


@on("wound_rolled", "gift_of_the_fates")
def turned_wound(ctx: Context, model_id: str, attack: Attack, **_: Any) -> None:
    """A roll to wound that fails by 1 wounds, but is never critical."""
    if _failed_to_wound(attack, model_id) and attack.wound_face + 1 == max(2, attack.need_wound):
        attack.wounded, attack.may_be_critical = True, False
        _turned(ctx, model_id)


def _failed_to_wound(attack: Attack, model_id: str) -> bool:
    return attack.who == model_id and not attack.wounded and bool(attack.wound_face) and attack.need_wound < 7


def _turned(ctx: Context, model_id: str) -> None:
    ctx.emit(EffectEnded(model_id, "gift_of_the_fates"))
    ctx.note("lucky", model_id)


@spell("scry", "Scry", 6, one_of(a_friend))
def scry(ctx: Context, casting: Casting) -> None:
    """A friend may re-roll D3 failed dice this turn, with +1 to each."""
    target = casting.targets[0]
    count = d3(ctx.roll("count", casting.who).total)
    ctx.emit(EffectAdded(target, Effect("scry", count, ctx.state.turn_number + 1, casting.who[0])))


@on("hit_rolled", "scry")
def foreseen_hit(ctx: Context, model_id: str, attack: Attack, *, value: int = 0) -> None:
    """Re-roll a miss with +1. Rule: DICE-REROLL-01"""
    if (
        attack.who == model_id
        and not attack.hit
        and attack.face
        and not attack.rerolled
        and _foresees(ctx, model_id, value)
    ):
        attack.need_hit = max(2, attack.need_hit - 1)
        reroll_to_hit(ctx, attack)


@on("wound_rolled", "scry")
def foreseen_wound(ctx: Context, model_id: str, attack: Attack, *, value: int = 0) -> None:
    """Re-roll a failed roll to wound with +1. Rule: DICE-REROLL-01"""
    if _failed_to_wound(attack, model_id) and _foresees(ctx, model_id, value):
        reroll_wound(ctx, attack)
        attack.wounded = attack.wounded or 1 < attack.wound_face == attack.need_wound - 1


def _foresees(ctx: Context, model_id: str, left: int) -> bool:
    effect = next((effect for effect in ctx.model(model_id).effects if effect.code == "scry"), None)
    if effect is None or not effect.value or not left:
        return False
    ctx.emit(EffectAdded(model_id, effect._replace(value=effect.value - 1)))
    return True


# -- the living --------------------------------------------------------------------------------------------------------

define_effect("i_am_death", EffectRules(armour=6))


@spell("i_am_death", "I am death!", 8, no_target, is_prayer=True)
def i_am_death(ctx: Context, casting: Casting) -> None:
    """Until their next turn, the priest has a save of 6+ and Weapon Skill 4; what is already as good is 1 better."""
    leave(ctx, casting, casting.who, "i_am_death", TO_NEXT_TURN)


@on("characteristic", "i_am_death")
def skilled(game: Game, state: BattleState, model_id: str, name: str, present: int, **_: Any) -> int:
    """Raise Weapon Skill to 4, or by 1 if it is already as high."""
    return max(LEAST_SKILL, present + 1) if name == "weapon_skill" else present


@cache
def _hand() -> Weapon:
    """The burning hand as a weapon, with its hooks."""
    return weapon_from_data({
        "code": BY_FIRE, "name": "burning hand", "chart": "unarmed", "strength": 5,
        "traits": [["damage", {"amount": 2}], ["sets_on_fire", {"needs": 4}], ["flaming", {}], ["magical", {}]],
    })  # fmt: skip


@spell("burning_hand", "Burning Hand", 8, no_target)
def burning_hand(ctx: Context, casting: Casting) -> None:
    """In the next combat the caster makes one attack with a burning hand: Strength 5, two Wounds, fire on 4+."""
    leave(ctx, casting, casting.who, BY_FIRE, TO_NEXT_TURN)


@on("attacks", BY_FIRE)
def one_burning_blow(game: Game, state: BattleState, model_id: str, striker: Striker, **_: Any) -> None:
    """In the model's own turn, replace all its attacks by one with the burning hand."""
    if striker.who == model_id and model_id[0] == state.active:
        striker.weapons, striker.attacks, striker.second_attacks = (_hand(),), 1, 0
        striker.extra.clear()


@cache
def _guardian() -> Weapon:
    return weapon_from_data({
        "code": "silent_guardian", "name": "blades of light", "strength": 3,
        "traits": [["skill_of_its_own", {"amount": 5}], ["magical", {}]],
    })  # fmt: skip


@spell("silent_guardian", "Silent Guardian", 9, no_target)
def silent_guardian(ctx: Context, casting: Casting) -> None:
    """Blades of light strike first at each enemy who fights the mage, until the mage casts another spell."""
    leave(ctx, casting, casting.who, "silent_guardian", FOR_THE_BATTLE)


@on("before_combat", "silent_guardian")
def guards(ctx: Context, model_id: str, **_: Any) -> None:
    """The blades make one attack at each standing enemy in contact, before all others."""
    for other in ctx.model(model_id).engaged:
        if not ctx.model(other).gone and ctx.model(other).posture == STANDING:
            strike(ctx, model_id, other, [_guardian()])


@on("spell", "silent_guardian", "dust_of_the_blind")
def given_up(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
    """The effect ends when the caster casts another spell."""
    if casting.who == model_id:
        for code in ("silent_guardian", "dust_of_the_blind"):
            if any(effect.code == code for effect in ctx.model(model_id).effects):
                ctx.emit(EffectEnded(model_id, code))
    return False


ROT = "nurgles_rot"


def _living_foes(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    return [()] if any(not is_unliving(game, other) for other in state.models[model_id].engaged) else []


@spell(ROT, "Nurgle's Rot", 9, _living_foes)
def nurgles_rot(ctx: Context, casting: Casting) -> None:
    """Living enemies in contact who fail a Toughness test catch the Rot, which lasts beyond the battle.

    Rule: CHAR-TEST-01
    """
    for other in ctx.model(casting.who).engaged:
        if is_unliving(ctx.game, other) or "immune_to_poison" in keywords_of(ctx.game, ctx.state, other):
            continue
        toughness = characteristic(ctx.game, ctx.state, other, "toughness")
        if not ctx.check("char", other, toughness, about="toughness:spell").passed:
            leave(ctx, casting, other, ROT, FOR_THE_BATTLE)
            ctx.note("catches_rot", other, casting.who)


# -- the fallen --------------------------------------------------------------------------------------------------------


def _lost_of_late(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    """Friends who went out of action in the last enemy turn."""
    return [(other,) for other in lost_in_last_turn(game, state, model_id[0])]


@spell("gift_of_life", "Gift of Life", 9, _lost_of_late)
def gift_of_life(ctx: Context, casting: Casting) -> None:
    """A friend who went out of action in the last enemy turn returns to the same place, with one Wound."""
    target = casting.targets[0]
    spot = free_place(ctx, target, body_of(ctx.game, ctx.state, target))
    if spot is None:
        ctx.note("no_room", casting.who, target)
        return
    ctx.emit(Placed(target, *spot))
    ctx.emit(WoundsLost(target, -1, 1))
    ctx.emit(PostureChanged(target, STANDING, casting.who, "raised"))


def _lying_near(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    mine = body_of(game, state, model_id)
    return [
        (other,)
        for other, model in state.models.items()
        if model.gone == "out"
        and all(effect.code != SANCTIFIED for effect in model.effects)
        and within(mine, body_at(game, state, other, model.x, model.y, model.z), known.reach)
    ]


@spell(SANCTIFIED, "Sanctity of the Fallen", 7, _lying_near, reach=600, is_prayer=True)
def sanctity_of_the_fallen(ctx: Context, casting: Casting) -> None:
    """A model that is out of action, friend or enemy, can no longer be raised."""
    leave(ctx, casting, casting.targets[0], SANCTIFIED, FOR_THE_BATTLE)


@spell("betrayal_in_death", "Betrayal in Death", 8, no_target)
def betrayal_in_death(ctx: Context, casting: Casting) -> None:
    """Until the caster's next turn, an enemy killed by a shot or an attack attacks its friends once before it is
    removed.
    """
    for other in on_table(ctx.state):
        if an_enemy(ctx.game, ctx.state, casting.who, other):
            leave(ctx, casting, other, "betrayal_in_death", TO_NEXT_TURN)


@on("before_out", "betrayal_in_death")
def turns_on_friends(ctx: Context, model_id: str, by: str, **_: Any) -> bool:
    """The model shoots once at the nearest friend in sight, or attacks the nearest in charge range once; then it is
    removed.
    """
    ctx.emit(EffectEnded(model_id, "betrayal_in_death"))
    if ctx.state.phase not in ("shooting", "combat"):
        return False
    mine = body_of(ctx.game, ctx.state, model_id)
    friends = [other for other in on_table(ctx.state, model_id[0]) if other != model_id]
    friends.sort(key=lambda other: distance(mine, body_of(ctx.game, ctx.state, other)))
    if not ctx.model(model_id).engaged and _shoots(ctx, model_id, friends):
        return False
    reach = 200 * characteristic(ctx.game, ctx.state, model_id, "movement")
    victim = next((other for other in friends if within(mine, body_of(ctx.game, ctx.state, other), reach)), "")
    if victim:
        strike(ctx, model_id, victim, attack_plan(ctx.game, ctx.state, model_id)[:1])
    return False


def _shoots(ctx: Context, model_id: str, friends: list[str]) -> bool:
    from battles.engine.steps.shooting.firing import fire

    for plan in plans_of(ctx.game, ctx.state, model_id):
        for other in friends:
            bodies = body_of(ctx.game, ctx.state, model_id), body_of(ctx.game, ctx.state, other)
            if within(*bodies, plan.reach) and sees(ctx.game, ctx.state, model_id, other):
                fire(ctx, model_id, other, plan, 1, reaction=True)
                return True
    return False
