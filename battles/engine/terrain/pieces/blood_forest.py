"""A wood that feeds on magic and then moves. Rules: TR-FOREST-BLOOD-01, TR-FOREST-BLOOD-02"""

from __future__ import annotations

from math import cos, radians, sin

from battles.engine.events import Marked
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.table.table import Table
from battles.engine.table.vectors import Polygon, heading, polygons_overlap, round_half_up
from battles.engine.terrain import auras, setup_changes
from battles.engine.terrain.places import in_turn_order, pieces_called, stands
from battles.engine.terrain.unit_hits import strike_unit

KIND = "blood_forest"
STEP = 10
TURNS = (0, *(sign * degrees for degrees in range(10, 91, 10) for sign in (1, -1)))
"""Deviations from the wood's direction that are tried for each step, in degrees, clockwise first."""


def roused(game: Game, state: BattleState, models: tuple[str, ...]) -> tuple[str, ...]:
    """Ids of the blood forests in which the caster or a target of a spell is."""
    woods = list(pieces_called(game, KIND))
    if not woods:
        return ()
    bodies = [body_of(game, state, model_id) for model_id in models if not state.models[model_id].gone]
    return tuple(wood.id for wood in woods if any(stands(game, body, wood, "in") for body in bodies))


def feed(ctx: Context, woods: tuple[str, ...]) -> None:
    """Hit all models at least partly in these woods, then move. Rule: TR-FOREST-BLOOD-01"""
    for wood in woods:
        piece = ctx.game.table.piece(wood)
        victims = [
            model_id
            for model_id in in_turn_order(ctx.state)
            if stands(ctx.game, body_of(ctx.game, ctx.state, model_id), piece, "partly")
        ]
        ctx.note("forest_feeds", detail=piece.name, rule="TR-FOREST-BLOOD-01")
        for model_id in victims:
            if not ctx.state.models[model_id].gone:
                strike_unit(ctx, model_id, rule="TR-FOREST-BLOOD-01")
        move_wood(ctx, wood)


def move_wood(ctx: Context, wood: str) -> None:
    """Move a wood 2D6 inches in a random direction, around other pieces. Rule: TR-FOREST-BLOOD-02"""
    first, second = ctx.sum_of("scatter", "", 2, rule="TR-FOREST-BLOOD-02").faces
    length = 100 * ctx.sum_of("die", "", 2, rule="TR-FOREST-BLOOD-02", about="forest_walks").total
    dx, dy = way_of(ctx.game.table, wood, heading(first, second), length)
    if not dx and not dy:
        ctx.note("forest_stays", detail=ctx.game.table.piece(wood).name, rule="TR-FOREST-BLOOD-02")
        return
    gone: dict[str, list[int]] = dict(ctx.state.marks.get(setup_changes.MOVED_PIECES) or {})
    before = gone.get(wood, [0, 0])
    gone[wood] = [before[0] + dx, before[1] + dy]
    ctx.emit(Marked(setup_changes.MOVED_PIECES, gone))
    setup_changes.refresh(ctx)
    ctx.note("forest_walks", detail=ctx.game.table.piece(wood).name, rule="TR-FOREST-BLOOD-02")
    auras.refresh_all(ctx)


def way_of(table: Table, wood: str, degrees: int, length: int) -> tuple[int, int]:
    """How far a wood moves, as (dx, dy): steps of 0.1 inches in the free direction nearest to its own; (0, 0) if it is
    blocked.
    """
    outline = table.piece(wood).outline
    others = [
        piece.outline for piece in table.pieces if piece.id != wood and not polygons_overlap(piece.outline, outline)
    ]
    x = y = 0.0
    for _ in range(length // STEP):
        for turn in TURNS:
            angle = radians(degrees + turn)
            nx, ny = x + STEP * sin(angle), y + STEP * cos(angle)
            if _is_free(table, outline, others, nx, ny):
                x, y = nx, ny
                break
        else:
            break
    return round_half_up(x), round_half_up(y)


def _is_free(table: Table, outline: Polygon, others: list[Polygon], dx: float, dy: float) -> bool:
    there = tuple((round_half_up(x + dx), round_half_up(y + dy)) for x, y in outline)
    if any(not (0 <= x <= table.width and 0 <= y <= table.length) for x, y in there):
        return False
    return not any(polygons_overlap(there, other) for other in others)
