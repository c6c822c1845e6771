"""Weapons of the supplements with special rules."""

from __future__ import annotations

from typing import Any

import pytest

from battles.core.bridge.weapons import arms_of, body_arms, weapon_of
from battles.engine.hooks import listeners
from battles.engine.steps.combat.loadouts import options
from battles.engine.steps.combat.parrying import means_of_parry
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.shooting.firing import fire
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.tests.builder import SWORD, Arena, weapon
from catalogue.packs.installed import book


def thing(code: str) -> dict[str, Any]:
    """A weapon of the catalogue as the engine takes it."""
    found = weapon_of(book().items[code])
    assert found is not None
    return found


def facing(ruleset: str = "mordheim", *, arms: list[dict[str, Any]], theirs: Any = None, **enemy: Any) -> Arena:
    """a1 with these arms in contact with b1."""
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), weapons=arms)
    arena.add("b", at=(11, 10), weapons=theirs or [SWORD], **enemy)
    arena.engage("a1", "b1")
    return arena


def shoot(arena: Arena, dice: str, index: int = 0) -> None:
    ctx = arena.context(dice, phase="shooting")
    fire(ctx, "a1", "b1", plan_of(ctx.game, ctx.state, "a1", index), 1)
    arena.finish(ctx)


def in_recovery(arena: Arena, model_id: str, dice: str) -> None:
    ctx = arena.context(dice)
    ctx.state = arena.state or ctx.state
    for function, given in listeners(ctx.fighter(model_id).hooks, ctx.model(model_id).effects, "recovery"):
        function(ctx, model_id, **given)
    arena.finish(ctx)


@pytest.mark.parametrize(
    ("dice", "needs"),
    [
        ("hit 4, wound 3, hit 4", [4, 5]),
        ("hit 4, wound 3, hit 5, wound 3, hit 5", [4, 5, 6]),
        ("hit 4, wound 3, hit 6, wound 2, hit 6, wound 1, hit 1", [4, 5, 6, 6]),
        ("hit 3", [4]),
    ],
)
def test_a_rapier_presses_on_until_it_misses_or_wounds(dice: str, needs: list[int]) -> None:
    arena = facing(arms=[thing("rapier")], theirs=[weapon()])
    arena.blows("a1", "b1", dice=dice)
    assert arena.needs("hit") == needs


def test_a_rapier_that_wounds_is_done() -> None:
    arena = facing(arms=[thing("rapier")], theirs=[weapon()], armour=6)
    arena.blows("a1", "b1", dice="hit 4, wound 4, armour 5")
    assert arena.needs("armour") == [5]


def test_a_rapier_stops_after_five_more() -> None:
    arena = facing(arms=[thing("rapier")], theirs=[weapon()])
    arena.blows("a1", "b1", dice=", ".join(["hit 6, wound 1"] * 6))


@pytest.mark.parametrize(("face", "broken"), [(4, True), (3, False)])
def test_a_sword_breaker_breaks_what_it_turns(face: int, broken: bool) -> None:
    """CC-PARRY-01"""
    arena = facing(arms=[SWORD], theirs=[thing("sword_breaker")])
    arena.blows("a1", "b1", dice=f"hit 4, parry 5, die {face}")
    assert arena.state is not None
    assert bool(arena.state.models["a1"].effects) == broken
    game = arena.game()
    assert ((0,) in options(game, arena.state, "a1")) != broken


def test_a_starblade_turns_the_first_hit_of_a_combat_whatever_it_was() -> None:
    arena = facing(arms=[SWORD], theirs=[thing("starblade")])
    arena.blows("a1", "b1", dice="hit 6, parry 4")
    assert arena.state is not None
    assert means_of_parry(arena.game(), arena.state, "b1") is None
    arena = facing(arms=[SWORD], theirs=[thing("starblade")])
    arena.blows("a1", "b1", dice="hit 4, parry 3, wound 1")


@pytest.mark.parametrize(
    ("ruleset", "beside", "rerolls"),
    [
        ("mordheim", "sword", True),
        ("mordheim", "iron_fist", True),
        ("mordheim", "axe", False),
        ("core", "sword", True),
        ("core", "axe", False),
    ],
)
def test_an_iron_fist_parries_again_together_with_a_sword_or_another(ruleset: str, beside: str, rerolls: bool) -> None:
    """CC-PARRY-04"""
    arena = facing(ruleset, arms=[weapon()], theirs=[thing("iron_fist"), thing(beside)])
    arena.models["b1"] = arena.models["b1"]._replace(loadout=(0, 1))
    means = means_of_parry(arena.game(), arena.position(), "b1")
    assert means is not None
    assert means.may_reroll == rerolls
    arena.blows("a1", "b1", dice="hit 4, parry 2, reroll 5" if rerolls else "hit 4, parry 2, wound 1")


