"""The parts of a model's reach by ground, such as street, floor, wood or water: where each begins, what it costs, how
the model gets there, and which tests are needed. They are labels on the board and lines of the list. Rules: MV-WALK-01,
MV-RUN-01, MV-CHG-01, MV-CLIMB-01, TR-CLASS-01"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from battles.board.model_views import place_word
from battles.board.options.cache import cached
from battles.board.options.types import ReachJson
from battles.board.previews import risks
from battles.board.reach import drawing
from battles.board.svg.ground import ground_word
from battles.board.svg.models import reach_path
from battles.engine.battle import Battle as EngineBattle
from battles.engine.errors import IllegalAction
from battles.engine.steps.movement import walking
from battles.engine.steps.movement.movers import mover_of, others_of
from battles.engine.steps.movement.tracks import judge, segments_of
from battles.engine.table.ground import areas_at, surface_at
from battles.engine.table.movement.bare_steps import STEP
from battles.engine.table.movement.reach import ReachArea
from battles.engine.table.movement.rules import Refused
from battles.engine.table.table import Table
from battles.engine.table.vectors import Spot

UP_FROM = 100
"""Difference in height from the model above which a place counts as another height."""
HIDE_GRID = 100
HIDES_AFTER = ("walk", "crawl")
"""Manners of moving after which a model may hide. Rule: MV-HIDE-02"""
WAYS = {
    "climb": lambda: _("climbing"),
    "ladder": lambda: _("by a ladder"),
    "rope": lambda: _("by a rope"),
    "stairs": lambda: _("by stairs"),
    "gap": lambda: _("over a gap"),
    "down": lambda: _("jumping down"),
}
Key = tuple[int, int]
"""Type: the number of a terrain piece (-1 for bare ground) and a height."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a reach. Costs are in inches; `spot` is where it begins, in inches."""

    name: str
    floor: str
    ground: str
    least: float
    most: float
    how: str
    checks: tuple[str, ...]
    spot: tuple[float, float]
    is_other_height: bool
    hides: int = 0
    """Number of places on a one-inch grid where the model may hide."""
    hides_from: float = 0.0
    """Cost of the nearest hiding place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The parts of the reach for one manner of moving, for the list."""

    manner: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachDrawing:
    """A reach as path data, with separate paths for other heights, and its parts."""

    area: str
    heights: str
    parts: tuple[Part, ...]
    hides: tuple[tuple[float, float], ...] = ()
    """Hiding places on a one-inch grid, in inches."""

    def as_json(self) -> ReachJson:
        """The data for the script. A label marks where a part begins, if the model cannot simply walk on into it."""
        labels: list[list[float | str]] = [
            [*part.spot, f"{part.least:.1f}″"] for part in self.parts if part.is_other_height or part.ground
        ]
        hides = [list(spot) for spot in self.hides]
        return {"area": self.area, "heights": self.heights, "labels": labels, "hides": hides}


def draw_reach(engine: EngineBattle, model_id: str, manner: str) -> ReachDrawing:
    """The reach of a model for one manner of moving, computed once for this position."""
    return cached(engine, model_id, f"reach:{manner}", lambda: _compute_drawing(engine, model_id, manner))


def _compute_drawing(engine: EngineBattle, model_id: str, manner: str) -> ReachDrawing:
    area = drawing.area_of(engine, model_id, manner)
    length, home = engine.game.table.length / 100, engine.state.models[model_id].z
    spots = [area.lattice.spot(node) for node in area.costs]
    hiding = _hiding(engine, model_id, manner, area) if manner in HIDES_AFTER else []
    high = [(spot.x / 100, spot.y / 100) for spot in spots if abs(spot.z - home) >= UP_FROM]
    return ReachDrawing(
        area=reach_path([(spot.x / 100, spot.y / 100) for spot in spots], STEP / 100, length),
        heights=reach_path(high, STEP / 100, length) if high else "",
        parts=tuple(_parts(engine, model_id, manner, area, hiding)),
        hides=tuple((spot.x / 100, spot.y / 100) for spot, _cost in hiding),
    )


