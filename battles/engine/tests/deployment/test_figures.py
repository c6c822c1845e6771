"""Creatures that a scenario brings form a side without a player and act by their stated rule."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import EndStep
from battles.engine.dice import PlainDice
from battles.engine.errors import BadSetup
from battles.engine.events import TurnBegan
from battles.engine.scenarios.creatures.figures import cast, home_of, part_of
from battles.engine.scenarios.custom.plan import read_plan
from battles.engine.scenarios.registry import scenario_of
from battles.engine.steps.turn import rout
from battles.engine.tests.setups import play_out, setup

BEAST: dict[str, Any] = {
    "code": "beast", "name": "Beast", "count": 2,
    "fighter": {"profile": {"movement": 4, "weapon_skill": 3, "wounds": 1}, "weapons": []},
}  # fmt: skip


def battle_with(figures: list[dict[str, Any]], effects: list[dict[str, Any]], **about: Any) -> Battle:
    data = setup("mordheim", max_turns=3)
    data["scenario"] |= {
        "code": "own_abcdefgh_1_beasts",
        "home": {"name": "Beasts", "effects": effects, "figures": figures, **about},
    }
    return Battle.begin(cast(data), PlainDice(4))


def effect(code: str, **params: Any) -> dict[str, Any]:
    return {"code": code, "params": params}


AT = [effect("figures_at", figure="beast")]


def test_the_creatures_are_a_side_of_their_own_that_no_player_commands() -> None:
    battle = battle_with([BEAST], AT)
    assert battle.game.players == ("a", "b")
    assert battle.game.neutral == "c"
    play_out(battle)
    assert battle.outcome is not None
    assert "c" not in battle.outcome.winners
    assert battle.state.order[-1] == "c"
    assert any(isinstance(event, TurnBegan) and event.side == "c" for event in battle.log)


def test_they_are_set_down_in_the_middle_as_the_first_turn_begins() -> None:
    battle = battle_with([BEAST], AT)
    while not battle.state.turn_number:
        side = battle.awaiting()[0]
        battle.play(side, battle.legal(side)[0])
    places = {model_id: model for model_id, model in battle.state.models.items() if model_id[0] == "c"}
    assert all(not model.gone for model in places.values())
    assert all(abs(model.x - 2400) < 300 and abs(model.y - 2400) < 300 for model in places.values())
    assert home_of(battle.state, "c1") == (2400, 2400)


def test_a_guard_keeps_to_its_leash_and_a_hunter_comes_nearer() -> None:
    for acts, leash in (("guards", 200), ("hunts", 0)):
        battle = battle_with([{**BEAST, "count": 1, "acts": acts, "leash": leash}], AT)
        while battle.state.turn_number < 3 and battle.awaiting():
            side = battle.awaiting()[0]
            legal = battle.legal(side)
            battle.play(side, EndStep() if EndStep() in legal else legal[0])
        model = battle.state.models["c1"]
        strayed = ((model.x - 2400) ** 2 + (model.y - 2400) ** 2) ** 0.5
        assert strayed <= leash + 150 if leash else strayed >= 600


def test_they_never_test_for_rout_and_do_not_count_for_anybody() -> None:
    battle = battle_with([BEAST], AT)
    play_out(battle)
    assert not rout.test_due(battle.game, battle.state, "c")
    assert not rout.may_give_up(battle.game, battle.state, "c")
    assert battle.state.sides["a"].started == 6


def test_helpers_join_the_side_whose_role_is_named_and_the_other_goes_without() -> None:
    helper = {**BEAST, "code": "friend", "count": 1, "joins": "defender"}
    battle = battle_with([helper], [], roles=True)
    play_out(battle)
    facts = scenario_of(battle.game).facts(battle.state)
    mine = {
        model_id[0]: battle.state.models[model_id].gone
        for model_id, fighter in battle.game.fighters.items()
        if part_of(fighter) is not None
    }
    assert mine[facts["attacker"]] == "away"
    assert mine[facts["defender"]] != "away"
    assert battle.state.sides[facts["defender"]].started == 6


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ([{**BEAST, "count": 99}], "must be 1 to 30"),
        ([{**BEAST, "acts": "sings"}], "have a known behaviour"),
        ([{**BEAST, "joins": "referee"}], "must join one of first or second"),
        ([{**BEAST, "fighter": {"profile": {"wings": 2}}}], "cannot be read"),
        ([{"code": "beast"}], "needs a code and a name"),
        ("beasts", "a list of at most 8"),
        ([{**BEAST, "count": 20}, {**BEAST, "code": "more", "count": 20}], "at most 30 models"),
    ],
)
def test_figures_that_cannot_be_used_are_refused_with_a_sentence(figures: Any, said: str) -> None:
    _plan, faults = read_plan({"name": "Beasts", "effects": [], "figures": figures})
    assert any(said in str(fault.sentence) for fault in faults)


def test_a_scenario_cannot_bring_creatures_that_it_does_not_have() -> None:
    with pytest.raises(BadSetup, match="must be listed in the scenario's figures"):
        battle_with([BEAST], [effect("figures_at", figure="dragon")])