def test_an_iron_fist_alone_parries_once() -> None:
    arena = facing(arms=[weapon()], theirs=[thing("iron_fist")])
    means = means_of_parry(arena.game(), arena.position(), "b1")
    assert means is not None
    assert not means.may_reroll
    arena = facing("gazette", arms=[weapon()], theirs=[thing("iron_fist"), thing("sword")])
    assert means_of_parry(arena.game(), arena.position(), "b1") is None


def test_a_double_barrel_hits_twice_with_one_roll() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), weapons=[thing("ostlander_double_barrelled_pistol")])
    arena.add("b", at=(13, 10))
    shoot(arena, "hit 4, wound 1, wound 2")
    assert arena.rolled("hit") == 1


@pytest.mark.parametrize(("face", "who"), [(4, "b1"), (1, "a1")])
def test_bolas_entangle_or_come_back(face: int, who: str) -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), weapons=[thing("bolas")])
    arena.add("b", at=(13, 10), ws=4)
    shoot(arena, f"hit {face}" + (", wound 1" if face == 1 else ""))
    assert arena.state is not None
    if face == 1:
        assert not arena.state.models["b1"].effects
        return
    game = arena.game()
    assert allowance_of(game, arena.state, who).walk == 0
    assert characteristic(game, arena.state, who, "weapon_skill") == 2
    assert arena.wounds("b1") == 1
    in_recovery(arena, who, "die 3")
    assert arena.state.models[who].effects
    in_recovery(arena, who, "die 4")
    assert not arena.state.models[who].effects


@pytest.mark.parametrize(("face", "burns"), [(5, True), (4, False)])
def test_hot_iron_sets_alight(face: int, burns: bool) -> None:
    arena = facing(arms=[thing("brazier_iron")], theirs=[weapon()])
    arena.blows("a1", "b1", dice=f"hit 4, wound 1, die {face}")
    assert arena.state is not None
    assert [effect.code for effect in arena.state.models["b1"].effects] == ["burning"] * burns


def test_fire_burns_until_somebody_beats_it_out() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), w=2)
    arena.add("b", at=(30, 10))
    arena.effect("a1", "burning")
    in_recovery(arena, "a1", "die 3, wound 3")
    assert arena.wounds("a1") == 1
    in_recovery(arena, "a1", "die 4")
    assert arena.state is not None
    assert not arena.state.models["a1"].effects


def test_a_friend_beside_them_helps_to_beat_the_fire_out() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10))
    arena.add("a", at=(11, 10))
    arena.add("b", at=(30, 10))
    arena.effect("a1", "burning")
    in_recovery(arena, "a1", "die 1, die 4")
    assert arena.state is not None
    assert not arena.state.models["a1"].effects


def test_fire_arrows_burn_from_any_bow() -> None:
    arena = Arena("mordheim")
    skills = [[effect.code, dict(effect.params)] for effect in book().items["fire_arrows"].effects]
    arena.add("a", at=(10, 10), weapons=[thing("short_bow")], skills=skills)
    arena.add("b", at=(13, 10))
    shoot(arena, "hit 4, wound 1, die 4")
    assert arena.state is not None
    assert arena.state.models["b1"].effects[0].code == "burning"


def test_the_fog_of_a_censer_chokes_victim_and_bearer() -> None:
    arena = facing(arms=[thing("censer")], theirs=[weapon()], w=2)
    arena.blows("a1", "b1", dice="hit 4, wound 1, char 4, char 3")
    assert (arena.wounds("b1"), arena.wounds("a1")) == (1, 1)
    arena = facing(arms=[thing("censer")], theirs=[weapon()], tags=["undead"])
    arena.blows("a1", "b1", dice="hit 4, wound 1, char 3")


def test_a_belaying_pin_is_harder_to_throw_after_a_move() -> None:
    """SHOOT-MOD-MOVE-01"""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), weapons=[thing("belaying_pin")], flags=["moved"])
    arena.add("b", at=(15, 10))
    shoot(arena, "hit 4")
    assert arena.needs("hit") == [5]


