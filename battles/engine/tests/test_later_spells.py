"""Spells of the supplements that veil, carry, raise and turn dice, each with worked numbers."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import Cast
from battles.engine.dice import ScriptedDice
from battles.engine.errors import IllegalAction
from battles.engine.hooks import listeners
from battles.engine.state import FIRST_ROUND, STOOD_UP, Effect
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm.saves import saves_against
from battles.engine.steps.magic.spellbook import SPELLS
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.hiding.visibility import sees
from battles.engine.steps.nerve.fear import dares_to_charge
from battles.engine.steps.nerve.losses import record_survivors
from battles.engine.steps.shooting.cover import view
from battles.engine.steps.shooting.firing import fire
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.table.table import Table
from battles.engine.tests.builder import BOW, RULESETS, SWORD, Arena
from battles.engine.tests.setups import begin, play_out, setup
from battles.engine.tests.supplement_scenes import cast, scene
from battles.engine.tests.test_supplement_effects import wall

THESE = (
    "betrayal_in_death", "burning_hand", "cloak_of_darkness", "dust_of_the_blind", "fleeting_shadows", "fooled_ya",
    "gift_of_life", "gift_of_the_fates", "i_am_death", "leap_of_waaagh_forest_goblin_magic", "earthshudder",
    "merneptahs_scroll_of_the_scarab_song", "morrs_protection", "pool_of_shadow", "riding_the_wind",
    "sanctity_of_the_fallen", "scry", "shadowbind", "shield_of_thorns", "silent_guardian",
    "word_of_pain_dark_elf_magic",
)  # fmt: skip


def after(arena: Arena, battle: Any) -> Arena:
    """The arena as the battle stands."""
    arena.models = dict(battle.state.models)
    arena.marks = dict(battle.state.marks)
    return arena


def heard(arena: Arena, model_id: str, hook: str, dice: str, *given: Any, **about: Any) -> Any:
    """Call what listens to a hook on a model; every die is used, and the arena goes on from there."""
    ctx = arena.context(dice, **about)
    for function, parameters in listeners(ctx.fighter(model_id).hooks, ctx.model(model_id).effects, hook):
        function(ctx, model_id, *given, **parameters)
    arena.finish(ctx)
    arena.models = dict(ctx.state.models)
    return ctx


def wears(arena: Arena, model_id: str, code: str) -> bool:
    return any(effect.code == code for effect in arena.models[model_id].effects)


def test_a_cloak_keeps_eyes_and_charges_off_until_the_warrior_fights() -> None:
    arena = scene("cloak_of_darkness", at=(15, 10))
    after(arena, cast(arena, "cloak_of_darkness", dice="cast 6+6"))
    ctx = arena.context("none", "movement", "b")
    assert not view(ctx.game, ctx.state, "b1", "a1").seen
    assert not sees(ctx.game, ctx.state, "b1", "a1")
    assert not dares_to_charge(ctx, "b1", "a1")
    assert dares_to_charge(ctx, "b1", "a2")
    arena.models["a1"] = arena.models["a1"]._replace(engaged=("b1",))
    assert sees(arena.game(), arena.position(), "b1", "a1")
    heard(arena, "a1", "turn_end", "none")
    assert not wears(arena, "a1", "cloak_of_darkness")


def test_no_one_charges_a_shaman_who_fooled_them_and_the_warrior_slips_off() -> None:
    """CC-MOVE-01"""
    arena = scene("fooled_ya", at=(11, 10))
    arena.engage("a1", "b1")
    arena.models["a2"] = arena.models["a2"]._replace(x=4000)
    after(arena, cast(arena, "fooled_ya", dice="cast 6+6"))
    moved = arena.models["a1"]
    assert (moved.engaged, moved.x, moved.y) == ((), 600, 1000)
    ctx = arena.context("none", "movement", "b")
    assert not dares_to_charge(ctx, "b1", "a1")


def test_the_first_hit_misses_and_the_mage_stands_elsewhere() -> None:
    arena = scene("fleeting_shadows", at=(11, 10))
    arena.engage("b1", "a1")
    arena.effect("a1", "fleeting_shadows", 1)
    arena.blows("b1", "a1", dice="hit 5, die 1")
    assert arena.state is not None
    moved = arena.state.models["a1"]
    assert (moved.x, moved.y, moved.wounds, moved.effects, moved.engaged) == (1000, 1200, 1, (), ())


def test_a_pool_of_shadow_hides_and_covers() -> None:
    """MV-HIDE-01, SHOOT-COVER-01"""
    arena = scene("pool_of_shadow", at=(30, 10))
    after(arena, cast(arena, "pool_of_shadow", dice="cast 6+6"))
    game, state = arena.game(), arena.position("shooting", "b")
    assert not view(game, state, "b1", "a2").seen
    from battles.engine.state import HIDDEN
    from battles.engine.steps.shooting.to_hit import shot

    arena.models["a2"] = arena.models["a2"]._replace(flags=arena.models["a2"].flags & ~HIDDEN)
    state = arena.position("shooting", "b")
    need = shot(game, state, "b1", "a2", game.fighters["b1"].weapons[1], seen=view(game, state, "b1", "a2"))
    assert [mod.by for mod in need.hit_mods if mod.reason == "soft_cover"] == [-1]
    arena.models["b1"] = arena.models["b1"]._replace(x=1500)
    state = arena.position("shooting", "b")
    near = shot(game, state, "b1", "a2", game.fighters["b1"].weapons[1], seen=view(game, state, "b1", "a2"))
    assert [mod for mod in near.hit_mods if mod.reason == "soft_cover"] == []


def test_a_shadow_binds_who_stands_by_a_wall() -> None:
    """CC-STUN-01"""
    table = Table.from_data({"width": 4800, "length": 4800, "pieces": [wall(15.0)]})
    arena = Arena("mordheim", table=table)
    arena.add("a", at=(10, 10), spells=["shadowbind"], weapons=[SWORD])
    arena.add("a", at=(2, 45), spells=["luck_of_shemtek"])
    arena.add("b", at=(16, 10), w=2, weapons=[SWORD, BOW])
    after(arena, cast(arena, "shadowbind", "b1", dice="cast 6+6"))
    game, state = arena.game(), arena.position()
    assert (allowance_of(game, state, "b1").walk, attack_plan(game, state, "b1")) == (0, [])
    heard(arena, "b1", "turn_start", "char 3", side="b")
    assert wears(arena, "b1", "shadowbound")
    heard(arena, "b1", "turn_start", "char 2", side="b")
    assert not wears(arena, "b1", "shadowbound")


def test_blows_at_the_bound_need_no_roll_and_kill() -> None:
    arena = Arena("core")
    arena.add("a", weapons=[SWORD])
    arena.add("b", w=1)
    arena.engage("a1", "b1")
    arena.effect("a1", "shadowbind", 1)
    arena.models["b1"] = arena.models["b1"]._replace(effects=(Effect("shadowbound", 1, 0, "a"),))
    arena.blows("a1", "b1", dice="wound 4, injury 1")
    assert arena.posture("b1") == "out_of_action"


def test_thorns_stop_shots_spells_and_the_first_round() -> None:
    arena = scene("shield_of_thorns", at=(15, 10))
    after(arena, cast(arena, "shield_of_thorns", dice="cast 6+6"))
    ctx = arena.context("hit 6", "shooting", "b")
    fire(ctx, "b1", "a1", plan_of(ctx.game, ctx.state, "b1", 1), 1)
    arena.finish(ctx)
    assert arena.posture("a1") == "standing"
    arena.engage("b1", "a1", charged=True)
    heard(arena, "a1", "before_combat", "none", side="b")
    game, state = arena.game(), arena.position("combat", "b")
    assert (attack_plan(game, state, "a1"), attack_plan(game, state, "b1")) == ([], [])


def test_thorns_are_no_help_in_the_second_round() -> None:
    arena = scene("shield_of_thorns", at=(11, 10))
    arena.engage("b1", "a1", first_round=False)
    arena.effect("a1", "shield_of_thorns", 1)
    heard(arena, "a1", "before_combat", "none")
    assert attack_plan(arena.game(), arena.position(), "b1")


@pytest.mark.parametrize(("tag", "harmed"), [("undead_necromancer", False), ("warlock", True)])
def test_morr_wards_off_foul_magic_alone(tag: str, harmed: bool) -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), spells=["bolt_of_dark_light"], tags=[tag])
    arena.add("b", at=(15, 10), spells=["morrs_protection"])
    battle = arena.battle("shooting", side="b", dice="cast 6+6")
    battle.play("b", Cast("b1", "morrs_protection"))
    after(arena, battle)
    cast(arena, "bolt_of_dark_light", "b1", dice="cast 6+6" + (", wound 1" if harmed else ""))


# -- dice --------------------------------------------------------------------------------------------------------------


def test_fate_turns_one_die_that_fails_by_one() -> None:
    """Weapon Skills are equal: 4 is needed, so 3 is turned and 2 is not."""
    for faces, wounds in (("hit 3, wound 3, wound 4, injury 1", 1), ("hit 2", 0)):
        arena = Arena("core")
        arena.add("a", a=1, weapons=[SWORD])
        arena.add("b", w=2)
        arena.engage("a1", "b1")
        arena.effect("a1", "gift_of_the_fates", 1)
        if wounds:
            faces = "hit 3, wound 3"
        arena.blows("a1", "b1", dice=faces)
        assert arena.wounds("b1") == 2
        assert arena.state is not None
        assert bool(arena.state.models["a1"].effects) == (not wounds)


def test_fate_turns_a_roll_to_wound() -> None:
    arena = Arena("core")
    arena.add("a", weapons=[SWORD])
    arena.add("b", w=2)
    arena.engage("a1", "b1")
    arena.effect("a1", "gift_of_the_fates", 1)
    arena.blows("a1", "b1", dice="hit 4, wound 3")
    assert arena.wounds("b1") == 1


def test_scrying_gives_so_many_rolls_again_at_plus_one() -> None:
    """A 5 on the count is 3 dice: the miss comes again and hits on 3, the wound on 3."""
    arena = scene("scry", at=(11, 10))
    after(arena, cast(arena, "scry", "a2", dice="cast 6+6, count 5"))
    arena.models["b1"] = arena.models["b1"]._replace(x=900, wounds=2)
    arena.engage("a2", "b1")
    arena.blows("a2", "b1", count=1, dice="hit 1, reroll 3, parry 1, wound 1, reroll 3")
    assert arena.wounds("b1") == 1
    assert arena.state is not None
    assert [effect.value for effect in arena.state.models["a2"].effects if effect.code == "scry"] == [1]


# -- the caster himself ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("skill", "now"), [(2, 4), (3, 4), (5, 6)])
def test_death_makes_the_priest_hard_to_kill(skill: int, now: int) -> None:
    arena = scene("i_am_death")
    arena.fighters["a1"] = arena.fighters["a1"].__class__(**{
        **{name: getattr(arena.fighters["a1"], name) for name in arena.fighters["a1"].__dataclass_fields__},
        "profile": arena.fighters["a1"].profile._replace(weapon_skill=skill),
    })  # fmt: skip
    battle = cast(arena, "i_am_death", dice="cast 6+6")
    assert characteristic(battle.game, battle.state, "a1", "weapon_skill") == now
    from battles.engine.steps.harm.attacks import Attack

    assert saves_against(battle.game, battle.state, Attack("b1", "a1", "blow")).armour == 6


def test_a_burning_hand_is_one_blow_for_two_wounds() -> None:
    arena = scene("burning_hand", at=(11, 10), w=3)
    after(arena, cast(arena, "burning_hand", dice="cast 6+6"))
    arena.engage("a1", "b1", charged=True)
    plan = attack_plan(arena.game(), arena.position(), "a1")
    assert [weapon.code for weapon in plan] == ["burning_hand"]
    struck = blow(arena.game(), arena.position(), "a1", "b1", plan[0])
    assert (struck.strength, struck.damage) == (5, 2)
    arena.blows("a1", "b1", dice="hit 4, parry 1, wound 3, die 4")
    assert arena.wounds("b1") == 1
    assert arena.state is not None
    assert [effect.code for effect in arena.state.models["b1"].effects] == ["burning"]


def test_a_guardian_strikes_first_at_each_enemy_and_goes_with_the_next_spell() -> None:
    """Weapon Skill 5 against 3 hits on 3; Strength 3."""
    arena = scene("silent_guardian", at=(11, 10))
    arena.add("b", at=(10, 11))
    arena.engage("a1", "b1", "b2")
    arena.effect("a1", "silent_guardian", 1)
    heard(arena, "a1", "before_combat", "hit 3, parry 1, wound 4, injury 1, hit 2")
    assert (arena.posture("b1"), arena.posture("b2")) == ("knocked_down", "standing")


# -- the fallen --------------------------------------------------------------------------------------------------------


def test_a_friend_lost_in_the_enemy_turn_stands_again() -> None:
    arena = scene("gift_of_life")
    ctx = arena.context("none", side="b")
    record_survivors(ctx, "b")
    arena.marks = dict(ctx.state.marks)
    arena.models["a2"] = arena.models["a2"]._replace(gone="out", posture=3, wounds=0)
    ctx = arena.context("none")
    record_survivors(ctx, "a")
    arena.marks = dict(ctx.state.marks)
    battle = cast(arena, "gift_of_life", "a2", dice="cast 6+6")
    raised = battle.state.models["a2"]
    assert (raised.gone, raised.posture, raised.wounds, raised.x, raised.y) == ("", 0, 1, 800, 1000)


def test_who_fell_before_stays_down() -> None:
    arena = scene("gift_of_life")
    arena.models["a2"] = arena.models["a2"]._replace(gone="out", posture=3, wounds=0)
    assert SPELLS["gift_of_life"].targets(arena.game(), arena.position(), "a1", SPELLS["gift_of_life"]) == []


def test_the_laid_to_rest_are_not_raised() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), spells=["sanctity_of_the_fallen"])
    arena.add("b", at=(14, 10), tags=["undead_zombie"])
    arena.add("b", at=(30, 10), spells=["re_animation"])
    arena.models["b1"] = arena.models["b1"]._replace(gone="out", posture=3)
    arena.marks = {"fallen": ["b1"]}
    zombies = SPELLS["re_animation"]
    assert zombies.targets(arena.game(), arena.position(), "b2", zombies) == [("b1",)]
    after(arena, cast(arena, "sanctity_of_the_fallen", "b1", dice="cast 6+6"))
    assert zombies.targets(arena.game(), arena.position(), "b2", zombies) == []


def test_the_slain_strike_a_friend_once_more() -> None:
    arena = scene("betrayal_in_death", at=(11, 10), w=1)
    arena.add("b", at=(12, 10))
    after(arena, cast(arena, "betrayal_in_death", dice="cast 6+6"))
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", count=1, dice="hit 4, parry 1, wound 4, injury 5, hit 4, wound 4, injury 1")
    assert (arena.posture("b1"), arena.posture("b2")) == ("out_of_action", "knocked_down")


# -- winds -------------------------------------------------------------------------------------------------------------


def test_the_wind_carries_as_far_as_the_die_says() -> None:
    """12 inches and 2: a place 18 off is approached; after a move the wind does not come."""
    arena = scene("riding_the_wind", at=(40, 10))
    battle = cast(arena, "riding_the_wind", dice="cast 6+6, count 2", x=2800, y=1000)
    assert 2350 < battle.state.models["a1"].x <= 2400
    again = scene("riding_the_wind", at=(40, 10))
    again.models["a1"] = again.models["a1"]._replace(flags=1)
    with pytest.raises(IllegalAction):
        again.battle("shooting", dice="cast 6+6").play("a", Cast("a1", "riding_the_wind", x=1500, y=1000))


def test_a_green_hand_carries_a_goblin_into_combat() -> None:
    arena = scene("leap_of_waaagh_forest_goblin_magic", at=(19, 10))
    battle = cast(arena, "leap_of_waaagh_forest_goblin_magic", "a2", "b1", dice="cast 6+6")
    assert battle.state.models["a2"].engaged == ("b1",)
    assert battle.state.models["a2"].flags & FIRST_ROUND
    far = scene("leap_of_waaagh_forest_goblin_magic", at=(30, 10))
    known = SPELLS["leap_of_waaagh_forest_goblin_magic"]
    assert known.targets(far.game(), far.position(), "a1", known) == []


def test_scarabs_hurt_and_drive_out_of_the_fight() -> None:
    """TURN-STAND-01"""
    arena = scene("merneptahs_scroll_of_the_scarab_song", at=(11, 10))
    arena.engage("a1", "b1")
    battle = cast(arena, "merneptahs_scroll_of_the_scarab_song", "b1", dice="cast 6+6, count 1+1, wound 1, wound 1")
    after(arena, battle)
    assert (arena.models["b1"].engaged, arena.models["b1"].x) == ((), 1200)
    assert attack_plan(arena.game(), arena.position(), "b1") == []
    heard(arena, "b1", "turn_start", "none", side="b")
    assert arena.models["b1"].flags & STOOD_UP


def test_dust_blinds_until_the_witch_moves() -> None:
    arena = scene("dust_of_the_blind", at=(20, 20))
    after(arena, cast(arena, "dust_of_the_blind", "b1", dice="cast 6+6"))
    game = arena.game()
    assert characteristic(game, arena.position(), "b1", "weapon_skill") == 2
    assert not allowance_of(game, arena.position(), "b1").may_charge
    assert plan_of(game, arena.position(), "b1", 1).refused
    heard(arena, "b1", "turn_start", "die 1", side="b")
    assert (arena.models["b1"].x, arena.models["b1"].y) == (2000, 2400)
    arena.models["a1"] = arena.models["a1"]._replace(effects=())
    assert characteristic(game, arena.position(), "b1", "weapon_skill") == 3


def test_a_shaken_house_hurts_enemies_at_it() -> None:
    table = Table.from_data({"width": 4800, "length": 4800, "pieces": [wall(12.0)]})
    arena = Arena("mordheim", table=table)
    arena.add("a", at=(10, 10), spells=["earthshudder"])
    arena.add("a", at=(2, 45), spells=["luck_of_shemtek"])
    arena.add("b", at=(13, 9.1))
    arena.add("b", at=(13, 20))
    cast(arena, "earthshudder", "b1", dice="cast 6+6, wound 4, injury 1")
    assert arena.posture("b1") == "knocked_down"


@pytest.mark.parametrize(("dice", "dares"), [("ld 4+4", False), ("ld 3+3", True)])
def test_pain_makes_a_charger_check(dice: str, dares: bool) -> None:
    arena = scene("word_of_pain_dark_elf_magic")
    arena.effect("b1", "word_of_pain_dark_elf_magic", 1)
    ctx = arena.context(dice, "movement", "b")
    assert dares_to_charge(ctx, "b1", "a1") == dares
    assert isinstance(ctx.dice, ScriptedDice)
    ctx.dice.assert_all_used()


@pytest.mark.parametrize("rules", RULESETS)
def test_whole_battles_with_all_of_them(rules: str) -> None:
    company = [
        {"name": f"Mage {number}", "role": "hero", "is_leader": number == 0, "weapons": [SWORD, BOW],
         "spells": list(THESE[number::4]), "tags": ["goblin"]}
        for number in range(4)
    ]  # fmt: skip
    assert set(THESE) <= set(SPELLS)
    for seed in range(3):
        battle = begin(setup(rules, fighters=company, table={"width": 2400, "length": 2400}, max_turns=5), seed)
        play_out(battle, "random" if seed else "tactician")
        assert battle.outcome is not None
