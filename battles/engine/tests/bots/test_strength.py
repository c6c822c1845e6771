"""The bot that weighs beats the blind one, under every ruleset, on open ground and in ruins."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.bots.base import Bot
from battles.engine.bots.charges import best_plan
from battles.engine.bots.courage import PLAIN
from battles.engine.bots.movement import danger
from battles.engine.bots.random import RandomBot
from battles.engine.bots.registry import bot_called
from battles.engine.bots.scene import Scene, is_patient, is_pressed
from battles.engine.commands import Charge, EndStep
from battles.engine.table.table import Table
from battles.engine.tests.builder import BOW, RULESETS, SWORD, Arena
from battles.engine.tests.movement.terrain import block
from battles.engine.tests.setups import begin, play_out, setup
from battles.simulation.bench.matches import matches

LEAST_OF_200 = 180
"""Nine in ten; a draw is no win."""


def wins(ruleset: str, battles: int) -> int:
    """Battles won of so many between equal companies of six on open ground."""
    won = 0
    for number in range(battles):
        battle = begin(setup(ruleset, max_turns=25), number)
        mine = "ab"[number // 2 % 2]
        bots: dict[str, Bot] = {side: bot_called("tactician") if side == mine else RandomBot(number) for side in "ab"}
        play_out(battle, bots)
        assert battle.outcome is not None
        won += battle.outcome.winners == (mine,)
    return won


def test_the_tactician_beats_the_blind_bot() -> None:
    assert wins("core", 20) >= 14


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_tactician_wins_nine_in_ten(ruleset: str) -> None:
    assert matches(ruleset, 200).won >= LEAST_OF_200


# -- what it thinks


def declaring(arena: Arena) -> Battle:
    """The arena at the moment when side a declares its charges."""
    return arena.battle("movement")


def test_several_fall_on_one_together() -> None:
    arena = Arena("core")
    for y in (8, 10, 12):
        arena.add("a", at=(10, y))
    arena.add("b", at=(16, 10))
    battle = declaring(arena)
    plan = best_plan(battle, Scene(battle, "a"), {})
    assert plan is not None
    assert len(plan.chargers) >= 2


def test_no_one_runs_alone_into_a_crowd() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10))
    for y in (8, 10, 12):
        arena.add("b", at=(16, y))
    battle = declaring(arena)
    assert best_plan(battle, Scene(battle, "a"), {}) is None


def test_no_one_charges_their_equal_alone_but_two_do_together() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10))
    arena.add("b", at=(16, 10))
    battle = declaring(arena)
    assert best_plan(battle, Scene(battle, "a"), {}) is None
    arena = Arena("core")
    for y in (9, 11):
        arena.add("a", at=(10, y))
    arena.add("b", at=(16, 10))
    battle = declaring(arena)
    plan = best_plan(battle, Scene(battle, "a"), {})
    assert plan is not None
    assert sorted(plan.chargers) == ["a1", "a2"]


def test_the_ranks_are_closed_when_setting_up() -> None:
    spread: dict[str, int] = {}
    for name in ("tactician", "random"):
        battle = begin(setup("core"), 5)
        while battle.state.flow[-1].kind in ("decision", "deployment"):
            side = battle.awaiting()[0]
            bot = bot_called(name) if side == "a" else bot_called("random")
            battle.play(side, bot.choose(battle, side).command)
        places = [(model.x, model.y) for model_id, model in battle.state.models.items() if model_id[0] == "a"]
        spread[name] = sum(max(axis) - min(axis) for axis in zip(*places, strict=True))
    assert spread["tactician"] < 2400
    assert spread["tactician"] < spread["random"]


def test_who_sees_the_enemy_near_their_rout_waits_and_the_other_has_little_to_lose() -> None:
    arena = Arena("core")
    for side, y in (("a", 5), ("b", 40)):
        for number in range(8):
            arena.add(side, at=(5 + 2 * number, y))
    for model_id in ("b1", "b2"):
        arena.models[model_id] = arena.models[model_id]._replace(gone="out")
    battle = declaring(arena)
    assert Scene(battle, "a").priorities.waits
    assert Scene(battle, "b").priorities.life < 1


def test_no_one_walks_past_cover_into_an_archers_sight() -> None:
    table = Table.from_data({"version": 1, "width": 4800, "length": 4800, "pieces": [block(14, 15, 5, 15, 3)]})
    arena = Arena("core", table=table)
    arena.add("a", at=(10, 20))
    arena.add("b", at=(30, 10), weapons=[SWORD, BOW])
    scene = Scene(declaring(arena), "a")
    assert scene.under_fire("a1", 1000, 2000, 0) > 0
    assert scene.under_fire("a1", 1300, 1000, 0) == 0
    battle = arena.battle("movement")
    while battle.awaiting() and battle.state.flow[-1].kind == "movement" and battle.awaiting()[0] == "a":
        battle.play("a", bot_called("tactician").choose(battle, "a").command)
    after = battle.state.models["a1"]
    assert Scene(battle, "a").under_fire("a1", after.x, after.y, 0) == 0


@pytest.mark.parametrize(
    ("last", "turn", "patient", "pressed"),
    [
        (40, 12, True, False), (40, 13, False, False), (40, 34, False, True),
        (8, 2, True, True), (8, 3, False, True), (0, 8, True, False), (0, 9, False, False),
    ],
)  # fmt: skip
def test_patience_ends_sooner_in_a_short_battle(last: int, turn: int, patient: bool, pressed: bool) -> None:
    battle = begin(setup("core", max_turns=last), 1)
    battle.state.turn_number = turn
    assert is_patient(battle.game, battle.state) is patient
    assert is_pressed(battle.game, battle.state) is pressed


# -- the one in between


def test_the_soldier_fears_less_and_waits_for_nothing() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10))
    for number in range(8):
        arena.add("b", at=(16 + number % 4, 8 + number))
    for model_id in ("b1", "b2"):
        arena.models[model_id] = arena.models[model_id]._replace(gone="out")
    battle = declaring(arena)
    wary, plain = Scene(battle, "a"), Scene(battle, "a", PLAIN)
    assert danger(wary, "a1", 1000, 1000, 0) > 2 * danger(plain, "a1", 1000, 1000, 0) > 0
    assert wary.priorities != plain.priorities == (1.0, 1.0, False, False)


def test_the_soldier_falls_on_a_straggler_among_their_friends_and_the_tactician_does_not() -> None:
    arena = Arena("core")
    for y in (9, 11):
        arena.add("a", at=(10, y))
    arena.add("b", at=(16, 10))
    for y in (4, 7, 13, 16):
        arena.add("b", at=(18, y))
    battle = declaring(arena)
    assert isinstance(bot_called("soldier").choose(battle, "a").command, Charge)
    assert bot_called("tactician").choose(battle, "a").command == EndStep()


def test_the_soldier_walks_to_the_nearest_enemy_and_their_archer_stays() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10))
    arena.add("a", at=(12, 10), weapons=[SWORD, BOW])
    arena.add("b", at=(10, 30))
    battle = arena.battle("movement")
    while battle.awaiting() and battle.state.flow[-1].kind == "movement" and battle.awaiting()[0] == "a":
        battle.play("a", bot_called("soldier").choose(battle, "a").command)
    assert battle.state.models["a1"].y > 1700
    assert (battle.state.models["a2"].x, battle.state.models["a2"].y) == (1200, 1000)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("better", "worse"), [("soldier", "random"), ("tactician", "soldier")])
def test_each_strength_beats_the_one_below(better: str, worse: str) -> None:
    score = matches("core", 100, better=better, worse=worse)
    assert score.won > score.lost
