"""The tactician's archers stand where they have a shot, and its other warriors weigh shots they would walk into."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.bots.archers import SHAKEN, is_clear, shot_given_up, shots_from
from battles.engine.bots.registry import bot_called
from battles.engine.bots.scene import Scene
from battles.engine.bots.values.attacks import has_bow
from battles.engine.table.table import Table
from battles.engine.tests.builder import BOW, SWORD, Arena
from battles.engine.tests.movement.terrain import block
from battles.engine.tests.setups import begin, setup
from battles.simulation.conformance.case_reader import Value
from battles.simulation.conformance.gear import CROSSBOW

ROW = [(12, 10.5), (12, 9.5), (12, 8.5), (12, 11.5)]


def moved(battle: Battle) -> Battle:
    """The battle after side a has moved."""
    while battle.awaiting() == ("a",) and battle.state.flow[-1].kind == "movement":
        battle.play("a", bot_called("tactician").choose(battle, "a").command)
    return battle


def behind_friends() -> Battle:
    """An archer behind a wall of friends who block its sight of the only enemy."""
    arena = Arena("core")
    arena.add("a", at=(10, 10), weapons=[SWORD, BOW])
    for place in ROW:
        arena.add("a", at=place)
    arena.add("b", at=(30, 10))
    return arena.battle("movement")


def test_an_archer_behind_friends_steps_aside_for_a_clear_shot() -> None:
    battle = behind_friends()
    before, target = shots_from(battle.game, battle.state, "a1")
    assert not is_clear(battle.game, battle.state, "a1", target)
    moved(battle)
    after, target = shots_from(battle.game, battle.state, "a1")
    assert is_clear(battle.game, battle.state, "a1", target)
    assert after > before


def test_an_archer_with_a_clear_shot_stays() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), weapons=[SWORD, BOW])
    arena.add("b", at=(30, 10))
    after = moved(arena.battle("movement")).state.models["a1"]
    assert (after.x, after.y) == (1000, 1000)


@pytest.mark.parametrize(("bow", "share"), [(BOW, SHAKEN), (CROSSBOW, 1.0)])
def test_moving_costs_a_weapon_that_must_stand_still_its_whole_shot(bow: Value, share: float) -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), weapons=[SWORD, bow])
    arena.add("b", at=(30, 10))
    battle = arena.battle("movement")
    gain = shots_from(battle.game, battle.state, "a1")[0]
    assert gain > 0
    assert shot_given_up(battle.game, battle.state, "a1", gain) == pytest.approx(share * gain)


def test_a_warrior_who_is_hidden_from_an_archer_counts_the_shots_in_the_open() -> None:
    table = Table.from_data({"version": 1, "width": 4800, "length": 4800, "pieces": [block(14, 15, 5, 15, 3)]})
    arena = Arena("core", table=table)
    arena.add("a", at=(13, 10))
    arena.add("b", at=(30, 10), weapons=[SWORD, BOW])
    scene = Scene(arena.battle("movement"), "a")
    assert scene.under_fire("a1", 1300, 1000, 0) == 0
    assert scene.under_fire("a1", 1300, 2000, 0) > 0


def test_archers_are_set_up_where_no_friend_stands_in_front() -> None:
    battle = begin(setup("core"), 5)
    while battle.state.flow[-1].kind in ("decision", "deployment"):
        side = battle.awaiting()[0]
        battle.play(side, bot_called("tactician").choose(battle, side).command)
    models = battle.state.models
    middle = battle.game.table.length // 2
    depths = {model_id: abs(model.y - middle) for model_id, model in models.items() if model_id[0] == "a"}
    archers = [depth for model_id, depth in depths.items() if has_bow(battle.game, model_id)]
    others = [depth for model_id, depth in depths.items() if not has_bow(battle.game, model_id)]
    assert len(archers) == 2
    assert max(archers) <= min(others)
