"""A battle may be decided in the middle of anything; then nothing more happens and nothing breaks."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import Charge, EndStep
from battles.engine.dice import PlainDice
from battles.engine.state import Outcome
from battles.engine.tests.builder import RULESETS, Arena


def chase(ruleset: str, seed: int) -> Battle:
    """Two models charge the last enemy, who is already fleeing close to the edge."""
    arena = Arena(ruleset)
    arena.add("a", at=(24, 40))
    arena.add("a", at=(20, 40))
    arena.add("b", at=(24, 47), flags=("fleeing",))
    battle = arena.battle("movement")
    battle.dice = PlainDice(seed)
    for model_id in ("a1", "a2"):
        battle.play("a", Charge(model_id, ("b1",)))
    battle.play("a", EndStep())
    return battle


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_last_enemy_may_run_off_before_a_charge(ruleset: str) -> None:
    for seed in range(3):
        battle = chase(ruleset, seed)
        assert battle.state.models["b1"].gone == "fled"
        assert battle.outcome == Outcome(("a",), "last_standing")
        assert not battle.awaiting()
