"""Skills declared for a turn, bonuses that hold at a place or by a die, the whip, the eye; spells that move others."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import Answer, Cast, Charge, EndStep, Move
from battles.engine.dice import ScriptedDice
from battles.engine.flow import Context, run
from battles.engine.state import Frame
from battles.engine.steps.combat.strike_order import entries_of
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.table.table import Table
from battles.engine.tests.builder import RULESETS, Arena, script, weapon
from battles.engine.tests.movement.terrain import block
from battles.engine.tests.nerve.test_rout import start_turn

HUNGER = [
    ["characteristic_bonus", {"characteristic": "attacks", "amount": 1, "declared": True}],
    ["movement_bonus", {"dice": "D3", "declared": True}],
    ["hits_on_self", {"dice": "D3", "strength": 3, "no_save": True, "declared": True}],
]
WHIP = weapon("steel_whip", traits=["whipcrack", "cannot_be_parried"])


def hungry(rules: str, dice: str) -> Battle:
    arena = Arena(rules)
    arena.add("a", skills=HUNGER, w=3, armour=2)
    arena.add("b", at=(40, 40))
    return start_turn(arena, dice)


@pytest.mark.parametrize("rules", RULESETS)
def test_black_hunger_is_declared_pays_and_ends(rules: str) -> None:
    battle = hungry(rules, "count 6, count 4, wound 4, wound 3")
    battle.play("a", Answer("yes"))
    assert characteristic(battle.game, battle.state, "a1", "attacks") == 2
    assert allowance_of(battle.game, battle.state, "a1").walk == 700
    assert allowance_of(battle.game, battle.state, "a1").charge == 1100
    while battle.state.active == "a":
        battle.play(battle.awaiting()[0], EndStep())
    assert battle.state.models["a1"].wounds == 2
    assert characteristic(battle.game, battle.state, "a1", "attacks") == 1
    assert allowance_of(battle.game, battle.state, "a1").walk == 400
    assert isinstance(battle.dice, ScriptedDice)
    battle.dice.assert_all_used()


def test_hunger_that_is_not_declared_sleeps() -> None:
    battle = hungry("mordheim", "")
    battle.play("a", Answer("no"))
    assert characteristic(battle.game, battle.state, "a1", "attacks") == 1
    while battle.state.active == "a":
        battle.play(battle.awaiting()[0], EndStep())
    assert battle.state.models["a1"].wounds == 3


def test_a_pit_fighter_is_better_indoors() -> None:
    floor = {"outline": [[500, 500], [1500, 500], [1500, 1500], [500, 1500]], "z": 0, "level": 1}
    house = {**block(5, 15, 5, 15, 3), "kind": "building", "z1": 0, "ground": "open", "flags": ["building"]}
    house["floors"] = [floor]
    table = Table.from_data({"version": 1, "width": 4800, "length": 4800, "pieces": [house]})
    bonus = [["characteristic_bonus", {"characteristic": "weapon_skill", "amount": 1, "place": "ruins"}]]
    for at, skill in (((10, 10), 4), ((30, 30), 3)):
        arena = Arena("mordheim", table=table)
        arena.add("a", at=at, skills=bonus)
        assert characteristic(arena.game(), arena.position(), "a1", "weapon_skill") == skill


def test_a_drug_is_rolled_when_everyone_is_set_up() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=[["characteristic_bonus", {"characteristic": "initiative", "dice": "D3"}]])
    state = arena.position()
    state.flow = (Frame("deployment", "next", {"order": [], "main": 0, "at": 0}),)
    ctx = Context(arena.game(), state, script("count 5"))
    run(ctx)
    arena.finish(ctx)
    assert characteristic(ctx.game, ctx.state, "a1", "initiative") == 6


def test_a_whip_lashes_at_a_charger_before_their_blows() -> None:
    arena = Arena("mordheim")
    arena.add("a", i=5)
    arena.add("b", weapons=[WHIP], i=3)
    arena.engage("a1", "b1", charged=True)
    game, state = arena.game(), arena.position()
    order = {entry.key: entry.bucket for model_id in ("a1", "b1") for entry in entries_of(game, state, model_id)}
    assert order == {"a1:self": 1, "b1:whip": 1, "b1:self": 2}
    assert [one.code for one in attack_plan(game, state, "b1", "whip")] == ["steel_whip"]
    assert len(attack_plan(game, state, "b1")) == 1


def test_no_lash_without_a_charge() -> None:
    arena = Arena("mordheim")
    arena.add("a")
    arena.add("b", weapons=[WHIP])
    arena.engage("a1", "b1")
    assert [entry.key for entry in entries_of(arena.game(), arena.position(), "b1")] == ["b1:self"]


@pytest.mark.parametrize(("kind", "attacks"), [(["animal"], 2), ([], 1)])
def test_animals_fight_the_bearer_of_the_eye_in_frenzy(kind: list[str], attacks: int) -> None:
    arena = Arena("mordheim")
    arena.add("a", keywords=kind)
    arena.add("b", skills=[["enemies_gain", {"effect": "frenzy", "enemies": ["animal"]}]])
    arena.engage("a1", "b1")
    assert len(attack_plan(arena.game(), arena.position(), "a1")) == attacks


def casting(spell: str, dice: str, **victim: Any) -> Battle:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), spells=[spell], ld=8)
    arena.add("a", at=(13, 10), tags=["undead_zombie"])
    arena.add("b", **{"at": (18, 10), "ld": 7, **victim})
    return arena.battle(arena.rules.casting_phase, dice=dice)


def test_the_dead_are_called_on_into_contact() -> None:
    battle = casting("call_of_vanhel", "cast 3+3")
    battle.play("a", Cast("a1", "call_of_vanhel", ("a2",)))
    legal = battle.legal("a")
    assert Charge("a2", ("b1",)) in legal
    assert any(isinstance(command, Move) and command.who == "a2" for command in legal)
    battle.play("a", Charge("a2", ("b1",)))
    assert battle.state.models["a2"].engaged == ("b1",)
    assert battle.state.flow[-1].kind != "extra_move"


def test_the_call_does_not_carry_farther_than_a_walk() -> None:
    battle = casting("call_of_vanhel", "cast 3+3", at=(20, 10))
    battle.play("a", Cast("a1", "call_of_vanhel", ("a2",)))
    assert not any(isinstance(command, Charge) for command in battle.legal("a"))
    battle.play("a", EndStep())
    assert battle.state.models["a2"].x == 1300