def _hiding(engine: EngineBattle, model_id: str, manner: str, area: ReachArea) -> list[tuple[Spot, int]]:
    """Places on a one-inch grid where a model may hide, and the cost of each. Rules: MV-HIDE-01 to -04"""
    game, state = engine.game, engine.state
    found = []
    for node, cost in area.costs.items():
        spot = area.lattice.spot(node)
        if spot.x % HIDE_GRID or spot.y % HIDE_GRID or not area.may_end(node):
            continue
        try:
            walking.check_hide_at(game, state, model_id, spot, manner)
        except IllegalAction:
            continue
        found.append((spot, cost))
    return found


def _parts(
    engine: EngineBattle, model_id: str, manner: str, area: ReachArea, hiding: list[tuple[Spot, int]]
) -> list[Part]:
    """The parts of the reach: first the street, then the others by the cost of reaching them."""
    table = engine.game.table
    least: dict[Key, tuple[int, int]] = {}
    most: dict[Key, int] = {}
    for node, cost in area.costs.items():
        key = _key(table, area.lattice.spot(node))
        if (key not in least or cost < least[key][0]) and area.may_end(node):
            least[key] = cost, node
        most[key] = max(cost, most.get(key, 0))
    rows = sorted(least.items(), key=lambda row: (row[0] != (-1, 0), row[1]))
    hides: dict[Key, list[int]] = {}
    for spot, cost in hiding:
        hides.setdefault(_key(table, spot), []).append(cost)
    return [
        _part(engine, model_id, manner, area, key, node, most[key], hides.get(key, [])) for key, (_cost, node) in rows
    ]


def _key(table: Table, spot: Spot) -> Key:
    surface = surface_at(table, spot.x, spot.y, spot.z)
    if surface is not None and surface.z == spot.z and spot.z:
        return surface.piece, spot.z
    for area in areas_at(table, spot.x, spot.y, spot.z):
        if area.ground != "open" or "dangerous" in area.flags:
            return area.piece, spot.z
    return -1, spot.z


def _part(
    engine: EngineBattle,
    model_id: str,
    manner: str,
    area: ReachArea,
    key: Key,
    node: int,
    farthest: int,
    hides: list[int],
) -> Part:
    table, spot = engine.game.table, area.lattice.spot(node)
    number, z = key
    piece = table.pieces[number] if number >= 0 else None
    there = [found for found in areas_at(table, spot.x, spot.y, z) if piece is not None and found.piece == number]
    ground = ", ".join(
        dict.fromkeys(
            word
            for found in there
            for word in (ground_word(found.ground), _("dangerous") if "dangerous" in found.flags else "")
            if word
        )
    )
    steps = area.path_to(node)
    kinds = [kind for kind, *_rest in segments_of(steps)]
    how = ", ".join(dict.fromkeys(WAYS[kind]() for kind in kinds if kind in WAYS))
    return Part(
        name=(piece.name or piece.kind.replace("_", " ").capitalize()) if piece is not None else _("Open ground"),
        floor=place_word(z),
        ground=ground,
        least=area.costs[node] / 100,
        most=farthest / 100,
        how=how,
        checks=_checks(engine, model_id, manner, area, node) if how or there else (),
        spot=(spot.x / 100, spot.y / 100),
        is_other_height=abs(z - engine.state.models[model_id].z) >= UP_FROM,
        hides=len(hides),
        hides_from=min(hides, default=0) / 100,
    )


def _checks(engine: EngineBattle, model_id: str, manner: str, area: ReachArea, node: int) -> tuple[str, ...]:
    game, state = engine.game, engine.state
    mover, others = mover_of(game, state, model_id, manner), others_of(game, state, model_id)
    track = judge(game, mover, segments_of(area.path_to(node)), others, model_id)
    return () if isinstance(track, Refused) else risks.checks_on(engine, model_id, manner, track)