def test_a_beam_strikes_at_close_quarters_past_armour() -> None:
    arms = arms_of(book().items["sun_gauntlet"], book())
    arena = facing(arms=arms, theirs=[weapon()], armour=2)
    arena.blows("a1", "b1", dice="hit 4, wound 3, injury 1")
    (staff,) = arms_of(book().items["sunstaff_lustria"], book())
    assert (staff["kind"], staff["hands"], ["concussion", {}] in staff["traits"]) == ("melee", 2, True)


def test_a_snake_strikes_once_at_its_own_skill_and_strength() -> None:
    staff = [thing("serpent_staff"), *arms_of(book().items["serpent_staff"], book())]
    arena = facing(arms=staff, theirs=[weapon()])
    assert options(arena.game(), arena.position(), "a1") == [(0,), (1,)]
    arena.models["a1"] = arena.models["a1"]._replace(loadout=(1,))
    arena.blows("a1", "b1", dice="hit 3, wound 3, injury 1")
    assert arena.needs("hit") == [3]


def test_a_torch_is_a_clumsy_club_that_burns() -> None:
    (torch,) = arms_of(book().items["torch"], book())
    arena = facing(arms=[torch], theirs=[weapon()], skills=[["special_save", {"needs": 4, "not_fire": True}]])
    arena.blows("a1", "b1", dice="hit 5, wound 4, injury 2")
    assert (arena.needs("hit"), arena.posture("b1")) == ([5], "stunned")


def test_a_troll_closes_wounds_but_not_of_fire() -> None:
    arena = facing(arms=[weapon()], skills=[["special_save", {"needs": 4, "not_fire": True}]], theirs=[weapon()])
    arena.blows("a1", "b1", dice="hit 4, wound 4, ward 4")
    assert arena.wounds("b1") == 1


def test_a_daemons_hide_does_not_stop_magic() -> None:
    hide = [["armour_save", {"needs": 5, "not_magic": True}]]
    arena = facing(arms=[weapon(traits=["magical"])], skills=hide, theirs=[weapon()])
    arena.blows("a1", "b1", dice="hit 4, wound 4, injury 1")
    arena = facing(arms=[weapon()], skills=hide, theirs=[weapon()])
    arena.blows("a1", "b1", dice="hit 4, wound 4, armour 5")


def test_vomit_takes_the_place_of_all_blows() -> None:
    """In place of three blows one hit of Strength 5 that no armour stops; the ordinary blows come first in the list."""
    (vomit,) = body_arms(book().rules["vomit_attack"].effects)
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), a=3, weapons=[weapon(hands=0), vomit])
    arena.add("b", at=(11, 10), armour=2)
    arena.engage("a1", "b1")
    assert options(arena.game(), arena.position(), "a1") == [(0,), (1,)]
    arena.models["a1"] = arena.models["a1"]._replace(loadout=(1,))
    arena.blows("a1", "b1", dice="wound 2, injury 1")


def test_a_body_slam_needs_a_charge() -> None:
    (slam,) = body_arms(book().skills["body_slam"].effects)
    arena = facing(arms=[SWORD, slam])
    assert options(arena.game(), arena.position(), "a1") == [(0,)]
    arena = facing(arms=[SWORD, slam], theirs=[weapon()])
    arena.engage("a1", "b1", charged=True)
    assert options(arena.game(), arena.position(), "a1") == [(0,), (1,)]
    arena.models["a1"] = arena.models["a1"]._replace(loadout=(1,))
    group = arena.blows("a1", "b1", dice="hit 3, wound 3, injury 1")
    assert (group.attacks[0].strength, group.attacks[0].critical_face) == (4, 5)


def test_a_stream_of_corruption_is_shot_past_armour() -> None:
    (stream,) = body_arms(book().mutations["stream_of_corruption"].effects)
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), weapons=[SWORD, stream])
    arena.add("b", at=(12, 10), armour=2)
    shoot(arena, "hit 4, wound 4, injury 1", index=1)


def test_gun_and_halberd_stand_still_together() -> None:
    rest = [["rested_shot", {"weapons": ["handgun"], "on_item": "halberd", "amount": 1}]]
    for arms, flags, need in (
        (["handgun", "halberd"], [], 3),
        (["handgun"], [], 4),
        (["handgun", "halberd"], ["moved"], 5),
    ):
        arena = Arena("mordheim")
        gun = weapon("handgun", kind="missile", hands=2, chart="missile", strength=4, reach=2400)
        arena.add("a", at=(10, 10), weapons=[gun, *[weapon(code) for code in arms[1:]]], skills=rest, flags=flags)
        arena.add("b", at=(15, 10))
        shoot(arena, "hit 2")
        assert arena.needs("hit") == [need]


