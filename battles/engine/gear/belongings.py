"""Nets, herbs and extra limbs: items and body parts whose effects are not part of a single attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.engine.events import Modifier, Used, WoundsLost
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.gear.conditions import is_against
from battles.engine.hooks import on
from battles.engine.state import FRENZIED, BattleState
from battles.engine.steps.combat.strikers import Striker
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.magic.spellbook import Casting
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.allowances import Allowance
from battles.engine.steps.shooting.rate_of_fire import ShotPlan
from battles.engine.steps.shooting.thrown_items import NETTED

HERBS = "heal_all_wounds"


@on("move", NETTED)
def caught(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
    """A model in a net cannot move."""
    return allowance._replace(walk=0, run=0, charge=0, may_run=False, may_charge=False, climbs=False)


@on("shoot", NETTED)
def tangled(game: Game, state: BattleState, model_id: str, plan: ShotPlan, **_: Any) -> ShotPlan:
    """A model in a net cannot shoot."""
    return plan._replace(refused="hangs in a net")


@on("spell", NETTED)
def muffled(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
    """A model in a net cannot cast spells; spells of others still affect it."""
    if casting.who == model_id:
        casting.bonus -= 99
        casting.mods.append(Modifier(NETTED, -99))
    return False


@on("recovery", HERBS)
def healing_herbs(ctx: Context, model_id: str, **_: Any) -> None:
    """Use healing herbs in a recovery phase while out of combat, once per battle: restores all Wounds."""
    model = ctx.model(model_id)
    most = ctx.fighter(model_id).profile.wounds
    if model.gone or model.engaged or model.wounds >= most or any(code == HERBS for code, _count in model.used):
        return
    ctx.emit(Used(model_id, HERBS))
    ctx.emit(WoundsLost(model_id, model.wounds - most, most))
    ctx.note("healed", model_id)


@on("to_hit", "shoots_in_combat")
def point_blank(game: Game, state: BattleState, model_id: str, attack: Attack, *, to_hit: int = 0) -> None:
    """A shot in close combat uses Ballistic Skill, with a penalty to hit."""
    if attack.in_combat:
        need = 7 - characteristic(game, state, model_id, "ballistic_skill") - to_hit
        attack.hit_mods.append(Modifier("in_combat", to_hit))
        attack.hits_on = min(6, max(2, need))


@on("attacks", "extra_hand")
def extra_hand(
    game: Game, state: BattleState, model_id: str, striker: Striker, *, attack_without_weapon_for: str = "", **_: Any
) -> None:
    """Some models make an additional attack with the extra limb itself."""
    fighter = game.fighters[model_id]
    unarmed = striker.weapons[0].code in ("fist", "natural", "natural_weapons")
    if striker.who == model_id and unarmed and attack_without_weapon_for in fighter.tags | fighter.keywords:
        striker.attacks += 1


@on("attacks", "enemies_gain")
def enemies_gain(
    game: Game, state: BattleState, model_id: str, striker: Striker, *, effect: str, enemies: Sequence[str] = ()
) -> None:
    """Enemies of certain kinds become frenzied against the bearer. Rule: PSY-FRENZY-02"""
    if striker.who == model_id or effect != "frenzy" or state.models[striker.who].flags & FRENZIED:
        return
    if is_against(game, striker.who, enemies):
        more = characteristic(game, state, striker.who, "attacks") if game.rules.frenzy_doubles else 1
        striker.attacks += more
