"""Lasting effects of spells, as functions on hooks. `value` is the effect's value."""

from __future__ import annotations

from typing import Any

from battles.engine.events import EffectEnded, Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.profile import CHARACTERISTICS
from battles.engine.state import BattleState
from battles.engine.steps.harm.attacks import Attack, reroll_to_hit
from battles.engine.steps.harm.saves import Saves
from battles.engine.steps.harm.wounding import reroll_wound
from battles.engine.steps.magic.spellbook import Casting
from battles.engine.steps.nerve.leaders import LeadershipTest, take_test

RAISED = tuple(f"raised_{name}" for name in CHARACTERISTICS)
"""Codes of effects that raise one characteristic by their value."""


def _raise(name: str) -> None:
    @on("characteristic", f"raised_{name}")
    def raised(
        game: Game, state: BattleState, model_id: str, characteristic: str, present: int, *, value: int = 0
    ) -> int:
        return present + value if characteristic == name else present


for _name in CHARACTERISTICS:
    _raise(_name)


@on("to_hit", "the_hammer_of_sigmar")
def hammer(game: Game, state: BattleState, model_id: str, attack: Attack, *, value: int = 0) -> None:
    """+2 Strength, and two Wounds for each hit that wounds, in combat."""
    if attack.who == model_id and attack.in_combat:
        attack.strength += 2
        attack.save_strength += 2
        attack.damage = max(attack.damage, 2)


@on("psychology", "death_vision", "armour_of_righteousness")
def frightening(
    game: Game, state: BattleState, model_id: str, keywords: frozenset[str], *, value: int = 0
) -> frozenset[str]:
    """The bearer causes fear, and so is not affected by fear."""
    return keywords | {"fear", "immune_to_fear"}


@on("save", "armour_of_righteousness")
def righteous_armour(game: Game, state: BattleState, model_id: str, saves: Saves, *, value: int = 2) -> None:
    """Give an armour save of 2+."""
    if saves.attack.whom == model_id:
        saves.armour = min(saves.armour, value or 2)


@on("leadership", "hearts_of_steel")
def steeled(game: Game, state: BattleState, model_id: str, test: LeadershipTest, *, value: int = 0) -> LeadershipTest:
    """The bearer ignores fear and being All Alone, and has better Leadership for rout tests."""
    if test.reason in ("fear", "terror", "all_alone"):
        return test._replace(needed=False)
    if test.reason == "rout":
        return test._replace(mods=(*test.mods, Modifier("hearts_of_steel", 1)))
    return test


@on("spell", "immune_to_spells", "shield_of_faith")
def untouched(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
    """Spells do not affect the bearer."""
    return casting.who != model_id


@on("spell", "spell_ward")
def spell_ward(ctx: Context, model_id: str, casting: Casting, *, needs: int, cancels_for_all: bool = False) -> bool:
    """On a roll, a spell at the bearer has no effect; some wards end the spell for all its targets."""
    if (
        casting.who == model_id
        or not ctx.roll("die", model_id, need=needs, against=casting.who, rule="MAG-WHO-01", about="spell_ward").passed
    ):
        return False
    if cancels_for_all:
        casting.stopped = True
    return True


@on("spell", "casting_bonus")
def casting_bonus(ctx: Context, model_id: str, casting: Casting, *, amount: int, prayers_only: bool = False) -> None:
    """Add to the bearer's casting rolls."""
    if casting.who == model_id and (casting.spell.is_prayer or not prayers_only):
        casting.bonus += amount
        casting.mods.append(Modifier("skill", amount))


@on("spell", "spell_easier")
def spell_easier(ctx: Context, model_id: str, casting: Casting, *, spell: str) -> None:
    """The bearer casts one mastered spell more easily."""
    if casting.who == model_id and casting.spell.code == spell:
        casting.bonus += 1
        casting.mods.append(Modifier("skill", 1))


@on("recovery", "shield_of_faith")
def shield_fades(ctx: Context, model_id: str, *, value: int = 0) -> None:
    """In each recovery phase, the shield ends on a 1 or 2."""
    if not ctx.roll("die", model_id, need=3, rule="MAG-WHO-01", about="spell_holds").passed:
        ctx.emit(EffectEnded(model_id, "shield_of_faith"))


@on("turn_start", "sword_of_rezhebel")
def sword_fades(ctx: Context, model_id: str, *, value: int = 0) -> None:
    """The bearer takes a Leadership test at the start of each own turn to keep the sword."""
    if not take_test(ctx, model_id, "spell", "MAG-WHO-01", own_only=True):
        ctx.emit(EffectEnded(model_id, "sword_of_rezhebel"))


@on("characteristic", "sword_of_rezhebel")
def sword_skill(game: Game, state: BattleState, model_id: str, name: str, present: int, *, value: int = 0) -> int:
    """+1 Attack and +2 Weapon Skill."""
    return present + {"attacks": 1, "weapon_skill": 2}.get(name, 0)


@on("to_hit", "sword_of_rezhebel", "black_fury")
def burning_blade(game: Game, state: BattleState, model_id: str, attack: Attack, *, value: int = 0) -> None:
    """Add to the Strength of the bearer's attacks in combat."""
    if attack.who == model_id and attack.in_combat:
        attack.strength += value
        attack.save_strength += value


@on("characteristic", "black_fury")
def furious(game: Game, state: BattleState, model_id: str, name: str, present: int, *, value: int = 0) -> int:
    """+2 Attacks."""
    return present + (2 if name == "attacks" else 0)


# -- luck and curses --------------------------------------------------------------------------------------------------


@on("to_hit", "luck_of_shemtek", "reroll_failures")
def lucky_hits(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """Re-roll the bearer's missed attacks."""
    if attack.who == model_id:
        attack.rerolls_misses = True


@on("wound_rolled", "luck_of_shemtek", "reroll_failures")
def lucky_wounds(ctx: Context, model_id: str, attack: Attack, **_: Any) -> None:
    """Re-roll the bearer's failed rolls to wound."""
    if attack.who == model_id and not attack.wounded:
        reroll_wound(ctx, attack)


@on("save", "luck_of_shemtek", "reroll_failures")
def lucky_saves(game: Game, state: BattleState, model_id: str, saves: Saves, **_: Any) -> None:
    """Re-roll the bearer's failed saves."""
    if saves.attack.whom == model_id:
        saves.rerolls_armour = True


@on("save", "sorcerers_curse")
def cursed_saves(game: Game, state: BattleState, model_id: str, saves: Saves, *, value: int = 0) -> None:
    """Re-roll the bearer's successful saves."""
    if saves.attack.whom == model_id:
        saves.must_reroll = True


@on("hit_rolled", "sorcerers_curse")
def cursed_hits(ctx: Context, model_id: str, attack: Attack, *, value: int = 0) -> None:
    """Re-roll the bearer's hits."""
    if attack.who == model_id and attack.hit:
        reroll_to_hit(ctx, attack)
