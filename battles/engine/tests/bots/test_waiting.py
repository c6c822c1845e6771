"""When the tactician waits and when it attacks: while the enemy alone takes rout tests, or this side alone."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.bots.charges import best_plan
from battles.engine.bots.registry import bot_called
from battles.engine.bots.scene import Scene
from battles.engine.commands import EndStep
from battles.engine.tests.builder import BOW, SWORD, Arena

LATE = 20
"""A round in which no side waits without a reason."""


def facing(*, lost: str, apart: float = 12.0, bows: str = "") -> Battle:
    """Four warriors a side late in a battle; the side `lost` has lost one, and takes rout tests."""
    arena = Arena("core")
    for side, y in (("a", 10.0), ("b", 10.0 + apart)):
        for number in range(4):
            armed = number == 0 and side in bows
            arena.add(side, at=(10 + 3 * number, y), weapons=[SWORD, BOW] if armed else [SWORD])
    if lost:
        arena.models[f"{lost}4"] = arena.models[f"{lost}4"]._replace(gone="out")
    battle = arena.battle("movement")
    battle.state.turn_number = LATE
    battle.game.scenario["max_turns"] = 40
    for side in "ab":
        battle.state.sides[side] = battle.state.sides[side]._replace(started=4)
    return battle


def test_who_sees_the_enemy_take_rout_tests_waits_at_any_time() -> None:
    battle = facing(lost="b")
    assert Scene(battle, "a").is_patient
    before = {model_id: (model.x, model.y) for model_id, model in battle.state.models.items()}
    while battle.state.flow[-1].kind == "movement" and battle.awaiting() == ("a",):
        battle.play("a", bot_called("tactician").choose(battle, "a").command)
    for model_id, model in battle.state.models.items():
        assert model.y <= before[model_id][1]


def test_who_alone_takes_rout_tests_does_not_wait() -> None:
    scene = Scene(facing(lost="a"), "a")
    assert scene.is_reckless
    assert not scene.is_patient


def test_who_alone_takes_rout_tests_charges_an_equal_alone() -> None:
    plans = {}
    for lost in ("", "a"):
        arena = Arena("core")
        arena.add("a", at=(10, 10))
        arena.add("a", at=(40, 40))
        arena.add("b", at=(15, 10))
        if lost:
            arena.models["a2"] = arena.models["a2"]._replace(gone="out")
        battle = arena.battle("movement")
        plans[lost] = best_plan(battle, Scene(battle, "a"), {})
    assert plans[""] is None
    assert plans["a"] is not None


@pytest.mark.parametrize(("bows", "patient"), [("a", True), ("b", False), ("", False)])
def test_only_who_has_more_archers_waits_late_in_a_battle(bows: str, patient: bool) -> None:
    assert Scene(facing(lost="", bows=bows), "a").is_patient is patient


def test_the_soldier_waits_for_no_rout_test() -> None:
    battle = facing(lost="b")
    while battle.state.flow[-1].kind == "movement" and battle.awaiting() == ("a",):
        command = bot_called("soldier").choose(battle, "a").command
        if not isinstance(command, EndStep):
            break
        battle.play("a", command)
    assert not isinstance(command, EndStep)
