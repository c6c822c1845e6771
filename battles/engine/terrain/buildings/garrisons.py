"""Garrison buildings: the occupants of each section and floor, distances and heights.

Occupants are stored in the state under the mark `garrison`: model id -> [piece id, floor]. They keep a position inside
the outline, at the height of their floor. Rules: TR-BLDG-MODE-01, TR-BLDG-LOS-01, TR-BLDG-SHOOTOUT-01,
TR-BLDG-SHOOTAT-01
"""

from __future__ import annotations

from math import cos, hypot, radians, sin

from battles.engine.errors import IllegalAction
from battles.engine.events import Marked
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.table.compiler import STOREY, top_of
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.sight.value_mode import SIZE_VALUES, TALL
from battles.engine.table.vectors import (
    TOUCH,
    Body,
    nearest_on_segment,
    point_in_polygon,
    polygon_distance,
    round_half_up,
    sides_of,
    within,
)

GARRISON = "garrison"
"""Key of the mark with the occupants."""
FIVE = 5
"""Maximum number of shooters on one floor in a phase. Rule: TR-BLDG-SHOOTOUT-01"""
EYE_STEP, EYE_HEIGHT = 100, 100
"""Distance between the eyes along the outline, and their height above the floor: an inch each. Rule: TR-BLDG-LOS-01"""


def sections(game: Game) -> tuple[TerrainPiece, ...]:
    """The garrison buildings of the table, or their sections; empty when the terrain pack is off."""
    if not game.rules.terrain_pack:
        return ()
    return game.table.garrison_buildings


def garrison_of(state: BattleState, model_id: str) -> str:
    """Id of the section that a model is inside of; "" for none."""
    row = (state.marks.get(GARRISON) or {}).get(model_id)
    return str(row[0]) if row and not state.models[model_id].gone else ""


def floor_of(state: BattleState, model_id: str) -> int:
    """The floor an occupant is on, from 1."""
    row = (state.marks.get(GARRISON) or {}).get(model_id)
    return int(row[1]) if row else 1


def occupants(state: BattleState, piece: str) -> list[str]:
    """All models inside a section, in roster order."""
    return [model_id for model_id in state.models if garrison_of(state, model_id) == piece]


def house(ctx: Context, model_id: str, piece: str, floor: int) -> None:
    """Record that a model is inside a section from now on."""
    inside: dict[str, list[str | int]] = dict(ctx.state.marks.get(GARRISON) or {})
    inside[model_id] = [piece, floor]
    ctx.emit(Marked(GARRISON, inside))


def unhouse(ctx: Context, model_id: str) -> None:
    """Record that a model is no longer inside."""
    inside: dict[str, list[str | int]] = dict(ctx.state.marks.get(GARRISON) or {})
    if inside.pop(model_id, None) is not None:
        ctx.emit(Marked(GARRISON, inside or None))


# -- places and distances ----------------------------------------------------------------------------------------------


