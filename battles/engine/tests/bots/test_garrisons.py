"""The tactician and buildings that are held from inside: in for a shot, out when there is nobody left to shoot at."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.bots.garrisons import best_move
from battles.engine.bots.reasons import because
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Answer, EndStep, Move
from battles.engine.dice import PlainDice
from battles.engine.table.shapes import deployment
from battles.engine.table.table import Table
from battles.engine.terrain.buildings.garrisons import GARRISON, garrison_of
from battles.engine.terrain.pack_shapes import pack_piece
from battles.engine.tests.builder import BOW, RULESETS, SWORD
from battles.engine.tests.setups import play_out, setup
from battles.simulation.conformance.arena import Arena

PACK = {"terrain_pack": True}
INN = {**pack_piece("haunted_mansion", "inn", 2000, 2000), "z1": 600}
BEFORE = (17, 20)
"""Half an inch from the wall of the inn; (20, 20) is its middle."""


def held(
    *, at: tuple[float, float], bow: bool = True, enemy: tuple[float, float] = (20, 30), inside: bool = False
) -> Battle:
    arena = Arena("core", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [INN]}), options=PACK)
    arena.add("a", at=at, weapons=[SWORD, BOW] if bow else [SWORD])
    arena.add("b", at=enemy)
    arena.add("b", at=(enemy[0] - 1.5, enemy[1]))
    if inside:
        arena.marks[GARRISON] = {"a1": ["inn", 1]}
    battle = arena.battle("movement")
    while battle.state.flow[-1].stage == "charges":
        battle.play("a", EndStep())
    return battle


def test_an_archer_goes_in_and_up_while_somebody_is_in_shot() -> None:
    battle = held(at=BEFORE)
    chosen = bot_called("tactician").choose(battle, "a")
    assert isinstance(chosen.command, Move)
    assert chosen.command.manner == "enter"
    assert chosen.reason == because("to_windows", who="a1")
    battle.play("a", chosen.command)
    answer = bot_called("tactician").choose(battle, "a")
    assert answer.command == Answer("2")
    battle.play("a", answer.command)
    assert garrison_of(battle.state, "a1") == "inn"
    assert battle.state.models["a1"].z == 300


@pytest.mark.parametrize("about", [{"bow": False}, {"enemy": (20, 47)}], ids=["no bow", "nobody in shot"])
def test_no_one_goes_in_for_nothing(about: dict[str, object]) -> None:
    assert best_move(held(at=BEFORE, **about), "a") is None  # type: ignore[arg-type]


def test_who_has_nothing_to_shoot_at_comes_out_towards_the_enemy() -> None:
    battle = held(at=(20, 20), inside=True, enemy=(47, 47))
    chosen = best_move(battle, "a")
    assert chosen is not None
    assert isinstance(chosen.command, Move)
    assert chosen.command.manner == "leave"
    battle.play("a", chosen.command)
    model = battle.state.models["a1"]
    assert not garrison_of(battle.state, "a1")
    assert model.x > 2250 or model.y > 2250
    assert best_move(held(at=(20, 20), inside=True), "a") is None


def test_a_swordsman_comes_out_of_a_house_that_is_not_beset() -> None:
    battle = held(at=(20, 20), inside=True, bow=False, enemy=(47, 47))
    assert best_move(battle, "a") is not None
    assert best_move(held(at=(20, 20), inside=True, bow=False, enemy=(20, 26)), "a") is None


def test_without_the_pack_no_door_is_looked_at() -> None:
    arena = Arena("core", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [INN]}))
    arena.add("a", at=BEFORE, weapons=[BOW])
    arena.add("b", at=(20, 30))
    assert best_move(arena.battle("movement"), "a") is None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_battle_about_two_houses_is_fought_out(ruleset: str) -> None:
    houses = [pack_piece("haunted_mansion", "h1", 800, 900), pack_piece("haunted_mansion", "h2", 1600, 1500)]
    table = {"width": 2400, "length": 2400, "pieces": houses, "zones": deployment(2400, 2400)}
    battle = Battle.begin(setup(ruleset, table=table, options=PACK, max_turns=14), PlainDice(5))
    bot = bot_called("tactician")
    play_out(battle, {"a": bot, "b": bot}, limit=4000)
    assert battle.outcome is not None
