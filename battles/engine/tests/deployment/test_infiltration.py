"""Infiltrators: set up last, out of sight, away from enemies, or in their own zone. Rule: SCN-DEPLOY-01"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import Deploy, Ready
from battles.engine.errors import IllegalAction
from battles.engine.steps.turn.deployment import suggested_deployment, to_place
from battles.engine.tests.movement.terrain import block
from battles.engine.tests.setups import COMPANY, begin, play_out, setup

SPY = {**COMPANY[2], "name": "Spy", "skills": [["infiltrate", {"distance": 12}]]}


def with_spies(*pieces: dict[str, Any]) -> Battle:
    """A battle in which both sides have set up and the first is to place its infiltrator, the third of its company."""
    table = {"width": 4800, "length": 4800, "pieces": list(pieces)}
    data = setup("mordheim", fighters=[*COMPANY[:2], SPY], table=table)
    battle = begin(data, 1)
    while True:
        side = battle.awaiting()[0]
        if battle.state.flow[-1].kind == "decision":
            battle.play(side, battle.legal(side)[0])
            continue
        if f"{side}3" in set(to_place(battle.game, battle.state, side)):
            return battle
        for command in suggested_deployment(battle.game, battle.state, side):
            battle.play(side, command)
        battle.play(side, Ready())


def test_an_infiltrator_is_no_part_of_the_first_set_up() -> None:
    data = setup("mordheim", fighters=[*COMPANY[:2], SPY])
    battle = begin(data, 1)
    while battle.state.flow[-1].kind == "decision":
        battle.play(battle.awaiting()[0], battle.legal(battle.awaiting()[0])[0])
    side = battle.awaiting()[0]
    assert set(to_place(battle.game, battle.state, side)) == {f"{side}1", f"{side}2"}
    with pytest.raises(IllegalAction) as refusal:
        battle.play(side, Deploy(f"{side}3", 2400, 400))
    assert refusal.value.code == "arrives_later"


def test_behind_a_wall_in_the_middle_but_not_in_view() -> None:
    battle = with_spies(block(18, 30, 22, 23, 4))
    side = battle.awaiting()[0]
    enemies = [model for model_id, model in battle.state.models.items() if model_id[0] != side and not model.gone]
    north = enemies[0].y > 2400
    hidden, seen = (2400, 2100) if north else (2400, 2400), (2400, 2600) if north else (2400, 1900)
    with pytest.raises(IllegalAction) as refusal:
        battle.play(side, Deploy(f"{side}3", *seen, 0))
    assert refusal.value.code == "in_view"
    battle.play(side, Deploy(f"{side}3", *hidden, 0))
    battle.play(side, Ready())


def test_where_nothing_hides_them_the_warrior_stands_at_home() -> None:
    battle = with_spies()
    side = battle.awaiting()[0]
    offered = [command for command in battle.legal(side) if isinstance(command, Deploy)]
    assert offered
    with pytest.raises(IllegalAction):
        battle.play(side, Deploy(f"{side}3", 2400, 2400, 0))
    battle.play(side, offered[0])


def test_a_battle_with_infiltrators_is_played_to_its_end() -> None:
    data = setup("mordheim", fighters=[*COMPANY[:2], SPY], max_turns=2,
                 table={"width": 4800, "length": 4800, "pieces": [block(18, 30, 22, 23, 4)]})  # fmt: skip
    battle = begin(data, 3)
    play_out(battle)
    assert battle.outcome is not None
