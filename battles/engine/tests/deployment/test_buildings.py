"""Setting up inside houses, on their floors, and not on buildings that are held from inside."""

from __future__ import annotations

import pytest

from battles.board.reach.drawing import way_to
from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Deploy
from battles.engine.errors import IllegalAction
from battles.engine.scenarios.areas import Area
from battles.engine.steps.turn.deployment import GRID, _free_ground, rows, suggested_deployment
from battles.engine.table.generator import generate
from battles.engine.table.shapes import deployment, ruin
from battles.engine.terrain.pack_shapes import pack_piece
from battles.engine.tests.setups import begin, setup

HOUSE = ruin(
    "house", "Mint", 500, 100, 600, 600, (450, 450, 450, 450), doors=("north",),
    floors=[(0, 0, 300, 600, 300)], ladders=[(340, 300, 0, 260, 300, 300)],
)  # fmt: skip
TOWER = pack_piece("wizards_tower", "tower", 1600, 350)
ZONES = deployment(2400, 2400)


def placing(*, pack: bool = False) -> tuple[Battle, str]:
    table = {"width": 2400, "length": 2400, "pieces": [HOUSE, TOWER], "zones": ZONES}
    battle = begin(setup("core", table=table, options={"terrain_pack": True} if pack else {}), 1)
    while battle.state.flow[-1].kind == "decision" or battle.awaiting()[0] != "a":
        side = battle.awaiting()[0]
        battle.play(side, bot_called("tactician").choose(battle, side).command)
    return battle, "a"


@pytest.mark.parametrize(("x", "y", "z"), [(900, 400, 0), (650, 400, 0), (650, 400, 300)])
def test_a_warrior_is_set_up_inside_under_and_on_a_floor(x: int, y: int, z: int) -> None:
    battle, side = placing()
    battle.play(side, Deploy("a1", x, y, z))
    model = battle.state.models["a1"]
    assert (model.x, model.y, model.z) == (x, y, z)


def test_a_press_on_a_floor_sets_up_on_it_and_a_chosen_level_below_it() -> None:
    battle, _side = placing()
    assert way_to(battle, "a1", 650, 400, manner="walk", level=None).command["z"] == 300
    assert way_to(battle, "a1", 650, 400, manner="walk", level=0).command.get("z", 0) == 0


def test_floors_are_among_the_places_suggested() -> None:
    battle, side = placing(pack=True)
    offered = {command.z for command in battle.legal(side) if isinstance(command, Deploy)}
    suggested = {command.z for command in suggested_deployment(battle.game, battle.state, side)}
    assert 300 in offered | suggested


@pytest.mark.parametrize("spot", [(1600, 350, 500), (1300, 350, 0)], ids=["roof", "wall"])
def test_no_one_is_set_up_on_or_against_a_building_to_hold(spot: tuple[int, int, int]) -> None:
    battle, side = placing(pack=True)
    with pytest.raises(IllegalAction) as refusal:
        battle.play(side, Deploy("a1", *spot))
    assert refusal.value.code == "at_the_wall"
    assert "Wizard's Tower" in refusal.value.sentence
    for command in suggested_deployment(battle.game, battle.state, side):
        battle.play(side, command)
    assert not any(model.z == 500 for model_id, model in battle.state.models.items() if model_id[0] == side)


def test_without_the_pack_a_roof_is_a_place_like_others() -> None:
    battle, side = placing()
    battle.play(side, Deploy("a1", 1600, 350, 500))
    assert battle.state.models["a1"].z == 500


def test_both_sides_of_a_table_are_offered_the_same_places() -> None:
    table = generate(7, width_in=24, length_in=24)
    near, far = (_free_ground(table, Area((zone.outline,)), 50, 120, GRID) for zone in table.zones)
    assert {(2400 - x, 2400 - y, z) for x, y, z in near} == set(far)
    assert len({y for _x, y, _z in near}) == 2


@pytest.mark.parametrize(("low", "high"), [(0, 480), (1920, 2400), (0, 100), (0, 90), (300, 1310)])
def test_rows_lie_as_far_from_one_edge_as_from_the_other(low: int, high: int) -> None:
    found = rows(low, high, 50, 200)
    assert found[0] - low == pytest.approx(high - found[-1], abs=1)
    assert len(found) >= 1
