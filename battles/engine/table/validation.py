"""Checks that the pieces of a table fit together, with a sentence for each error.

`piece_reader` has already checked types and ranges; here the geometry is checked: floors within their buildings,
ladders that lead somewhere, solids that do not overlap, deployment zones in which models can stand. Rules: GM-SURF-01,
GM-FLOOR-01.
"""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.sentences import say
from battles.engine.table.compiler import Compiled, Solid
from battles.engine.table.piece_reader import Problem
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.vectors import (
    Polygon,
    inner_point,
    outline_distance,
    point_in_polygon,
    polygons_overlap,
    sides_of,
)

REACH_OF_CONNECTOR = 75
LEVEL_WITH = 50


def check_pieces(pieces: Sequence[TerrainPiece], compiled: Compiled) -> list[Problem]:
    """Every error in these pieces, in the order of the pieces."""
    problems: list[Problem] = []
    seen: set[str] = set()
    for i, piece in enumerate(pieces):
        path = f"pieces[{i}]"
        if piece.id in seen:
            problems.append(
                Problem(f"{path}.id", say("Two pieces are called “{id}”; every piece needs its own id.", id=piece.id))
            )
        seen.add(piece.id)
        problems += _check_floors(path, piece)
        problems += _check_levels(path, piece)
    problems += _check_connectors(pieces, compiled)
    problems += _check_solids(pieces, compiled.solids)
    return problems


def _check_floors(path: str, piece: TerrainPiece) -> list[Problem]:
    found: list[Problem] = []
    if piece.floors and piece.ground == "impassable_solid":
        found.append(Problem(f"{path}.floors", "A solid piece has no floors inside it; its top is a floor already."))
    for j, floor in enumerate(piece.floors):
        where = f"{path}.floors[{j}]"
        if floor.z < piece.z0:
            found.append(Problem(f"{where}.z", "This floor lies below the base of its piece.", "GM-FLOOR-01"))
        if not (floor.walkway or floor.outside) and not _covers(piece.outline, floor.outline):
            found.append(
                Problem(
                    f"{where}.outline",
                    "This floor sticks out of its building; mark it outside or as a walkway.",
                    "GM-FLOOR-01",
                )
            )
        for k, hatch in enumerate(floor.hatches):
            if not _covers(floor.outline, hatch):
                found.append(Problem(f"{where}.hatches[{k}]", "This hatch is not wholly in its floor.", "GM-FLOOR-01"))
        for k, rail in enumerate(floor.parapets):
            if max(outline_distance(*rail.start, floor.outline), outline_distance(*rail.end, floor.outline)) > 30:
                found.append(Problem(f"{where}.parapets[{k}]", "This parapet is not on the edge of its floor."))
        for other in piece.floors[:j]:
            if abs(other.z - floor.z) < LEVEL_WITH and polygons_overlap(other.outline, floor.outline):
                found.append(Problem(where, "Two floors of one piece overlap at the same height.", "GM-FLOOR-01"))
    return found


def _check_levels(path: str, piece: TerrainPiece) -> list[Problem]:
    found: list[Problem] = []
    last: Polygon = piece.outline
    height = piece.z0
    for j, level in enumerate(piece.levels):
        where = f"{path}.levels[{j}]"
        if level.z <= height:
            found.append(Problem(where, "The levels of a hill must rise from one to the next.", "TR-HILL-LOS-01"))
        if not _covers(last, level.outline):
            found.append(Problem(where, "A level of a hill must lie within the level below it.", "TR-HILL-LOS-01"))
        last, height = level.outline, level.z
    if piece.levels and piece.ground == "impassable_solid":
        found.append(Problem(f"{path}.levels", "A hill with levels cannot also be solid.", "TR-HILL-MOVE-01"))
    return found


def _check_connectors(pieces: Sequence[TerrainPiece], compiled: Compiled) -> list[Problem]:
    found: list[Problem] = []
    counted: dict[int, int] = {}
    for way in compiled.connectors:
        j = counted.get(way.piece, 0)
        counted[way.piece] = j + 1
        where = f"pieces[{way.piece}].connectors[{j}]"
        for end, spot in (("foot", way.foot), ("head", way.head)):
            if not _leads_somewhere(compiled, spot):
                found.append(
                    Problem(
                        f"{where}.{end}",
                        say(
                            "The {end} of this {kind} leads nowhere: there is no floor at its height.",
                            end=end,
                            kind=way.kind,
                        ),
                        "MV-LADDER-01",
                    )
                )
    return found


def _leads_somewhere(compiled: Compiled, spot: tuple[int, int, int]) -> bool:
    x, y, z = spot
    if z <= LEVEL_WITH:
        return True
    for surface in compiled.surfaces:
        left, lower, right, upper = surface.box
        near_x = left - REACH_OF_CONNECTOR <= x <= right + REACH_OF_CONNECTOR
        if (
            near_x
            and lower - REACH_OF_CONNECTOR <= y <= upper + REACH_OF_CONNECTOR
            and abs(surface.z - z) <= LEVEL_WITH
        ):
            if point_in_polygon(x, y, surface.outline) >= 0 and not any(
                point_in_polygon(x, y, h) > 0 for h in surface.holes
            ):
                return True
            if outline_distance(x, y, surface.outline) <= REACH_OF_CONNECTOR:
                return True
            if any(outline_distance(x, y, hole) <= REACH_OF_CONNECTOR for hole in surface.holes):
                return True
    return False


def _check_solids(pieces: Sequence[TerrainPiece], solids: Sequence[Solid]) -> list[Problem]:
    found: list[Problem] = []
    for i, a in enumerate(solids):
        for b in solids[:i]:
            if a.piece == b.piece or a.z1 <= b.z0 or b.z1 <= a.z0:
                continue
            if a.box[0] >= b.box[2] or b.box[0] >= a.box[2] or a.box[1] >= b.box[3] or b.box[1] >= a.box[3]:
                continue
            if polygons_overlap(a.outline, b.outline):
                names = pieces[b.piece].name or pieces[b.piece].id
                found.append(
                    Problem(f"pieces[{a.piece}].outline", say("This solid piece overlaps “{names}”.", names=names))
                )
    return found


def _covers(outer: Polygon, inner: Polygon) -> bool:
    """Whether an outline contains another one completely; sides may coincide."""
    if any(point_in_polygon(x, y, outer) < 0 for x, y in inner):
        return False
    if any(point_in_polygon((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, outer) < 0 for a, b in sides_of(inner)):
        return False
    x, y = inner_point(inner)
    if point_in_polygon(x, y, outer) < 0:
        return False
    return not any(point_in_polygon(x, y, inner) > 0 for x, y in outer)
