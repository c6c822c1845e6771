"""The tables that come with the site: valid, and every floor can be reached on foot."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from battles.engine.table.generator import generate
from battles.engine.table.movement.reach import reach
from battles.engine.table.movement.rules import MORDHEIM, Mover
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body
from battles.tables.editor import actions

FOLDER = Path(__file__).parents[3] / "tables" / "ready_made"
FILES = sorted(FOLDER.glob("*.yaml"))


def floors_out_of_reach(on: Table) -> list[str]:
    corners = ((100, 100), (on.width - 100, 100), (100, on.length - 100), (on.width - 100, on.length - 100))
    areas = (reach(on, Mover(Body(x, y, 0, 50, 120), 10_000, 20_000), (), MORDHEIM) for x, y in corners)
    spots = next(found for area in areas if (found := [spot for spot, _ in area.spots()]))
    missed = []
    for surface in on.surfaces:
        x0, y0, x1, y1 = surface.box
        storey = surface.kind == "floor" and not surface.walkway
        if storey and not any(s.z == surface.z and x0 <= s.x <= x1 and y0 <= s.y <= y1 for s in spots):
            missed.append(f"{on.pieces[surface.piece].id} at {surface.z}")
    return missed


def test_there_are_twelve() -> None:
    assert len(FILES) == 12


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_ready_table_is_sound_and_its_floors_can_be_reached(path: Path) -> None:
    data = yaml.safe_load(path.read_text())
    assert data.pop("summary")
    on = Table.from_data(data)
    assert len(on.zones) == 2
    assert floors_out_of_reach(on) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_floors_of_generated_streets_can_be_reached(seed: int) -> None:
    assert floors_out_of_reach(generate(seed, width_in=24, length_in=24, density="dense")) == []


@pytest.mark.parametrize("thing", ["ruin", "tower"])
def test_floors_of_what_a_drawer_puts_down_can_be_reached(thing: str) -> None:
    data = actions.add(actions.blank("Here", 2400, 2400), thing, 1200, 1200)
    assert floors_out_of_reach(Table.from_data(data)) == []
