"""What is offered: ways over ladders and jumps, and how far a walk and a run reach.

Rules: MV-MEAS-01, MV-CHG-11
"""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import Charge
from battles.engine.steps.charge import declarations
from battles.engine.steps.movement import options
from battles.engine.table.table import Table
from battles.engine.tests.builder import RULESETS, Arena
from battles.engine.tests.movement.terrain import floor, way

LADDER = floor(12, 18, 9.4, 10.6, 3, way("ladder", (12, 10, 0), (12, 10, 3)))


def under_the_ladder(ruleset: str, **fields: object) -> Battle:
    table = Table.from_data({"version": 1, "width": 4800, "length": 4800, "pieces": [LADDER]})
    arena = Arena(ruleset, table=table)
    arena.add("a", at=(11.5, 8.5), **fields)
    arena.add("b", at=(14.5, 10, 3))
    return arena.battle("movement")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_charge_up_a_ladder_is_offered_with_its_way(ruleset: str) -> None:
    battle = under_the_ladder(ruleset)
    named = [charge for charge in battle.legal("a") if isinstance(charge, Charge) and charge.path]
    assert named
    assert any(segment[0] == "ladder" for segment in named[0].path)
    for charge in named:
        battle.validate("a", charge)


def test_the_reach_of_a_run_is_twice_that_of_a_walk() -> None:
    arena = Arena("core")
    arena.add("a", at=(20, 20))
    arena.add("b", at=(40, 40))
    battle = arena.battle("movement")
    walk = options.reach_for(battle.game, battle.state, "a1", "walk")
    run = options.reach_for(battle.game, battle.state, "a1", "run")
    assert max(walk.costs.values()) <= 400 < max(run.costs.values()) <= 800


def test_a_runner_offers_no_charge() -> None:
    arena = Arena("core")
    arena.add("a", at=(20, 20), flags=["fleeing"])
    arena.add("b", at=(24, 20))
    ctx = arena.context("")
    assert declarations.offers_of(ctx.game, ctx.state, "a1") == []