def test_masters_of_arms_pair_what_is_difficult_to_use() -> None:
    star = weapon("morning_star", traits=["difficult_to_use"])
    arena = facing(arms=[star, star])
    assert (0, 1) not in options(arena.game(), arena.position(), "a1")
    arena = Arena("mordheim")
    arena.add("a", weapons=[star, star], skills=["arms_mastery"])
    arena.add("b")
    arena.engage("a1", "b1")
    assert (0, 1) in options(arena.game(), arena.position(), "a1")


def test_masters_of_blades_turn_two_blows_and_equal_ones() -> None:
    """CC-PARRY-01, CC-PARRY-03"""
    skills = ["parry_on_equal", "parries_each_blade"]
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), a=2, weapons=[weapon()])
    arena.add("b", at=(11, 10), weapons=[SWORD, SWORD], skills=skills)
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", dice="hit 5, hit 4, parry 5, parry 4")
    assert arena.rolled("parry") == 2


@pytest.mark.parametrize(("face", "critical"), [(5, False), (4, True)])
def test_a_hardy_man_shrugs_criticals_off(face: int, critical: bool) -> None:
    """CRIT-TRIG-01"""
    arena = facing(arms=[weapon()], theirs=[weapon()], skills=[["shrugs_off_criticals", {"needs": 5}]], w=3)
    group = arena.blows("a1", "b1", dice=f"hit 4, wound 6, die {face}" + (", crit 1" if critical else ""))
    assert group.attacks[0].critical == critical


@pytest.mark.parametrize(("count", "dice", "later"), [(2, "hit 4, wound 1, wound 2", 3), (1, "hit 4, wound 1", 2)])
def test_barrels_are_fired_one_by_one_or_at_once(count: int, dice: str, later: int) -> None:
    """Both at once take one roll to hit and a turn more to load."""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), weapons=[thing("double_barrelled_handgun")])
    arena.add("b", at=(16, 10))
    ctx = arena.context(dice, phase="shooting")
    plan = plan_of(ctx.game, ctx.state, "a1", 0)
    assert plan.shots == 2
    fire(ctx, "a1", "b1", plan, count)
    arena.finish(ctx)
    (load,) = ctx.model("a1").effects
    assert load.until_turn == ctx.state.turn_number + later


def test_a_ladle_raps_weapons_out_of_hands_and_passes_armour_by() -> None:
    arena = facing(arms=[thing("ladle")], theirs=[weapon()], armour=4)
    arena.blows("a1", "b1", dice="hit 6, wound 4, injury 1")
    assert arena.state is not None
    assert [effect.code for effect in arena.state.models["b1"].effects] == ["disarmed"]
    arena = facing(arms=[thing("ladle")], theirs=[weapon()], armour=4, shield=True)
    arena.models["b1"] = arena.models["b1"]._replace(loadout=(0, -1))
    arena.blows("a1", "b1", dice="hit 4, wound 4, armour 6")
    assert arena.needs("armour") == [6]


def test_a_bull_rush_fells_whom_it_hits() -> None:
    (rush,) = body_arms(book().skills["bull_rush"].effects)
    arena = facing(arms=[SWORD, rush], theirs=[weapon()])
    arena.engage("a1", "b1", charged=True)
    arena.models["a1"] = arena.models["a1"]._replace(loadout=(1,))
    arena.blows("a1", "b1", dice="hit 3")
    assert (arena.posture("b1"), arena.wounds("b1")) == ("knocked_down", 1)


def test_a_transfixed_enemy_is_hit_by_every_blow() -> None:
    arena = facing(arms=[weapon()], theirs=[weapon()])
    arena.effect("b1", "transfixed")
    arena.blows("a1", "b1", dice="wound 3")


def test_a_hook_strikes_as_a_dagger_and_holds_nothing_in_both_hands() -> None:
    (hook,) = arms_of(book().items["hook_hand"], book())
    skills = [[effect.code, dict(effect.params)] for effect in book().items["hook_hand"].effects][:2]
    bow = weapon("bow", kind="missile", hands=2, strength=3, reach=2400)
    arena = Arena("mordheim")
    arena.add("a", weapons=[SWORD, weapon("greatsword", hands=2), hook, bow], skills=skills)
    arena.add("b")
    game, state = arena.game(), arena.position()
    assert options(game, state, "a1") == [(0, 2)]
    assert plan_of(game, state, "a1", 3).refused
