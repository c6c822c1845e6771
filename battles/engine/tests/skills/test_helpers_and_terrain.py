"""Help for friends, onrush, ground, and whole battles, of the supplements: dice in, outcome out."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import Answer
from battles.engine.state import HIDDEN
from battles.engine.steps.charge import declarations
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.nerve.fear import dares_to_charge
from battles.engine.steps.shooting.firing import fire
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.steps.shooting.to_hit import shot
from battles.engine.table.table import Table
from battles.engine.tests.builder import BOW, PISTOL, RULESETS, SWORD, Arena, weapon
from battles.engine.tests.setups import begin, play_out, setup
from battles.engine.tests.skills.scenes import HANDGUN, chosen, heard, keep
from battles.engine.tests.skills.test_supplement_skills import traits

# -- help for friends --------------------------------------------------------------------------------------------------


def test_better_guns() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("rules", "expert_weaponsmith"), role="hero")
    arena.add("a", weapons=[PISTOL, HANDGUN, BOW])
    arena.add("a", weapons=[HANDGUN], role="hired_sword")
    before = [plan_of(arena.game(), arena.position(), "a2", slot).reach for slot in range(3)]
    heard(arena, "deploy", "none")
    game, state = arena.game(), arena.position()
    assert [plan_of(game, state, "a2", slot).reach - before[slot] for slot in range(3)] == [300, 600, 0]
    assert plan_of(game, state, "a3", 0).reach == 2400


def test_good_food_gives_one_blow_again_each_turn() -> None:
    """DICE-REROLL-01"""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 14), skills=traits("rules", "inspired_cooking"))
    arena.add("a", at=(10, 10), a=2, tags=["halfling"])
    arena.add("b", at=(11, 10), w=3)
    arena.engage("a2", "b1")
    heard(arena, "deploy", "none")
    arena.blows("a2", "b1", dice="hit 2, hit 2, reroll 4, wound 4")
    assert arena.wounds("b1") == 2


@pytest.mark.parametrize(("gun", "knight", "asked"), [(PISTOL, False, True), (BOW, False, False), (BOW, True, True)])
def test_the_lady_watches_over_knights(gun: dict[str, Any], knight: bool, asked: bool) -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("rules", "blessing_of_the_lady"), is_leader=True, role="hero")
    arena.add("a", at=(10, 12), tags=["bretonnian_knights_knight_errant"] if knight else [])
    arena.add("b", at=(14, 12), weapons=[gun])
    heard(arena, "deploy", "ld 3+3")
    ctx = arena.context("hit 6" + (", die 3" if asked else ", wound 1"), "shooting", "b")
    fire(ctx, "b1", "a2", plan_of(ctx.game, ctx.state, "b1", 0), 1)
    keep(arena, ctx)


def test_elf_runes_give_one_save_again() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("skills", "master_of_runes"), at=(5, 5))
    arena.add("a", armour=4, w=3)
    arena.add("b", a=2, weapons=[weapon("axe")], ws=3)
    arena.engage("b1", "a2")
    chosen(arena, "a1", "master_of_runes", "a2")
    arena.blows("b1", "a2", count=1, dice="hit 5, wound 4, armour 3, reroll 4")
    assert arena.wounds("a2") == 3
    assert arena.state is not None
    assert arena.state.models["a2"].effects == ()


# -- onrush and ground -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["waaagh", "virtue_of_the_impetuous"])
def test_a_longer_charge(code: str) -> None:
    """Up to 3 inches more may be tried; the die (5 on a D3 is 3) says how far."""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), m=4, skills=traits("skills", code))
    arena.add("b", at=(20, 10))
    assert allowance_of(arena.game(), arena.position(), "a1").charge == 1100
    ctx = arena.context("count 2", "movement")
    assert dares_to_charge(ctx, "a1", "b1")
    keep(arena, ctx)
    assert allowance_of(arena.game(), arena.position(), "a1").charge == 900


def test_caltrops_shorten_the_first_charge() -> None:
    """MV-CHG-08"""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), m=4)
    arena.add("b", at=(16, 10), skills=traits("items", "caltrops"))
    ctx = arena.context("count 4", "movement")
    assert dares_to_charge(ctx, "a1", "b1")
    keep(arena, ctx)
    assert allowance_of(arena.game(), arena.position(), "a1").charge == 400
    arena.models["a1"] = arena.models["a1"]._replace(effects=())
    ctx = arena.context("none", "movement")
    assert dares_to_charge(ctx, "a1", "b1")


WOOD = {"id": "wood", "kind": "forest", "name": "wood", "z0": 0, "z1": 400, "ground": "difficult", "cover": "soft",
        "flags": ["forest"], "outline": [[1200, 800], [1800, 800], [1800, 1200], [1200, 1200]]}  # fmt: skip
SWAMP = {**WOOD, "id": "swamp", "kind": "swamp", "name": "swamp", "flags": [],
         "outline": [[1200, 1300], [1800, 1300], [1800, 1500], [1200, 1500]]}  # fmt: skip


@pytest.mark.parametrize("code", ["jungle_born", "native", "one_with_the_jungle", "woodland_dwelling"])
def test_woods_do_not_slow_those_born_there(code: str) -> None:
    """TR-CLASS-01"""
    for pieces, sure in (([WOOD], 1), ([WOOD, SWAMP], 0)):
        arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": pieces}))
        arena.add("a", at=(10, 10), skills=traits("rules", code))
        assert allowance_of(arena.game(), arena.position(), "a1").sure_footed == sure


def test_a_forest_cloak_hides_beside_trees() -> None:
    arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [WOOD]}))
    arena.add("a", at=(11.4, 10), skills=traits("items", "forest_cloak"))
    arena.add("a", at=(5, 10), skills=traits("items", "forest_cloak"))
    arena.add("b", at=(3, 10), weapons=[BOW], spells=["bolt_of_dark_light"])
    game, state = arena.game(), arena.position()
    bow = game.fighters["b1"].weapons[0]
    assert [mod.by for mod in shot(game, state, "b1", "a1", bow).hit_mods if mod.reason == "skill"] == [-1]
    assert [mod.by for mod in shot(game, state, "b1", "a2", bow).hit_mods if mod.reason == "skill"] == []


def test_the_hidden_in_woods() -> None:
    """MV-HIDE-06: half the Initiative of 3, rounded up, for the Amazon in the wood; for the footpad everywhere."""
    from battles.engine.steps.movement.hiding.detection import notice_reach

    arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [WOOD]}))
    arena.add("a", at=(15, 10), skills=traits("skills", "concealment"))
    arena.add("a", at=(5, 10), skills=traits("skills", "concealment"))
    arena.add("a", at=(5, 14), skills=traits("rules", "concealment_footpad"))
    arena.add("b", at=(20, 20), i=3)
    game, state = arena.game(), arena.position()
    assert [notice_reach(game, state, "b1", target=model_id) for model_id in ("a1", "a2", "a3")] == [200, 300, 200]


def test_charges_at_the_unseen_and_hiding_after_a_run() -> None:
    """MV-CHG-04, MV-HIDE-02"""
    from battles.engine.errors import IllegalAction
    from battles.engine.steps.movement.hiding.rules import check_may_hide
    from battles.engine.tests.test_supplement_effects import wall

    high = wall(13.0)
    high["walls"][0]["height"] = 500
    high["walls"][0]["points"] = [[1300, 700], [1300, 1300]]
    high["outline"] = [[1290, 700], [1310, 700], [1310, 1300], [1290, 1300]]
    for skill, may in (([], False), (traits("skills", "see_in_shadows"), True)):
        arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [high]}))
        arena.add("a", at=(10, 10), skills=skill)
        arena.add("b", at=(16, 10))
        try:
            found = declarations.check_target(arena.game(), arena.position("movement"), "a1", "b1")
        except IllegalAction:
            found = ""
        assert (found == "search") == may
    for skill, refused in (([], "ran"), (traits("skills", "stealthy_halflings"), "no_cover")):
        arena = Arena("mordheim")
        arena.add("a", flags=["ran"], skills=skill)
        arena.add("b", at=(40, 40))
        with pytest.raises(IllegalAction) as fault:
            check_may_hide(arena.game(), arena.position(), "a1")
        assert fault.value.code == refused


def test_a_scout_begins_in_hiding() -> None:
    low = {"id": "low", "kind": "wall", "name": "wall", "z0": 0, "z1": 0, "ground": "open",
           "outline": [[1100, 500], [1120, 500], [1120, 1500], [1100, 1500]],
           "walls": [{"points": [[1110, 500], [1110, 1500]], "thickness": 20, "z0": 0, "height": 150}]}  # fmt: skip
    arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [low]}))
    arena.add("a", at=(10.4, 10), skills=traits("rules", "stealthy_scout"))
    arena.add("b", at=(40, 10))
    heard(arena, "deploy", "none")
    assert arena.models["a1"].flags & HIDDEN


def test_the_old_ones_grant_one_success() -> None:
    arena = Arena("mordheim")
    arena.add("a", a=2, skills=traits("mutations", "mark_of_the_old_ones"))
    arena.add("b", w=3)
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", dice="hit 1, hit 1, wound 4")
    assert arena.wounds("b1") == 2


def test_a_carpet_flies() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("items", "magic_carpet"))
    allowed = allowance_of(arena.game(), arena.position(), "a1")
    assert (allowed.walk, allowed.anywhere) == (1600, True)


# -- whole battles -----------------------------------------------------------------------------------------------------

COMPANIES = [
    [("rules", "animosity"), ("rules", "squig_bounce"), ("rules", "nuttaz_charge"), ("rules", "oi_behave"),
     ("skills", "waaagh"), ("rules", "shut_it")],
    [("skills", "bat_form"), ("skills", "mist_form"), ("skills", "ratswarm_form"), ("skills", "giant_wolf_form"),
     ("rules", "bear_hug"), ("rules", "bloodgreed"), ("skills", "fury_of_khaine")],
    [("rules", "set_traps"), ("items", "trip_wire"), ("rules", "trap_counters"), ("skills", "trap_expert"),
     ("items", "fire_bomb"), ("items", "caltrops"), ("skills", "master_trapper")],
    [("skills", "jump_back"), ("skills", "swashbuckler"), ("skills", "taunt_ostlanders"),
     ("items", "hardtack_biscuits"),
     ("items", "spy_glass"), ("skills", "scribe"), ("rules", "inscribe_runes"), ("rules", "extra_hands")],
    [("skills", "force_of_will"), ("rules", "berserk_drenok"), ("items", "vial_of_pestilens"),
     ("rules", "needle_and_thread"), ("rules", "inspired_cooking"), ("rules", "blessing_of_the_lady"),
     ("skills", "master_of_runes"), ("rules", "expert_weaponsmith"), ("rules", "heart_strike")],
]  # fmt: skip


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("number", range(len(COMPANIES)))
def test_whole_battles(rules: str, number: int) -> None:
    company = [
        {"name": code, "role": "hero" if place == 0 else "henchman", "is_leader": place == 0, "weapons": [SWORD, BOW],
         "skills": traits(kind, code), "tags": ["orc", "goblin", "halfling"], "spells": ["rune_of_accuracy", "zzap"],
         "keywords": ["random_movement"] if code == "squig_bounce" else []}
        for place, (kind, code) in enumerate(COMPANIES[number])
    ]  # fmt: skip
    for seed, bot in ((1, "random"), (2, "tactician"), (3, "random")):
        battle = begin(setup(rules, fighters=company, table={"width": 2400, "length": 2400}, max_turns=5), seed)
        play_out(battle, bot)
        assert battle.outcome is not None


def test_choices_are_asked_and_answered_in_the_flow() -> None:
    company = [{"name": "V", "role": "hero", "is_leader": True, "skills": traits("skills", "bat_form")}]
    battle = begin(setup("mordheim", fighters=company, table={"width": 2400, "length": 2400}, max_turns=2), 1)
    asked = 0
    for _ in range(200):
        if not battle.awaiting():
            break
        side = battle.awaiting()[0]
        frame = battle.state.flow[-1]
        if frame.kind == "decision" and frame.stage == "choose":
            asked += 1
            battle.play(side, Answer("take" if frame.data["offer"] == "bat_form" else "no"))
        else:
            battle.play(side, battle.legal(side)[-1])
    assert asked
    assert any(effect.code == "as:bat_form" for model in battle.state.models.values() for effect in model.effects)
