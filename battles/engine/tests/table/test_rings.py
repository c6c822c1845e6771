"""The lattice nodes around a base against a plain count of all nodes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from battles.engine.table.movement.bare_steps import STEP
from battles.engine.table.movement.lattice import HALF_STEP, Lattice
from battles.engine.table.movement.rules import MORDHEIM, Mover
from battles.engine.table.vectors import Body
from battles.engine.tests.table.build import at, box, floor, table

ON = table(floor("low", box(2, 2, 8, 8), 1), floor("high", box(9, 2, 14, 8), 3), width=15, length=12)


@given(
    x=st.integers(0, 1500),
    y=st.integers(0, 1200),
    z=st.sampled_from((0, 100, 300)),
    both=st.integers(20, 180),
)
@settings(max_examples=60, deadline=None)
def test_the_nodes_around_a_base_are_those_nearer_than_both(x: int, y: int, z: int, both: int) -> None:
    mover = Mover(at(5, 10), 400, 400)
    lattice = Lattice.of(ON, mover, MORDHEIM)
    lattice.prepare(750, 600, 2000)
    found = lattice.around(Body(x, y, z, 50, 120), both)
    heights = [height for height in (0, 100, 300) if z < height + mover.body.height and height < z + 120]
    square = both * both + HALF_STEP * HALF_STEP
    wanted = {
        (column * STEP, row * STEP, height)
        for column in range(lattice.columns)
        for row in range(lattice.rows)
        for height in heights
        if (column * STEP - x) ** 2 + (row * STEP - y) ** 2 < square
    }
    wanted |= {
        tuple(spot) for spot in lattice.spots if spot.z in heights and (spot.x - x) ** 2 + (spot.y - y) ** 2 < square
    }
    assert {tuple(lattice.spot(node)) for node in found} == wanted
