"""Which enemy notices a hiding place is cached with the table, and computed again when an enemy changes. Rule:
MV-HIDE-01"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.hiding.rules import fault_of_place
from battles.engine.table.table import Table
from battles.engine.tests.builder import Arena
from battles.engine.tests.movement.terrain import block

BEHIND = (24, 10)


def _fault(table: Table, place: tuple[float, float], **enemy: Any) -> str:
    """Why a1, close before a block 3 inches high, cannot hide from b1 at a place; empty when it can."""
    arena = Arena("mordheim", table=table)
    arena.add("a", at=(13.4, 10))
    arena.add("b", at=place, **enemy)
    game, state = arena.game(), arena.position("movement")
    fault = fault_of_place(game, state, "a1", body_of(game, state, "a1"))
    return fault.code if fault else ""


@pytest.mark.parametrize(
    ("place", "enemy", "code"),
    [
        ((4, 10), {}, "in_view"),
        ((15.6, 10), {}, "enemy_near"),
        (BEHIND, {"skills": [["spot_hidden", {"bonus": 9}]]}, "enemy_near"),
        ((4, 10), {"posture": "knocked_down"}, ""),
        ((4, 10), {"flags": ["fleeing"]}, ""),
    ],
)
def test_the_answer_follows_the_enemy(place: tuple[float, float], enemy: dict[str, Any], code: str) -> None:
    table = Table.from_data({"version": 1, "width": 4800, "length": 4800, "pieces": [block(14, 15, 5, 15, 3)]})
    assert _fault(table, BEHIND) == ""
    assert _fault(table, place, **enemy) == code
    assert _fault(table, BEHIND) == ""
    assert _fault(table, (4, 10)) == "in_view"
