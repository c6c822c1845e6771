"""Special weapons: bolas that entangle, staffs that turn into snakes, breath and slime."""

from __future__ import annotations

from typing import Any

from battles.engine.events import EffectAdded, EffectEnded, Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.gear.conditions import is_mine, with_weapon
from battles.engine.hooks import declare_inner, on
from battles.engine.state import KNOCKED_DOWN, MOVED, BattleState, Effect
from battles.engine.steps.combat.knockback import disarm
from battles.engine.steps.combat.loadouts import NO_TWO_HANDS, TURNED
from battles.engine.steps.combat.striking import blow_need
from battles.engine.steps.harm import injuries
from battles.engine.steps.harm.attacks import Attack, reads_faces
from battles.engine.steps.harm.saves import NO_SAVE, Saves
from battles.engine.steps.models.characteristics import characteristic, keywords_of
from battles.engine.steps.movement.allowances import Allowance
from battles.engine.steps.shooting.rate_of_fire import ShotPlan

ENTANGLED = "entangled"
FREED_ON, ENTANGLED_SKILL, RECOIL = 4, 2, 3
"""Score to get free, Weapon Skill lost while entangled, and Strength of a throw that hits the thrower."""
declare_inner(ENTANGLED, TURNED, "skill_of_its_own")


@on("hit_rolled", "entangles")
@reads_faces
def entangles(ctx: Context, model_id: str, attack: Attack) -> None:
    """A hit entangles the target instead of wounding it; a natural 1 hits the thrower."""
    from battles.engine.steps.harm.automatic_hits import hit_automatically

    if attack.hit:
        attack.hit = False
        ctx.emit(EffectAdded(attack.whom, Effect(ENTANGLED)))
        ctx.note("entangled", attack.whom, model_id)
    elif attack.face == 1:
        hit_automatically(ctx, model_id, RECOIL, how="collision")