def storeys(piece: TerrainPiece) -> int:
    """How many floors a section has."""
    drawn = max((floor.level for floor in piece.floors), default=0)
    return drawn or max(1, (top_of(piece) - piece.z0) // STOREY)


def floor_height(piece: TerrainPiece, floor: int) -> int:
    """The height of a floor: as drawn, or 3 inches for each storey."""
    return next((plan.z for plan in piece.floors if plan.level == floor), piece.z0 + STOREY * (floor - 1))


def gap_to(piece: TerrainPiece, body: Body) -> float:
    """Distance from a base to the wall of a section, seen from above (hundredths of an inch)."""
    return max(0.0, polygon_distance(body.x, body.y, piece.outline) - body.radius)


def touched_section(game: Game, body: Body) -> TerrainPiece | None:
    """The section whose wall a base on the ground touches, or None."""
    return next((piece for piece in sections(game) if gap_to(piece, body) <= TOUCH and body.z < top_of(piece)), None)


def inside_spot(game: Game, state: BattleState, piece: TerrainPiece, floor: int, radius: int) -> tuple[int, int, int]:
    """The free spot on a floor nearest to the middle; the middle itself if there is no free spot."""
    x, y = middle_of(piece)
    z = floor_height(piece, floor)
    taken = [
        body_of(game, state, model_id) for model_id in occupants(state, piece.id) if floor_of(state, model_id) == floor
    ]
    for ring in range(0, 300, 25):
        for step in range(16 if ring else 1):
            angle = radians(step * 22.5)
            px, py = round_half_up(x + ring * sin(angle)), round_half_up(y + ring * cos(angle))
            fits = point_in_polygon(px, py, piece.outline) >= 0
            if fits and all(hypot(px - b.x, py - b.y) >= radius + b.radius for b in taken):
                return px, py, z
    return x, y, z


def middle_of(piece: TerrainPiece) -> tuple[int, int]:
    """The middle of a section's bounding box."""
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def rim_point(piece: TerrainPiece, x: float, y: float) -> tuple[float, float]:
    """The point of a section's outline nearest to a point."""
    best = (0.0, 0.0)
    far = float("inf")
    for a, b in sides_of(piece.outline):
        px, py, _ = nearest_on_segment(x, y, a, b)
        away = (px - x) ** 2 + (py - y) ** 2
        if away < far:
            far, best = away, (px, py)
    return best


def bodies_between(game: Game, state: BattleState, model_id: str, other: str) -> tuple[Body, Body]:
    """The bodies between which a distance is measured: for an occupant, the nearest point of the wall."""
    mine, theirs = body_of(game, state, model_id), body_of(game, state, other)
    if not state.marks.get(GARRISON):
        return mine, theirs
    home, away = garrison_of(state, model_id), garrison_of(state, other)
    if home:
        mine = _on_wall(game.table.piece(home), theirs)
    if away:
        theirs = _on_wall(game.table.piece(away), mine)
    return mine, theirs


def _on_wall(piece: TerrainPiece, other: Body) -> Body:
    x, y = rim_point(piece, other.x, other.y)
    z = min(max(other.z, piece.z0), top_of(piece))
    return Body(round_half_up(x), round_half_up(y), z, 0, 0)


def near(game: Game, state: BattleState, model_id: str, other: str, reach: int) -> bool:
    """Whether two models are within a distance, measured from the wall for occupants. Rule: TR-BLDG-SHOOTOUT-01"""
    return within(*bodies_between(game, state, model_id, other), reach)


def value_of(game: Game, state: BattleState, model_id: str) -> int:
    """Line-of-sight value of an occupant: its own, plus 5 for each floor above the first. Rule: TR-BLDG-LOS-01"""
    return SIZE_VALUES[game.fighters[model_id].size] + TALL * (floor_of(state, model_id) - 1)


def rim_points(piece: TerrainPiece, height: int) -> list[tuple[int, int, int]]:
    """Points every inch along a section's outline at a height, including its corners."""
    found: list[tuple[int, int, int]] = []
    for (ax, ay), (bx, by) in sides_of(piece.outline):
        length = hypot(bx - ax, by - ay)
        steps = max(1, int(length // EYE_STEP))
        for step in range(steps):
            share = step * EYE_STEP / length
            found.append((round(ax + (bx - ax) * share), round(ay + (by - ay) * share), height))
    return found


def wall_fault(game: Game, model_id: str, body: Body) -> IllegalAction | None:
    """Why a model cannot be set up on or against a garrison building; None if it can.

    Warriors enter such buildings only during the battle. Rules: TR-BLDG-MODE-01, TR-BLDG-ENTER-01
    """
    for piece in sections(game):
        if gap_to(piece, body) <= TOUCH or point_in_polygon(body.x, body.y, piece.outline) >= 0:
            words = say(
                "{name} is not set up on or against {piece}: it is entered on foot, in the movement phase.",
                name=game.name(model_id),
                piece=piece.name,
            )
            return IllegalAction("at_the_wall", words, "TR-BLDG-MODE-01")
    return None
