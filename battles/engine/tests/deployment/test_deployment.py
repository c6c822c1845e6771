"""Setting up a battle: zones, questions, free places, readiness."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Answer, Deploy, EndStep, Ready
from battles.engine.dice import PlainDice
from battles.engine.errors import IllegalAction
from battles.engine.scenarios.areas import edge_gap
from battles.engine.scenarios.registry import SCENARIOS, scenario_of
from battles.engine.steps.turn.deployment import suggested_deployment
from battles.engine.table.generator import generate_data
from battles.engine.tests.setups import COMPANY, begin, setup


def ready_to_place(**about: object) -> tuple[Battle, str]:
    """A battle in which the first side sets up now: the questions are answered by their first option."""
    battle = begin(setup("core", **about), 1)  # type: ignore[arg-type]
    while battle.state.flow[-1].kind == "decision":
        battle.play(battle.awaiting()[0], battle.legal(battle.awaiting()[0])[0])
    return battle, battle.awaiting()[0]


def test_the_winner_of_the_roll_chooses_who_sets_up_first_and_the_first_chooses_an_edge() -> None:
    battle = begin(setup("core"), 1)
    chooser = battle.awaiting()[0]
    battle.play(chooser, Answer("second"))
    first = battle.awaiting()[0]
    assert first != chooser
    battle.play(first, Answer("west"))
    edges = scenario_of(battle.game).facts(battle.state)["edges"]
    assert edges == {first: "west", chooser: "east"}


def test_a_model_is_set_up_inside_its_zone_alone() -> None:
    battle, side = ready_to_place()
    with pytest.raises(IllegalAction) as refusal:
        battle.play(side, Deploy(f"{side}1", 2400, 2400))
    assert refusal.value.code == "outside_zone"


def test_a_model_may_be_set_down_again_until_the_side_is_ready() -> None:
    battle, side = ready_to_place()
    first, other = [command for command in battle.legal(side) if command.who == f"{side}1"][:2]  # type: ignore[union-attr]
    battle.play(side, first)
    battle.play(side, other)
    model = battle.state.models[f"{side}1"]
    assert (model.x, model.y) == (other.x, other.y)  # type: ignore[union-attr]


def test_no_one_stands_on_another() -> None:
    battle, side = ready_to_place()
    first = battle.legal(side)[0]
    assert isinstance(first, Deploy)
    battle.play(side, first)
    with pytest.raises(IllegalAction) as refusal:
        battle.play(side, Deploy(f"{side}2", first.x + 50, first.y, first.z))
    assert refusal.value.code == "on_another"


def test_a_side_is_ready_only_when_all_are_placed() -> None:
    battle, side = ready_to_place()
    with pytest.raises(IllegalAction) as refusal:
        battle.play(side, Ready())
    assert refusal.value.code == "not_all_placed"
    for command in suggested_deployment(battle.game, battle.state, side):
        battle.play(side, command)
    assert battle.legal(side) == [Ready()]
    battle.play(side, Ready())
    assert battle.awaiting()[0] != side


def test_the_other_side_s_warriors_and_other_commands_are_refused() -> None:
    battle, side = ready_to_place()
    other = "b" if side == "a" else "a"
    for command, code in ((Deploy(f"{other}1", 100, 100), "not_yours"), (EndStep(), "not_now")):
        with pytest.raises(IllegalAction) as refusal:
            battle.play(side, command)
        assert refusal.value.code == code


def test_side_by_side_both_set_up_at_once() -> None:
    data = setup("core")
    data["scenario"] |= {"together": True, "deployment": {"a": "south", "b": "north"}}
    battle = begin(data, 1)
    assert set(battle.awaiting()) == {"a", "b"}
    for side in ("b", "a"):
        for command in suggested_deployment(battle.game, battle.state, side):
            battle.play(side, command)
    battle.play("b", Ready())
    assert battle.awaiting() == ("a",)
    battle.play("a", Ready())
    assert battle.state.turn_number == 1


def test_zones_drawn_on_the_table_are_used() -> None:
    zones = [
        {"code": "left", "name": "Left", "side": 0, "outline": [[0, 0], [600, 0], [600, 4800], [0, 4800]]},
        {"code": "right", "name": "Right", "side": 1, "outline": [[4200, 0], [4800, 0], [4800, 4800], [4200, 4800]]},
    ]
    battle = begin(setup("core", table={"width": 4800, "length": 4800, "zones": zones}), 1)
    while battle.state.flow[-1].kind == "decision":
        battle.play(battle.awaiting()[0], battle.legal(battle.awaiting()[0])[0])
    for _ in range(2):
        side = battle.awaiting()[0]
        for command in suggested_deployment(battle.game, battle.state, side):
            assert (command.x <= 600) if side == "a" else (command.x >= 4200)
            battle.play(side, command)
        battle.play(side, Ready())


@pytest.mark.parametrize("code", sorted(SCENARIOS))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_scenario_offers_places_that_are_accepted(code: str, seed: int) -> None:
    battle = begin(setup("mordheim", scenario=code), seed)
    while battle.state.flow[-1].kind in ("decision", "deployment"):
        side = battle.awaiting()[0]
        legal = battle.legal(side)
        assert legal, battle.state.flow[-1]
        for command in legal:
            battle.validate(side, command)
        suggested = (
            suggested_deployment(battle.game, battle.state, side) if battle.state.flow[-1].kind == "deployment" else []
        )
        battle.play(side, (suggested or legal)[0])
    assert battle.state.turn_number == 1


def test_surprise_attack_scatters_the_defender_and_keeps_some_away() -> None:
    battle = begin(setup("mordheim", scenario="surprise_attack"), 5)
    chooser = battle.awaiting()[0]
    battle.play(chooser, Answer("attack"))
    scenario = scenario_of(battle.game)
    facts = scenario.facts(battle.state)
    defender = facts["defender"]
    assert battle.awaiting() == (defender,)
    area = scenario.area(battle.game, battle.state, defender)
    assert area.apart_from_friends == 800
    assert area.apart_from_edges == 800
    for command in suggested_deployment(battle.game, battle.state, defender):
        battle.play(defender, command)
    for model_id in (fighter for fighter in battle.game.fighters if fighter[0] == defender):
        model = battle.state.models[model_id]
        if model_id in facts["absent"]:
            assert model.gone == "reserve"
        else:
            assert (
                min(edge_gap(battle.game, model.x, model.y, 50, edge) for edge in ("south", "north", "east", "west"))
                >= 800
            )


def test_who_finds_no_place_keeps_less_distance() -> None:
    """Scattered defenders on a small table: if the distances leave no room they shrink, and all models are set up."""
    crowd = [{**fighter, "name": f"{fighter['name']} {number}"} for number in range(2) for fighter in COMPANY]
    crowd = [{**fighter, "is_leader": number == 0} for number, fighter in enumerate(crowd)]
    data = setup("mordheim", scenario="surprise_attack", fighters=crowd, table={"width": 2400, "length": 2400})
    for seed in range(4):
        battle = begin(data, seed)
        while not battle.state.turn_number:
            side = battle.awaiting()[0]
            legal = battle.legal(side)
            assert legal
            assert len({(type(command), command) for command in legal}) == len(legal)
            battle.play(side, legal[0])


def test_the_suggested_set_up_of_a_crowd_leaves_no_one_out() -> None:
    crowd = [{**fighter, "is_leader": number == 0} for number, fighter in enumerate(COMPANY * 2)]
    data = setup("core", scenario="surprise_attack", fighters=crowd, table={"width": 2400, "length": 2400})
    battle = begin(data, 1)
    while not battle.state.turn_number:
        side = battle.awaiting()[0]
        is_placing = battle.state.flow[-1].stage == "placing"
        commands = suggested_deployment(battle.game, battle.state, side) if is_placing else []
        for command in commands or battle.legal(side)[:1]:
            battle.play(side, command)


@pytest.mark.parametrize("bot", ["tactician", "random"])
def test_a_crowd_finds_room_in_a_small_zone_of_ruins(bot: str) -> None:
    crowd = [{"name": f"Goblin {number}"} for number in range(20)]
    table = generate_data(7, width_in=24, length_in=24, density="dense")
    sides = [{"name": name, "fighters": [dict(fighter) for fighter in crowd]} for name in ("Red", "Blue")]
    data = {"ruleset": "core", "options": {}, "sides": sides, "table": table, "scenario": {"code": "skirmish"}}
    battle = Battle.begin(data, PlainDice(5))
    for _command in range(80):
        if battle.state.turn_number:
            break
        side = battle.awaiting()[0]
        assert battle.legal(side)
        battle.play(side, bot_called(bot).choose(battle, side).command)
    assert battle.state.turn_number == 1
    assert all(not model.gone for model in battle.state.models.values())


@pytest.mark.parametrize("seed", range(4))
def test_both_sides_are_suggested_the_same_places_as_each_sees_them(seed: int) -> None:
    """Generated ruins are the same after half a turn, and so are the places: no model is further forward."""
    battle = begin(setup("core", table=generate_data(seed, width_in=24, length_in=24)), seed)
    near, far = (suggested_deployment(battle.game, battle.state, side) for side in "ab")
    assert len(near) == len(far) == len(COMPANY)
    assert [(2400 - place.x, 2400 - place.y, place.z) for place in far] == [
        (place.x, place.y, place.z) for place in near
    ]
