"""Materials and heights of the terrain, deployment zones, legend."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from battles.board.svg.ground import PATTERNS
from battles.board.svg.legend import legend_of
from battles.board.svg.materials import COBBLES_WIDE, cobbles, trees
from battles.board.svg.models import Zone, zones_svg
from battles.board.svg.projection import TableProjection
from battles.board.svg.table import table_svg
from battles.board.svg.walls import wall_shadow, wall_svg
from battles.engine.table.generator import generate
from battles.engine.table.table import Table
from battles.tables.library import ready_tables, table_for


def square(x: float, y: float, size: float) -> list[tuple[float, float]]:
    return [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]


def tables() -> list[Table]:
    return [Table.from_data(table_for(code=code).data) for code in ready_tables()]


def test_a_low_wall_looks_different_from_a_high_one() -> None:
    """Item 2: a wall of 0.8 inches is a row of stones; a house has a brick face and a longer shadow."""
    table = generate(5, width_in=24, length_in=24, density="dense")
    pen = TableProjection(table.length)
    wall = next(wall for wall in table.walls if wall.hard and abs(wall.uy) < 0.1)
    low, high = wall._replace(z0=0, z1=80), wall._replace(z0=0, z1=600)
    assert ('"wall low"' in wall_svg(pen, low), '"wall low"' in wall_svg(pen, high)) == (True, False)
    assert ("wall-face" in wall_svg(pen, low), "wall-face" in wall_svg(pen, high)) == (False, True)
    assert "low soft" in wall_svg(pen, low._replace(hard=False))

    def reach(drawn: str) -> float:
        found = re.search(r"l[\d.]+ ([\d.]+)", drawn)
        assert found is not None, drawn
        return float(found[1])

    assert reach(wall_shadow(pen, high)) > 4 * reach(wall_shadow(pen, low)) > 0


def test_floors_above_the_ground_are_planks_that_can_lift() -> None:
    table = generate(5, width_in=24, length_in=24, density="dense")
    drawn = ElementTree.fromstring(f"<svg>{table_svg(table)}</svg>")
    floors = [surface for surface in table.surfaces if surface.kind == "floor"]
    lifting = [group for group in drawn.iter("g") if group.get("class") == "lifts"]
    assert len(lifting) == len(floors)
    planks = [group for group in lifting if any(path.get("fill") == "url(#t-planks)" for path in group)]
    assert len(planks) == sum(1 for floor in floors if floor.z)


@pytest.mark.parametrize("code", list(ready_tables()))
def test_every_pattern_that_a_table_uses_is_defined(code: str) -> None:
    table = Table.from_data(table_for(code=code).data)
    drawn = table_svg(table)
    used = set(re.findall(r"url\(#([\w-]+)\)", drawn + "".join(line.swatch for line in legend_of(table))))
    assert used <= {f"t-{name}" for name in PATTERNS} | {"t-cobbles"}
    assert all(f'id="{name}"' in drawn for name in used)


def test_stones_continue_across_the_edge_of_the_pattern() -> None:
    starts = [float(x) for x in re.findall(r"M(-?[\d.]+) ", cobbles())]
    left = [x for x in starts if x < 0.1]
    assert left
    assert all(any(abs(x + COBBLES_WIDE - other) < 0.02 for other in starts) for x in left if x < 0)


def test_trees_stand_in_their_wood() -> None:
    wood = ((0, 0), (600, 0), (600, 600), (0, 600))
    places = list(trees(wood))
    assert len(places) >= 8
    assert all(0 < x < 600 and 0 < y < 600 for x, y, _size in places)
    assert places == list(trees(wood))


def test_the_legend_names_what_is_on_the_table_and_nothing_else() -> None:
    names = {line.name for line in legend_of(Table.open_field())}
    assert names == {"Street: open ground"}
    found = {line.name for table in tables() for line in legend_of(table)}
    assert {"Water", "Door", "Window", "Low wall: hard cover", "Ladder, rope or stairs"} <= found


def test_my_zone_and_theirs_differ_in_pattern_and_name() -> None:
    """Item 2: deployment zones mine and theirs."""
    zones = [Zone("a", [square(0, 0, 4)], True, "Yours"), Zone("b", [square(0, 20, 4)], False, "<b>")]
    drawn = zones_svg(zones, 24)
    ElementTree.fromstring(f"<svg>{drawn}</svg>")
    assert drawn.count("zone zone-mine") == drawn.count("zone zone-theirs") == 1
    assert "Yours</text>" in drawn
    assert "&lt;b&gt;" in drawn
    assert zones_svg([], 24) == ""
