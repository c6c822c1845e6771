"""Fleeing: the first flight, the flight in later turns, and leaving the table.

Rules: MV-FLEE-01 to MV-FLEE-04, CC-BREAK-03, PSY-FLEE-01

A step that makes a model flee from combat sets FLEEING and then pushes `Frame("flight", "start", {"who", "cause"})`;
`run_away` is for other flights.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from battles.engine.events import Removed
from battles.engine.flow import Context, Step, register
from battles.engine.game import Game
from battles.engine.state import ACTED, COMPELLED, FLED, FLEEING, HIDDEN, MOVED, BattleState, Frame
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of, enemies_of
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.execution import carry
from battles.engine.steps.movement.heights import falling
from battles.engine.steps.nerve import flight_paths
from battles.engine.steps.turn import ending
from battles.engine.table.vectors import Point
from battles.engine.terrain.buildings import entering
from battles.engine.terrain.buildings.garrisons import garrison_of

FAST = 6
"""Models with more Movement than this flee with three dice, in rulesets with this rule. Rule: MV-FLEE-01"""


class FlightStep(Step):
    """A model's first flight, after the parting blows. Data: `who`, `cause` ("all_alone", "panic", "reaction")."""

    kind = "flight"

    def enter(self, ctx: Context, frame: Frame) -> None:
        ctx.pop()
        model_id = frame.data["who"]
        model = ctx.state.models[model_id]
        if model.gone or not model.flags & FLEEING:
            return
        first_flight(ctx, model_id, frame.data["cause"])
        ending.settle(ctx)


def dice_of_flight(game: Game, state: BattleState, model_id: str, cause: str) -> int:
    """Number of D6 for a flight: two, or three for fast models unless they flee because of All Alone. Rules:
    MV-FLEE-01, CC-BREAK-03
    """
    if not game.rules.break_distance_by_move or cause == "all_alone":
        return 2
    return 3 if characteristic(game, state, model_id, "movement") > FAST else 2


def first_flight(ctx: Context, model_id: str, cause: str) -> None:
    """Fall from an edge nearby, in rulesets with this rule; then flee from the fight. Rules: MV-SLIP-01, MV-FLEE-01"""
    if ctx.rules.slip_when_fleeing and falling.slip(ctx, model_id, "fleeing"):
        model = ctx.state.models[model_id]
        if model.gone or not model.flags & FLEEING:
            return
        contact.settle(ctx, model_id)
        ctx.flag(model_id, on=FLED, why=cause)
        return
    if garrison_of(ctx.state, model_id):
        entering.put_out(ctx, model_id, _enemies_middle(ctx, model_id))
    opponents = ctx.state.models[model_id].engaged
    goal: Point | None = None
    if ctx.rules.first_flight == "away":
        goal = away_goal(ctx.game, ctx.state, model_id, opponents or tuple(enemies_of(ctx.game, ctx.state, model_id)))
    run_away(ctx, model_id, dice_of_flight(ctx.game, ctx.state, model_id, cause), goal, cause)


def _enemies_middle(ctx: Context, model_id: str) -> tuple[float, float] | None:
    rows = [ctx.state.models[enemy] for enemy in enemies_of(ctx.game, ctx.state, model_id)]
    return (sum(row.x for row in rows) / len(rows), sum(row.y for row in rows) / len(rows)) if rows else None


def away_goal(game: Game, state: BattleState, model_id: str, enemies: Sequence[str]) -> Point | None:
    """The point of the table edge that lies straight away from the middle of these enemies; None without enemies. Rule:
    MV-FLEE-01
    """
    model = state.models[model_id]
    if not enemies:
        return None
    cx = sum(state.models[enemy].x for enemy in enemies) / len(enemies)
    cy = sum(state.models[enemy].y for enemy in enemies) / len(enemies)
    dx, dy = model.x - cx, model.y - cy
    length = hypot(dx, dy)
    if length < 1e-9:
        return None
    return ray_to_rim(game, model.x, model.y, dx / length, dy / length)


def ray_to_rim(game: Game, x: int, y: int, ux: float, uy: float) -> Point:
    """The point where a ray leaves the table. It may be slightly outside."""
    shares = []
    if ux:
        shares.append(((game.table.width if ux > 0 else 0) - x) / ux)
    if uy:
        shares.append(((game.table.length if uy > 0 else 0) - y) / uy)
    far = min(shares)
    return round(x + ux * far), round(y + uy * far)


def edge_goal(game: Game, state: BattleState, model_id: str) -> Point:
    """The nearest point of the table edge; of equally near ones, the one farthest from the nearest enemy. Rule:
    MV-FLEE-02
    """
    model = state.models[model_id]
    width, length = game.table.width, game.table.length
    points = [
        (model.x, (0, model.y)),
        (width - model.x, (width, model.y)),
        (model.y, (model.x, 0)),
        (length - model.y, (model.x, length)),
    ]
    nearest = min(gap for gap, _ in points)
    tied = [point for gap, point in points if gap == nearest]
    if len(tied) == 1:
        return tied[0]
    enemies = [state.models[other] for other in enemies_of(game, state, model_id)]
    if not enemies:
        return tied[0]
    nearest_enemy = min(enemies, key=lambda enemy: (enemy.x - model.x) ** 2 + (enemy.y - model.y) ** 2)
    return max(tied, key=lambda point: (point[0] - nearest_enemy.x) ** 2 + (point[1] - nearest_enemy.y) ** 2)


def run_away(ctx: Context, model_id: str, dice: int, goal: Point | None, cause: str) -> int:
    """Roll the dice and flee that far towards a point, or by default the nearest edge. Returns the length moved.

    Rules: MV-FLEE-02, MV-FLEE-03, MV-FLEE-04
    """
    ctx.flag(model_id, on=FLEEING | FLED, off=HIDDEN, why=cause)
    rolled = ctx.sum_of("flee", model_id, dice, rule="MV-FLEE-01").total * 100
    return run_length(ctx, model_id, rolled, goal)


def run_length(ctx: Context, model_id: str, length: int, goal: Point | None) -> int:
    """Flee a length that was already rolled. Returns the length actually moved, in hundredths of an inch."""
    game, state = ctx.game, ctx.state
    aim = edge_goal(game, state, model_id) if goal is None else goal
    whole = flight_paths.flight_track(game, state, model_id, aim, to_edge=goal is None)
    track = flight_paths.cut_flight(game, state, model_id, whole, length)
    carry(ctx, model_id, "flee", track)
    model = ctx.state.models[model_id]
    if model.gone:
        return track.cost
    if track.legs:
        ctx.flag(model_id, on=MOVED, why="flee")
    elif model.engaged:
        ctx.note("cannot_get_away", model_id, rule="MV-CHG-16")
    if model.flags & FLEEING and flight_paths.is_on_rim(game, body_of(game, ctx.state, model_id)):
        ctx.note("left_the_table", model_id, rule="MV-FLEE-04")
        contact.release(ctx, model_id)
        ctx.emit(Removed(model_id, "fled"))
    return track.cost


def flee_on(ctx: Context, model_id: str) -> None:
    """Make the compulsory move of a model that did not rally: 2D6 inches to the nearest edge. Rule: MV-FLEE-02"""
    run_away(ctx, model_id, 2, None, "fleeing")
    if not ctx.state.models[model_id].gone:
        ctx.flag(model_id, on=ACTED, off=COMPELLED, why="fleeing")


register(FlightStep())
