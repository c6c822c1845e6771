"""Rivers and slow ground on the path of a move. Rules: TR-RIVER-01, TR-RIVER-OOZE-01, TR-RIVER-BLOOD-01, TR-MARSH-01"""

from __future__ import annotations

from itertools import pairwise

from battles.engine.events import EffectAdded
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import BattleState, Effect
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.tracks import Track
from battles.engine.table.ground import surface_height
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.vectors import Point, Polygon, point_in_polygon, segments_meet, segments_nearer_than, sides_of
from battles.engine.terrain.places import on_crossing, pieces_by_kind, pieces_called

LINGERS = {"necrotic_ooze": "river:poison", "river_of_blood": "river:fear"}
"""Effects of wading in a river, which last until the end of the next player's turn."""
SLOW = ("ancient_forest", "marsh", "earthblood_mere", "khemrian_quicksand", "mist_wreathed_swamp")


def _legs(track: Track) -> list[tuple[Point, Point, int, int]]:
    x, y, z = track.start
    found = []
    for leg in track.legs:
        found.append(((x, y), (leg.x, leg.y), z, leg.z))
        x, y, z = leg.x, leg.y, leg.z
    return found


def crosses(track: Track, outline: Polygon, z: int, reach: int = 0) -> bool:
    """Whether the centre of the base (or a base with radius `reach`) is anywhere above an outline at that height on the
    path.
    """
    for p, q, az, bz in _legs(track):
        if min(abs(az - z), abs(bz - z)) > 50:
            continue
        if point_in_polygon(*p, outline) >= 0 or point_in_polygon(*q, outline) >= 0:
            return True
        if any(segments_meet(p, q, a, b) or segments_nearer_than(p, q, a, b, reach) for a, b in sides_of(outline)):
            return True
    return False


def runs_through_a_river(game: Game, track: Track, radius: int) -> bool:
    """Whether the path runs through the water of a river, which no model may do, not even aquatic ones. Rule:
    TR-RIVER-01
    """
    return any(is_wet(game, track, piece, radius) for piece in rivers_of(game))


def rivers_of(game: Game) -> list[TerrainPiece]:
    """The rivers of the table; empty when the terrain pack is off."""
    return [piece for pieces in pieces_by_kind(game).values() for piece in pieces if "river" in piece.flags]


def is_wet(game: Game, track: Track, river: TerrainPiece, radius: int) -> bool:
    """Whether the centre is in a river anywhere on the path, apart from bridges and fords that the base fits on.

    Rules: TR-RIVER-01, TR-RIVER-BRIDGE-01
    """
    outlines = [river.outline, *(area.outline for area in game.table.areas if "ford" in area.flags)]
    for (px, py), (qx, qy), az, bz in _legs(track):
        if min(abs(az - river.z0), abs(bz - river.z0)) > 50:
            continue
        marks = sorted({0.0, 1.0, *(share for outline in outlines for share in _crossings(px, py, qx, qy, outline))})
        shares = [0.0, 1.0, *((first + last) / 2 for first, last in pairwise(marks))]
        for share in shares:
            x, y = px + (qx - px) * share, py + (qy - py) * share
            in_water = point_in_polygon(x, y, river.outline) >= 0
            foot = surface_height(game.table, x, y, max(az, bz))
            if in_water and not on_crossing(game, x, y, foot, radius, river):
                return True
    return False


def _crossings(px: int, py: int, qx: int, qy: int, outline: Polygon) -> list[float]:
    """How far along a leg it crosses an outline, as shares of the leg."""
    found = []
    dx, dy = qx - px, qy - py
    for (ax, ay), (bx, by) in sides_of(outline):
        ex, ey = bx - ax, by - ay
        cross = dx * ey - dy * ex
        if cross:
            share = ((ax - px) * ey - (ay - py) * ex) / cross
            if 0 < share < 1:
                found.append(share)
    return found


def slows(game: Game, track: Track, radius: int) -> bool:
    """Whether the path touches ground that reduces Movement by 1 for the whole move.

    Rules: TR-MARSH-01, TR-FOREST-ANCIENT-01
    """
    return any(crosses(track, piece.outline, piece.z0, radius) for piece in pieces_called(game, *SLOW))


def slowed_by(game: Game, state: BattleState, model_id: str, track: Track) -> int:
    """Movement lost to roots and mire on the path, unless they already affect the model. Movement stays at least 1.

    Rules: TR-MARSH-01, TR-FOREST-ANCIENT-01
    """
    if not game.rules.terrain_pack or any(effect.code == "terrain:slow" for effect in state.models[model_id].effects):
        return 0
    if not slows(game, track, game.fighters[model_id].radius):
        return 0
    return max(0, min(100, 100 * (characteristic(game, state, model_id, "movement") - 1)))


def apply_river_effects(ctx: Context, model_id: str, track: Track) -> None:
    """Give poison and fear to models that have moved through a river. Rules: TR-RIVER-OOZE-01, TR-RIVER-BLOOD-01"""
    if not ctx.rules.terrain_pack or ctx.state.models[model_id].gone:
        return
    for kind, code in LINGERS.items():
        radius = ctx.fighters[model_id].radius
        if any(is_wet(ctx.game, track, piece, radius) for piece in pieces_called(ctx.game, kind)):
            ctx.emit(EffectAdded(model_id, Effect(code, 0, ctx.state.turn_number + 1, model_id[0])))
