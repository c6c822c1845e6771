"""Free-standing walls are climbed where the reach says so, and every such path is accepted as drawn."""

from __future__ import annotations

import pytest

from battles.engine.steps.movement.movers import mover_of, others_of, rules_of
from battles.engine.steps.movement.options import reach_for
from battles.engine.table.movement.paths import judge_path
from battles.engine.table.table import Table
from battles.engine.table.vectors import Spot
from battles.simulation.conformance.arena import Arena
from battles.simulation.conformance.terrain import table_of
from battles.simulation.conformance.values import Fields

FAR_SIDE = 1260


def beyond(ruleset: str, height: float, manner: str = "walk", **about: object) -> list[tuple[Spot, int]]:
    """Spots behind a wall that a model touching it gets to with 6 inches, each checked as a path."""
    wall = Fields({"pieces": [{"wall": {"x": [12, 12.2], "y": [2, 18], "height": height}}]})
    table = Table.from_data(table_of(wall))
    arena = Arena(ruleset, table=table)
    arena.add("a", at=(11.5, 10), m=6, **about)  # type: ignore[arg-type]
    arena.add("b", at=(40, 40))
    game, state = arena.game(), arena.position("movement")
    area = reach_for(game, state, "a1", manner)
    mover = mover_of(game, state, "a1", manner)
    found = []
    for node, cost in area.costs.items():
        spot = area.lattice.spot(node)
        if spot.x > FAR_SIDE and 800 < spot.y < 1200 and area.may_end(node):
            outcome = judge_path(table, mover, area.path_to(node), others_of(game, state, "a1"), rules_of(game, "a1"))
            assert outcome.refused is None
            assert outcome.cost <= cost
            found.append((spot, cost))
    return found


@pytest.mark.parametrize("ruleset", ["mordheim", "core"])
@pytest.mark.parametrize("height", [1.5, 2, 3])
def test_a_walker_gets_over_a_wall(ruleset: str, height: float) -> None:
    found = beyond(ruleset, height)
    assert found
    assert min(cost for _, cost in found) >= height * 100


def test_no_one_gets_over_what_is_too_high_or_at_a_run() -> None:
    assert not beyond("core", 6.5)
    assert not beyond("core", 2, "run")


def test_riders_and_animals_stay_on_their_side() -> None:
    assert not beyond("core", 2, mount={"name": "horse", "profile": {"movement": 6}}, kind="cavalry")
    assert not beyond("mordheim", 2, kind="war_beast")
    assert beyond("core", 2, kind="war_beast")
