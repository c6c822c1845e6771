"""Cover from pieces of the terrain pack, and obstacles in contact with a shooter.

If a target has several kinds of cover, the best one counts. Rules: TR-OBST-COVER-01, TR-FOREST-COVER-01,
TR-MARSH-MIST-01, TR-BLDG-SHOOTAT-01
"""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.hiding.visibility import eye_of, screens
from battles.engine.table.ground import Inside, inside
from battles.engine.table.sight.ray_masks import ALL_RAYS, Frame, forest_mask
from battles.engine.table.sight.rays import look
from battles.engine.table.table import Table
from battles.engine.table.vectors import TOUCH, Body, point_in_polygon, polygon_distance, segments_meet, sides_of
from battles.engine.terrain.places import obstacles_of, pieces_called, stands
from battles.engine.terrain.setup_changes import without

SOFT, HARD = "soft", "hard"
THROUGH = 0.1
"""A ray that is inside a wood for more than this passes through foliage."""


def table_for(game: Game, state: BattleState, model_id: str) -> Table:
    """The table as a shooter sees it: without the obstacles in contact with the shooter. Rule: TR-OBST-COVER-01"""
    near = touched(game, body_of(game, state, model_id)) if game.rules.terrain_pack else frozenset()
    return without(game.table, near) if near else game.table


def touched(game: Game, body: Body) -> frozenset[str]:
    """Ids of the obstacles that a base touches."""
    return frozenset(
        piece.id
        for piece in obstacles_of(game)
        if polygon_distance(body.x, body.y, piece.outline) <= body.radius + TOUCH
        and piece.z0 <= body.z + body.height
        and body.z <= max(piece.z1, piece.z0 + 100)
    )


def landscape_cover(game: Game, state: BattleState, model_id: str, target: str) -> str:
    """The best cover of a visible target from pieces of the pack: "", "soft" or "hard"."""
    if not game.rules.terrain_pack:
        return ""
    mine, aim = body_of(game, state, model_id), body_of(game, state, target)
    if any(stands(game, aim, swamp, "wholly") for swamp in pieces_called(game, "mist_wreathed_swamp")):
        return HARD
    behind = _obstacle_cover(game, mine, aim)
    return behind or (SOFT if _leaves_between(game, state, model_id, target, mine, aim) else "")


def _obstacle_cover(game: Game, mine: Body, aim: Body) -> str:
    """The kind of the obstacle that the target touches and that is between it and the shooter; "" for none."""
    leant_over = touched(game, mine)
    kinds = {
        piece.cover if not piece.walls else piece.walls[0].cover
        for piece in obstacles_of(game)
        if piece.id in touched(game, aim)
        and piece.id not in leant_over
        and any(segments_meet((mine.x, mine.y), (aim.x, aim.y), p, q) for p, q in sides_of(piece.outline))
    }
    return HARD if HARD in kinds else SOFT if kinds else ""


def _leaves_between(game: Game, state: BattleState, model_id: str, target: str, mine: Body, aim: Body) -> bool:
    """Whether the target is in a wood, or a clear ray passes through a wood that does not contain the shooter."""
    table = game.table
    woods = table.forests
    if not woods:
        return False
    if any(inside(table, aim, table.pieces[wood.piece].id) >= Inside.IN for wood in woods):
        return True
    others = [wood for wood in woods if point_in_polygon(mine.x, mine.y, wood.outline) < 0]
    if not others:
        return False
    eye = eye_of(game, state, model_id)
    frame = Frame.of(eye, aim)
    crossed = 0
    for wood in others:
        crossed |= forest_mask(wood, frame, ALL_RAYS, deep=THROUGH)
    if not crossed or game.rules.sight_mode == "value":
        return bool(crossed)
    clear = ALL_RAYS
    for stop in look(table, eye, aim, screens(game, state, model_id, target), explain=True).stops:
        clear &= ~(1 << (5 * stop.column + stop.row))
    return bool(crossed & clear)
