"""The geometry audit against shapely, and planted faults that it must find."""

from __future__ import annotations

import random

import pytest
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from battles.engine.battle import Battle
from battles.engine.table.compiler import is_solid, top_of
from battles.engine.table.ground import can_stand, heights_at
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body
from battles.engine.tests.builder import Arena
from battles.engine.tests.table.build import box, floor, table, wall
from battles.simulation.audit.footing import Ground
from battles.simulation.audit.geometry import GeometryAudit
from battles.tables.library import ready_tables, table_for

SAMPLES = 500
DOUBT = 1.5
"""Places nearer than this to the limit (hundredths of an inch) are left to either answer."""
TABLES = (
    table_for(seed="audit", density="dense").data,
    table_for(seed="audit", density="club", pack="many").data,
    *(ready_tables()[code].data for code in ("rookeries", "temple_steps")),
)


class Oracle:
    """What blocks a base and what supports it, as shapely shapes for one height."""

    def __init__(self, on: Table, z: int, tall: int) -> None:
        bars: list[BaseGeometry] = []
        for standing_wall in on.walls:
            if standing_wall.z1 - z <= 50 or standing_wall.z0 >= z + tall:
                continue
            shape: BaseGeometry = _stretch(
                standing_wall.a, standing_wall.b, standing_wall.thickness, 0.0, standing_wall.length
            )
            for hole in standing_wall.openings:
                if hole.sill - z <= 50 and hole.lintel > z:
                    shape = shape.difference(
                        _stretch(standing_wall.a, standing_wall.b, standing_wall.thickness + 2, hole.start, hole.end)
                    )
            bars.append(shape)
        solids = [piece for piece in on.pieces if is_solid(piece)]
        bars += [Polygon(piece.outline) for piece in solids if top_of(piece) - z > 50 and piece.z0 < z + tall]
        self.bars = unary_union(bars)
        carrying = [
            Polygon(surface.outline, holes=surface.holes) for surface in on.surfaces if abs(surface.z - z) <= 50
        ]
        self.floor = unary_union(carrying)
        higher = [Polygon(surface.outline, holes=surface.holes) for surface in on.surfaces if z < surface.z <= z + 50]
        self.higher = unary_union(higher)

    def gap(self, body: Body) -> float:
        return float(Point(body.x, body.y).distance(self.bars)) - (body.radius - 2) if not self.bars.is_empty else 1e9

    def overhang(self, body: Body) -> float:
        """Share of the base's area without support."""
        disc = Point(body.x, body.y).buffer(body.radius - 2, 64)
        return float(disc.difference(self.floor).area / disc.area)


def _stretch(a: tuple[int, int], b: tuple[int, int], thick: float, start: float, end: float) -> BaseGeometry:
    line = LineString([a, b])
    p, q = line.interpolate(max(0.0, start)), line.interpolate(min(end, line.length))
    return LineString([p, q]).buffer(max(thick / 2, 0.01), cap_style="flat")


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_audit_and_engine_agree_with_shapely_about_standing_room(number: int) -> None:
    on = Table.from_data(TABLES[number])
    ground, rnd, oracles = Ground(on), random.Random(number), dict[int, Oracle]()
    stood = barred = 0
    for _ in range(SAMPLES):
        x, y, radius = rnd.randrange(60, on.width - 60), rnd.randrange(60, on.length - 60), rnd.choice((50, 75, 100))
        for z in heights_at(on, x, y):
            body = Body(x, y, z, radius, 120)
            oracle = oracles.setdefault(z, Oracle(on, z, 120))
            faults = set(ground.faults(body))
            assert can_stand(on, body) == (not faults), f"{body}: {faults}"
            gap = oracle.gap(body)
            if abs(gap) > DOUBT:
                assert bool(faults & {"in_wall", "in_solid"}) == (gap < 0), f"{body}: {faults}, {gap}"
                barred += gap < 0
            if z > 50 and "unsupported" not in faults and not ground.hill_under(x, y, z):
                narrow = any(s.walkway for s in on.surfaces if s.z == z)
                assert narrow or oracle.overhang(body) < 0.01, f"{body} hangs over an edge"
            stood += not faults
    assert stood > SAMPLES / 10
    assert barred > SAMPLES / 20


def faults_of(arena: Arena, model_id: str, x: float, y: float) -> set[str]:
    """The kinds of faults after a model was put somewhere by magic."""
    battle: Battle = arena.battle("movement")
    audit = GeometryAudit(battle)
    model = battle.state.models[model_id]
    battle.state.models[model_id] = model._replace(x=round(x * 100), y=round(y * 100))
    return {fault.kind for fault in audit.check(battle)}


def test_an_overlap_and_a_contact_without_a_fight_are_found() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10))
    arena.add("a", at=(20, 10), posture="knocked_down")
    arena.add("b", at=(30, 10))
    assert faults_of(arena, "a1", 20.5, 10) == {"overlap"}
    assert faults_of(arena, "a1", 29, 10) == {"contact_not_engaged"}
    assert faults_of(arena, "a1", 29.5, 10) == {"overlap", "contact_not_engaged"}
    assert faults_of(arena, "a1", 0.4, 10) == {"off_table"}
    assert faults_of(arena, "a1", 15, 10) == set()


def test_engaged_models_that_do_not_touch_are_found() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10))
    arena.add("b", at=(11, 10))
    arena.engage("a1", "b1")
    assert faults_of(arena, "a1", 9.9, 10) == {"engaged_apart"}


def test_walls_jambs_low_walls_and_rims_are_found() -> None:
    door = {"kind": "door", "from": 460, "to": 540, "sill": 0, "lintel": 190}
    on = table(
        wall("house", (20, 5), (20, 15), 0.2, 3, openings=[door]),
        wall("garden", (30, 5), (30, 15), 0.4, 0.9),
        floor("balcony", box(35, 5, 40, 10), 3),
    )
    arena = Arena("core", table=on)
    arena.add("a", at=(10, 10))
    arena.add("a", at=(37, 7, 3))
    assert faults_of(arena, "a1", 20, 7) == {"in_wall"}
    assert faults_of(arena, "a1", 20, 10) == {"in_wall"}, "a door 0.8 wide has no room for a base of 1 inch"
    assert faults_of(arena, "a1", 30.2, 10) == {"in_wall"}
    assert faults_of(arena, "a2", 39.8, 7) == {"unsupported"}
    assert not can_stand(on, Body(2000, 1000, 0, 50, 120))
    assert faults_of(arena, "a1", 19.4, 10) == set()
