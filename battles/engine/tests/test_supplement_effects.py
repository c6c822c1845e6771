"""Spells of the supplements that last: characteristics, saves, minds, bonds, walls, leaps, and what ends them."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import Cast, Charge, EndStep, Move
from battles.engine.errors import IllegalAction
from battles.engine.steps.combat.strike_order import next_up
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import saves_against
from battles.engine.steps.magic.phase import SPELLS
from battles.engine.steps.models.characteristics import characteristic, keywords_of
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.table.table import Table
from battles.engine.tests.builder import SWORD, Arena
from battles.engine.tests.supplement_scenes import cast, scene


@pytest.mark.parametrize(
    ("code", "target", "who", "name", "by"),
    [
        ("bears_paw", ("a2",), "a2", "strength", 2),
        ("clubba", (), "a1", "attacks", 1),
        ("idol_of_gork_forest_goblin_magic", (), "a1", "weapon_skill", 1),
        ("bears_might", (), "a1", "toughness", 2),
        ("bears_might", (), "a1", "initiative", -2),
        ("tincis_rage", ("a2",), "a2", "strength", 1),
        ("serpents_strength", (), "a2", "strength", 1),
        ("sirens_dreams", (), "b1", "leadership", -1),
        ("age_of_stone", ("b1",), "b1", "strength", -1),
        ("statue_of_light", ("b1",), "b1", "weapon_skill", -2),
        ("statue_of_light", ("b1",), "a1", "weapon_skill", -2),
        ("skin_of_stone", ("a2",), "a2", "initiative", -1),
        ("wings_of_fate", ("b1",), "b1", "strength", 0),
    ],
)  # fmt: skip
def test_characteristics_change(code: str, target: tuple[str, ...], who: str, name: str, by: int) -> None:
    arena = scene(code)
    before = characteristic(arena.game(), arena.position(), who, name)
    dice = {"wings_of_fate": ", count 1, wound 1"}.get(code, "")
    battle = cast(arena, code, *target, dice=f"cast 6+6{dice}")
    assert characteristic(battle.game, battle.state, who, name) == before + by


def test_no_one_falls_below_one() -> None:
    arena = scene("age_of_stone", s=1)
    battle = cast(arena, "age_of_stone", "b1", dice="cast 6+6")
    assert characteristic(battle.game, battle.state, "b1", "strength") == 1
    assert characteristic(battle.game, battle.state, "b1", "attacks") == 0


@pytest.mark.parametrize(
    ("code", "target", "who", "whom", "need", "strength"),
    [
        ("blessing_of_valour", ("a2",), "a2", "b1", 3, 3),
        ("angvars_fury", (), "a2", "b1", 3, 3),
        ("curse_of_the_dark_master", ("b1",), "b1", "a1", 5, 3),
        ("flamesword", ("a2",), "a2", "b1", 4, 5),
        ("bloodlust", (), "a1", "b1", 4, 5),
        ("clubba", (), "a1", "b1", 4, 5),
        ("snow_squall", (), "b1", "a1", 5, 3),
    ],
)
def test_blows_change(code: str, target: tuple[str, ...], who: str, whom: str, need: int, strength: int) -> None:
    arena = scene(code, at=(15, 10))
    battle = cast(arena, code, *target, dice="cast 6+6")
    weapon = battle.game.fighters[who].weapons[0]
    struck = blow(battle.game, battle.state, who, whom, weapon)
    assert (struck.need_hit, struck.strength, struck.armour) == (need, strength, code != "flamesword")


@pytest.mark.parametrize(
    ("code", "target", "who", "armour", "special"),
    [
        ("scabrous_hide", (), "a1", 2, 7),
        ("shimmering_shield", (), "a1", 7, 5),
        ("shield_of_shadow", ("a2",), "a2", 7, 5),
        ("light_of_battle", ("a2",), "a2", 7, 5),
        ("skin_of_stone", ("a2",), "a2", 5, 7),
    ],
)
def test_saves_change(code: str, target: tuple[str, ...], who: str, armour: int, special: int) -> None:
    """SAVE-ORDER-01"""
    battle = cast(scene(code), code, *target, dice="cast 6+6")
    saves = saves_against(battle.game, battle.state, Attack("b1", who, "blow"))
    assert (min(7, saves.armour - sum(mod.by for mod in saves.modifiers)), saves.ward_choice[1]) == (armour, special)


@pytest.mark.parametrize(
    ("code", "target", "who", "keyword"),
    [
        ("wolfs_hunger", ("a2",), "a2", "frenzy"),
        ("tincis_rage", ("a2",), "a2", "frenzy"),
        ("boon_of_courage", (), "a2", "immune_to_psychology"),
        ("death_holds_no_fear", (), "a1", "immune_to_fear"),
    ],
)
def test_minds_change(code: str, target: tuple[str, ...], who: str, keyword: str) -> None:
    difficulty = SPELLS[code].difficulty
    battle = cast(scene(code), code, *target, dice="cast 6+6" if difficulty else "none")
    assert keyword in keywords_of(battle.game, battle.state, who)


@pytest.mark.parametrize(
    ("code", "target", "walk", "shoots", "strikes"),
    [
        ("singing_wind", (), 0, False, True),
        ("voice_of_command", ("b1",), 0, False, True),
        ("tanglefoot", (), 200, True, True),
        ("statue_of_light", ("b1",), 0, True, True),
        ("warriors_bane", ("b1",), 400, False, True),
        ("quicksand", ("b1",), 0, True, False),
    ],
)
def test_who_is_held(code: str, target: tuple[str, ...], walk: int, shoots: bool, strikes: bool) -> None:
    dice = ", char 4" if code == "quicksand" else ""
    battle = cast(scene(code), code, *target, dice=f"cast 6+6{dice}")
    game, state = battle.game, battle.state
    assert allowance_of(game, state, "b1").walk == walk
    assert (plan_of(game, state, "b1", 1).refused == "") == shoots
    assert bool(attack_plan(game, state, "b1")) == strikes
    if code == "warriors_bane":
        assert attack_plan(game, state, "b1")[0].code == "fist"


def test_the_statue_stands_only_while_the_mage_stands_still() -> None:
    arena = scene("statue_of_light")
    battle = cast(arena, "statue_of_light", "b1", dice="cast 6+6")
    state = battle.state
    caster = state.models["a1"]
    state.models["a1"] = caster._replace(effects=())
    assert allowance_of(battle.game, state, "b1").walk == 400


def test_orcs_strike_first_while_the_shaman_is_up() -> None:
    """CC-ORDER-01"""
    arena = scene("ledz_go", at=(11, 10), i=6)
    arena.engage("a1", "b1")
    arena.models["b1"] = arena.models["b1"]._replace(x=1100)
    battle = cast(arena, "ledz_go", dice="cast 6+6")
    assert next_up(battle.game, battle.state, [], "a")[0].who == "a1"
    state = battle.state
    state.models["a1"] = state.models["a1"]._replace(effects=())
    assert next_up(battle.game, state, [], "a")[0].who == "b1"


def test_the_wind_of_the_north_blows_shots_aside() -> None:
    arena = scene("howl_of_the_north")
    arena.effect("a1", "howl_of_the_north", 1)
    ctx = arena.context("hit 6", phase="shooting", side="b")
    from battles.engine.steps.shooting.firing import fire

    fire(ctx, "b1", "a1", plan_of(ctx.game, ctx.state, "b1", 1), 1)
    arena.finish(ctx)
    assert arena.posture("a1") == "standing"


def test_lizardmen_near_the_priest_shrug_spells_off() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), spells=["bolt_of_dark_light"])
    arena.add("b", at=(16, 10), spells=["the_old_ones_protection"], tags=["skink"])
    battle = arena.battle("shooting", side="b", dice="cast 6+6")
    battle.play("b", Cast("b1", "the_old_ones_protection"))
    arena.models = dict(battle.state.models)
    cast(arena, "bolt_of_dark_light", "b1", dice="cast 6+6, die 4")


def test_ale_heals_and_weakens() -> None:
    arena = scene("blessed_ale", at=(11.5, 10))
    arena.fighters["a2"] = arena.fighters["a2"]
    battle = cast(arena, "blessed_ale", "a1", dice="cast 6+6")
    assert characteristic(battle.game, battle.state, "b1", "attacks") == 0


def test_a_cure_puts_everyone_on_their_feet() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), spells=["cure"])
    arena.add("a", at=(8, 10), posture="stunned", w=3, wounds=1)
    arena.add("b", at=(20, 10))
    cast(arena, "cure", dice="cast 6+6")
    assert (arena.posture("a2"), arena.wounds("a2")) == ("standing", 2)


@pytest.mark.parametrize(("face", "code"), [(1, "sotecs_skill"), (4, "sotecs_hide"), (6, "sotecs_speed")])
def test_a_die_decides_the_blessing_of_sotec(face: int, code: str) -> None:
    battle = cast(scene("sotecs_blessing"), "sotecs_blessing", "a2", dice=f"cast 6+6, die {face}")
    assert [effect.code for effect in battle.state.models["a2"].effects] == [code]


def test_a_leap_of_nine_inches_is_a_charge() -> None:
    arena = scene("stags_leap", at=(19, 10))
    battle = cast(arena, "stags_leap", "b1", dice="cast 6+6")
    assert battle.state.models["a1"].engaged == ("b1",)
    weapon = battle.game.fighters["a1"].weapons[0]
    assert blow(battle.game, battle.state, "a1", "b1", weapon).strength == 4
    far = scene("stags_leap", at=(21, 10)).battle("shooting")
    assert [command for command in far.legal("a") if isinstance(command, Cast) and command.who == "a1"] == []


def test_fog_hurts_and_blinds() -> None:
    arena = scene("fog_of_death")
    battle = cast(arena, "fog_of_death", dice="cast 6+6, count 1+1+1, die 5, die 5, die 4, wound 1")
    from battles.engine.steps.movement.hiding.visibility import sees

    assert not sees(battle.game, battle.state, "a1", "b1")
    assert sees(battle.game, battle.state, "a1", "a2")


def test_effects_end_when_the_caster_turns_come_round() -> None:
    arena = scene("bears_paw")
    battle = cast(arena, "bears_paw", "a2", dice="cast 6+6")
    effect = battle.state.models["a2"].effects[0]
    assert (effect.until_turn, effect.owner) == (battle.state.turn_number + 1, "a")
    arena = scene("voice_of_command")
    battle = cast(arena, "voice_of_command", "b1", dice="cast 6+6")
    effect = battle.state.models["b1"].effects[0]
    assert (effect.until_turn, effect.owner) == (battle.state.turn_number + 1, "b")


def test_a_blow_ends_what_lasts_until_the_warrior_is_wounded() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), w=2)
    arena.add("b", at=(11, 10), weapons=[SWORD])
    arena.engage("b1", "a1")
    arena.effect("a1", "clubba", 1)
    arena.blows("b1", "a1", dice="hit 5, wound 4")
    assert arena.state is not None
    assert arena.state.models["a1"].effects == ()


def test_what_is_kept_up_by_tests_ends_with_the_first_failure() -> None:
    for code, dice in (("bears_might", "ld 6+6"), ("bloodlust", "cast 3+3")):
        arena = Arena("core")
        arena.add("a", at=(10, 10))
        arena.add("b", at=(30, 10))
        arena.effect("a1", code, 1)
        ctx = arena.context(dice)
        from battles.engine.hooks import listeners

        for function, given in listeners(ctx.fighter("a1").hooks, ctx.model("a1").effects, "turn_start"):
            function(ctx, "a1", **given)
        arena.finish(ctx)
        assert ctx.model("a1").effects == ()


def test_the_phase_goes_on_after_a_spell() -> None:
    battle = cast(scene("zzap"), "zzap", "b1", dice="cast 1+1")
    assert EndStep() in battle.legal("a") or battle.awaiting() != ("a",)


def wall(x: float) -> dict[str, Any]:
    """Data of a low wall from x inches on, two inches long, behind the line of the scene."""
    left, right = round(x * 100), round(x * 100) + 200
    return {
        "id": f"wall{left}", "kind": "wall", "name": "wall", "z0": 0, "z1": 0, "ground": "open",
        "outline": [[left, 840], [right, 840], [right, 860], [left, 860]],
        "walls": [{"points": [[left, 850], [right, 850]], "thickness": 20, "z0": 0, "height": 100}],
    }  # fmt: skip


def test_wings_of_night_beat_from_wall_to_wall() -> None:
    for walls, reached in (((9.0, 19.0), True), ((9.0,), False), ((19.0,), False), ((), False)):
        arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [*map(wall, walls)]}))
        arena.add("a", at=(10, 10), spells=["wings_of_night"])
        arena.add("a", at=(2, 45), spells=["luck_of_shemtek"])
        arena.add("b", at=(20, 10))
        offered = arena.battle("shooting").legal("a")
        assert (Cast("a1", "wings_of_night", ("b1",)) in offered) == reached


def test_itzls_gift_runs_on_four_inches_and_not_into_contact() -> None:
    arena = scene("itzls_speed", at=(12, 10))
    battle = cast(arena, "itzls_speed", "a2", dice="cast 6+6")
    offered = battle.legal("a")
    assert any(isinstance(one, Move) for one in offered)
    assert not any(isinstance(one, Charge) for one in offered)
    assert allowance_of(battle.game, battle.state, "a2").walk == 400
    with pytest.raises(IllegalAction):
        battle.play("a", Charge("a2", ("b1",)))


@pytest.mark.parametrize(("faces", "rest"), [("cast 3+4", ""), ("cast 3+3", ", wound 1")])
def test_runestones_break_a_spell(faces: str, rest: str) -> None:
    arena = scene("bolt_of_dark_light")
    arena.add("b", at=(40, 40), skills=["breaks_spells"])
    cast(arena, "bolt_of_dark_light", "b1", dice=f"cast 6+6, {faces}{rest}")


def test_runestones_break_a_whole_storm_with_one_roll() -> None:
    arena = scene("pestilence")
    arena.add("b", at=(10, 20), skills=[["breaks_spells", {"bonus": 1}]])
    cast(arena, "pestilence", dice="cast 6+6, cast 4+5")
