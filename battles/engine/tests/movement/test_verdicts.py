"""A legal command is judged once for each position, and again as soon as something has changed."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import EndStep, Move
from battles.engine.errors import IllegalAction
from battles.engine.steps.movement.walking import check_move
from battles.engine.tests.builder import RULESETS, Arena


def remaining(ruleset: str) -> Battle:
    """Two friends who may move; their enemies lie far away."""
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10))
    arena.add("a", at=(10, 12))
    arena.add("b", at=(47.4, 47.4), posture="stunned")
    battle = arena.battle("movement", dice="")
    if battle.state.flow[-1].stage == "charges":
        battle.play("a", EndStep())
    return battle


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_move_is_judged_once_for_a_position_and_its_copies(ruleset: str) -> None:
    battle = remaining(ruleset)
    step = Move("a1", "walk", (("walk", 1200, 1000, 0),))
    track = check_move(battle.game, battle.state, "a", step)
    assert check_move(battle.game, battle.state.fork(), "a", step) is track
    other = Move("a1", "walk", (("walk", 1300, 1000, 0),))
    assert check_move(battle.game, battle.state, "a", other).end == (1300, 1000, 0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_move_is_judged_again_when_another_model_has_moved(ruleset: str) -> None:
    battle = remaining(ruleset)
    step = Move("a1", "walk", (("walk", 1200, 1000, 0),))
    check_move(battle.game, battle.state, "a", step)
    battle.play("a", Move("a2", "walk", (("walk", 1200, 1050, 0),)))
    with pytest.raises(IllegalAction):
        check_move(battle.game, battle.state, "a", step)


def test_a_copy_of_a_state_is_the_same_until_it_changes() -> None:
    state = remaining("core").state
    twin = state.fork()
    assert twin.is_same_as(state)
    twin.models["a1"] = twin.models["a1"]._replace(wounds=0)
    assert not twin.is_same_as(state)
    later = state.fork()
    later.marks["fog"] = 1
    assert not later.is_same_as(state)