@on("move", ENTANGLED)
def tied(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
    """An entangled model cannot move until it gets free."""
    return allowance._replace(walk=0, run=0, charge=0, may_run=False, may_charge=False, climbs=False)


@on("characteristic", ENTANGLED)
def hampered(game: Game, state: BattleState, model_id: str, name: str, present: int, **_: Any) -> int:
    """Reduce the Weapon Skill of an entangled model."""
    return max(min(present, 1), present - ENTANGLED_SKILL) if name == "weapon_skill" else present


@on("recovery", ENTANGLED)
def gets_free(ctx: Context, model_id: str, **_: Any) -> None:
    """Roll for an entangled model: it gets free on a 4+."""
    if ctx.roll("die", model_id, need=FREED_ON, rule="CC-LOAD-01", about="untangle").passed:
        ctx.emit(EffectEnded(model_id, ENTANGLED))


@on("turn_start", TURNED)
def ready_again(ctx: Context, model_id: str, **_: Any) -> None:
    """Out of combat, a weapon that re-rolls the first hit of a combat becomes ready for the next combat."""
    if not ctx.model(model_id).engaged:
        ctx.emit(EffectEnded(model_id, TURNED))


@on("to_hit", "moving_penalty")
def moving_penalty(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """A weapon thrown after a move has the same penalty as a shot. Rule: SHOOT-MOD-MOVE-01"""
    if is_mine(attack, model_id):
        attack.ignores.discard("moved")


@on("to_hit", "always_hits")
def always_hits(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """The attack needs no roll to hit."""
    if is_mine(attack, model_id):
        attack.automatic = True


@on("to_hit", "pierces_armour")
def pierces_armour(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """The attack ignores armour saves. Rule: ARM-IGNORE-01"""
    if is_mine(attack, model_id):
        attack.armour = False


@on("to_hit", "magical_attacks")
def magical_attacks(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """The model's attacks are magical."""
    if is_mine(attack, model_id):
        attack.magical = True


@on("to_hit", "skill_of_its_own")
def skill_of_its_own(game: Game, state: BattleState, model_id: str, attack: Attack, *, amount: int) -> None:
    """The weapon strikes with its own Weapon Skill. Rule: CC-HIT-01"""
    if not is_mine(attack, model_id) or not attack.in_combat:
        return
    theirs = characteristic(game, state, attack.whom, "weapon_skill")
    mine = blow_need(game.rules, characteristic(game, state, model_id, "weapon_skill"), theirs)
    by = mine - blow_need(game.rules, amount, theirs)
    if by:
        attack.hit_mods.append(Modifier("weapon", by))


@on("to_hit", "rested_shot")
def rested_shot(
    game: Game, state: BattleState, model_id: str, attack: Attack, *, weapons: list[str], on_item: str, amount: int
) -> None:
    """A gun that rests on a carried support hits better when the bearer stands still."""
    carried = any(weapon.code == on_item for weapon in game.fighters[model_id].weapons)
    still = not state.models[model_id].flags & MOVED
    if is_mine(attack, model_id) and attack.how == "shot" and with_weapon(attack, weapons) and carried and still:
        attack.hit_mods.append(Modifier("skill", amount))


@on("wound_rolled", "chokes")
def chokes(ctx: Context, model_id: str, attack: Attack, *, spares: list[str]) -> None:
    """The target of a hit and the bearer each test Toughness, or lose one more Wound. Rule: CHAR-TEST-01"""
    if is_mine(attack, model_id) and attack.lands:
        for breather in (attack.whom, model_id):
            _chokes(ctx, breather, spares, by=model_id)


def _chokes(ctx: Context, model_id: str, spares: list[str], by: str) -> None:
    from battles.engine.steps.harm.pipeline import lose_wounds

    fighter = ctx.fighter(model_id)
    spared = set(spares) & (fighter.tags | keywords_of(ctx.game, ctx.state, model_id))
    if spared or ctx.model(model_id).gone or "immune_to_poison" in keywords_of(ctx.game, ctx.state, model_id):
        return
    if not ctx.check(
        "char", model_id, characteristic(ctx.game, ctx.state, model_id, "toughness"), about="toughness:fog"
    ).passed:
        lose_wounds(ctx, model_id, how="fog", by=by if by != model_id else "")


@on("hit_rolled", "knocks_down")
def knocks_down(ctx: Context, model_id: str, attack: Attack) -> None:
    """A hit knocks the target down but does no other harm."""
    if is_mine(attack, model_id) and attack.hit:
        attack.hit = False
        injuries.worsen(ctx, attack.whom, KNOCKED_DOWN, by=model_id, why="thrust")


@on("hit_rolled", "disarms_on_six")
@reads_faces
def disarms_on_six(ctx: Context, model_id: str, attack: Attack) -> None:
    """On a natural 6 to hit the enemy drops its weapon. Rule: CRIT-BLUD-SWEEP-01"""
    if is_mine(attack, model_id) and attack.hit and attack.face == 6:
        disarm(ctx, attack.whom)


@on("save", "stopped_by_shields_only")
def stopped_by_shields_only(game: Game, state: BattleState, model_id: str, saves: Saves) -> None:
    """Only a shield gives a save against the attack. Rule: ARM-TYPES-01"""
    if is_mine(saves.attack, model_id):
        saves.armour = max(saves.armour, NO_SAVE)


@on("to_hit", "transfixed")
def helpless(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """A transfixed model is hit automatically, like a knocked down one. Rule: CC-KD-01"""
    if attack.whom == model_id and attack.in_combat:
        attack.automatic = True


@on("shoot", NO_TWO_HANDS.code)
def hooked(game: Game, state: BattleState, model_id: str, plan: ShotPlan) -> ShotPlan:
    """A model with a hook for a hand cannot use a bow or a two-handed gun."""
    return plan._replace(refused="wants two hands") if plan.weapon.hands > 1 else plan
