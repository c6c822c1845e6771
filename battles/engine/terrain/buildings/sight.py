"""Lines of sight out of and into garrison buildings, from and to any point of the outline. Rule: TR-BLDG-LOS-01"""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of, is_down
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.sight.rays import BLIND, Sight, eye_height, look
from battles.engine.table.vectors import Body, point_in_polygon
from battles.engine.terrain.buildings.garrisons import (
    EYE_HEIGHT,
    floor_height,
    floor_of,
    garrison_of,
    rim_points,
    storeys,
)
from battles.engine.terrain.setup_changes import without

Eye = tuple[int, int, int]
SPECK = 2
"""Radius and height of the target point on a wall, hundredths of an inch."""


def concerns(state: BattleState, model_id: str, target: str) -> bool:
    """Whether the viewer or the target is inside a garrison building."""
    return bool(state.marks.get("garrison")) and bool(garrison_of(state, model_id) or garrison_of(state, target))


def look_between(game: Game, state: BattleState, model_id: str, target: str) -> Sight:
    """The best line of sight between two models, at least one of which is inside a garrison building."""
    home, away = garrison_of(state, model_id), garrison_of(state, target)
    if home and home == away:
        return BLIND
    table = without(game.table, frozenset(filter(None, (home, away))))
    aims = _points_at(game, away) if away else [body_of(game, state, target)]
    screens = [
        body_of(game, state, other)
        for other, model in state.models.items()
        if not model.gone and other not in (model_id, target) and not garrison_of(state, other)
    ]
    best = BLIND
    for eye in _eyes_of(game, state, model_id, home):
        for aim in aims:
            if away and not _faces(game.table.piece(away), aim, eye):
                continue
            sight = look(table, eye, aim, screens)
            if sight.clear > best.clear:
                best = sight
            if best.clear == 25 or (away and best.clear):
                return best
    return best


def _eyes_of(game: Game, state: BattleState, model_id: str, home: str) -> list[Eye]:
    if home:
        piece = game.table.piece(home)
        return rim_points(piece, floor_height(piece, floor_of(state, model_id)) + EYE_HEIGHT)
    model = state.models[model_id]
    return [(model.x, model.y, eye_height(model.z, game.fighters[model_id].height, prone=is_down(model)))]


def _points_at(game: Game, away: str) -> list[Body]:
    piece = game.table.piece(away)
    return [
        Body(x, y, z, SPECK, SPECK)
        for floor in range(1, storeys(piece) + 1)
        for x, y, z in rim_points(piece, floor_height(piece, floor) + EYE_HEIGHT)
    ]


def _faces(piece: TerrainPiece, aim: Body, eye: Eye) -> bool:
    """Whether the line from a point of the outline to the eye starts outside the building."""
    dx, dy = eye[0] - aim.x, eye[1] - aim.y
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    return point_in_polygon(aim.x + dx / length * 5, aim.y + dy / length * 5, piece.outline) < 0
