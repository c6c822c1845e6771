"""Leaps: D6 inches straight ahead once a turn, in addition to the move, over gaps, low objects and man-sized models.

Rules: MV-GAP-01, MV-FALL-01, MV-CHG-12

The player chooses the landing point; the die decides whether the model gets there. A model that does not get across a
gap falls. In a charge the die is rolled if the path is too long without it. Implements the trait `leap`.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin

from battles.engine.commands import Move
from battles.engine.errors import IllegalAction
from battles.engine.events import EffectAdded, Moved
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import (
    CHARGED,
    COMPELLED,
    FAILED_CHARGE,
    FELL,
    FLEEING,
    HIDDEN,
    MOVED,
    RALLIED,
    STANDING,
    STUPID,
    BattleState,
    Effect,
)
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.allowances import is_mounted
from battles.engine.steps.movement.heights import falling
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.movement.movers import others_of
from battles.engine.table.ground import obstruction_at, surface_height
from battles.engine.table.placement import end_fault
from battles.engine.table.vectors import Body, Spot, round_half_up
from battles.engine.traits import Flag

LEAP = Flag("leap")
LEAPT = "leapt"
"""Code of the effect on a model that has leapt this turn."""
FARTHEST = 600
STEP = 25
CLEARS = 100
"""Objects up to this height can be leapt over, and edges up to this much lower or higher can be landed on. Rule:
TR-BARRIER-01
"""
OFFERED = (0, 45, 90, 135, 180, 225, 270, 315)
"""Directions that are offered; a player may choose any other."""
LENGTHS = (200, 400, 600)
_BARRED = CHARGED | FAILED_CHARGE | FELL | FLEEING | COMPELLED | STUPID | RALLIED


def may_leap(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model has the skill, is able and standing, and has not leapt this turn."""
    fighter, model = game.fighters[model_id], state.models[model_id]
    if not LEAP.of(fighter) or is_mounted(fighter) or model.gone or model.posture != STANDING:
        return False
    return not any(effect.code == LEAPT for effect in model.effects)


def check_leap(game: Game, state: BattleState, side: str, command: Move) -> None:
    """Raise IllegalAction unless the model may leap to that point."""
    model_id = command.who
    if model_id not in state.models or model_id[0] != side:
        raise IllegalAction("not_yours", "That is not one of your warriors.")
    name, model = game.name(model_id), state.models[model_id]
    if not may_leap(game, state, model_id):
        raise IllegalAction("cannot_leap", say("{name} cannot leap now.", name=name), "MV-GAP-01")
    if model.flags & _BARRED or model.engaged:
        raise IllegalAction("cannot_leap", say("{name} cannot leap from this position.", name=name), "MV-GAP-01")
    if len(command.path) != 1 or command.path[0][1:3] == (model.x, model.y):
        raise IllegalAction("point_needed", say("Choose where {name} lands: one point.", name=name), "MV-GAP-01")
    _, x, y, _ = command.path[0]
    if hypot(x - model.x, y - model.y) > FARTHEST:
        raise IllegalAction("too_far", say("{name} leaps at most 6 inches.", name=name), "MV-GAP-01")
    if not _lands(game, state, model_id, x, y):
        raise IllegalAction("no_landing", say("{name} cannot land there.", name=name), "MV-GAP-01")
    if _free_length(game, state, model_id, x, y) < hypot(x - model.x, y - model.y) - 1:
        raise IllegalAction(
            "in_the_way", say("Something too high to leap is in {name}'s way.", name=name), "TR-BARRIER-01"
        )


def leaps_of(game: Game, state: BattleState, model_id: str) -> list[Move]:
    """Useful leaps: short, medium and as far as possible, in eight directions."""
    model = state.models[model_id]
    if not may_leap(game, state, model_id) or model.flags & _BARRED or model.engaged:
        return []
    found: list[Move] = []
    for heading in OFFERED:
        angle = radians(heading)
        for far in LENGTHS:
            x, y = round_half_up(model.x + far * sin(angle)), round_half_up(model.y + far * cos(angle))
            leap = Move(model_id, "leap", (("walk", x, y, model.z),))
            try:
                check_leap(game, state, model_id[0], leap)
            except IllegalAction:
                continue
            found.append(leap)
    return found


def leap(ctx: Context, command: Move) -> None:
    """Roll and leap to the point, or as far as the die allows; the model falls if there is no ground there."""
    model_id = command.who
    game, state = ctx.game, ctx.state
    model = state.models[model_id]
    _, x, y, _ = command.path[0]
    wanted = hypot(x - model.x, y - model.y)
    rolled = roll_leap(ctx, model_id) * 100
    far = min(float(rolled), wanted)
    ux, uy = (x - model.x) / wanted, (y - model.y) / wanted
    start = Spot(model.x, model.y, model.z)
    if rolled < wanted:
        ctx.note("leaps_short", model_id, rule="MV-GAP-01")
    while far > 0:
        px, py = round_half_up(model.x + ux * far), round_half_up(model.y + uy * far)
        if _lands(game, state, model_id, px, py):
            z = _floor(game, px, py, model.z)
            ctx.emit(Moved(model_id, "leap", (("leap", px, py, z),), 0))
            break
        if rolled < wanted and model.z - surface_height(game.table, px, py, model.z) >= CLEARS:
            depth = model.z - surface_height(game.table, px, py, model.z)
            ctx.flag(model_id, on=MOVED, off=HIDDEN, why="leap")
            falling.fall(ctx, model_id, depth, Spot(px, py, model.z - depth), "leap")
            return
        far -= STEP
    ctx.flag(model_id, on=MOVED, off=HIDDEN, why="leap")
    contact.settle(ctx, model_id)
    here = state.models[model_id]
    if (here.x, here.y) != (start.x, start.y):
        hiding_rules.notice_movement(ctx, model_id, start, (("walk", here.x, here.y, here.z),))


def roll_leap(ctx: Context, model_id: str) -> int:
    """Roll the distance of a leap in inches, and mark the leap as used for this turn."""
    ctx.emit(EffectAdded(model_id, Effect(LEAPT, 0, ctx.state.turn_number + 1, model_id[0])))
    return ctx.roll("move", model_id, rule="MV-GAP-01").total


def _floor(game: Game, x: int, y: int, z: int) -> int:
    return surface_height(game.table, x, y, z + CLEARS)


def _lands(game: Game, state: BattleState, model_id: str, x: int, y: int) -> bool:
    """Whether there is ground about as high as the start, and room for the base without touching enemies."""
    model = state.models[model_id]
    z = _floor(game, x, y, model.z)
    if abs(z - model.z) > CLEARS:
        return False
    there = body_of(game, state, model_id).at(x, y, z)
    return end_fault(game.table, there, others_of(game, state, model_id)) is None


def _free_length(game: Game, state: BattleState, model_id: str, x: int, y: int) -> float:
    """How far the straight line is free of walls and tall models, in hundredths of an inch."""
    mine = body_of(game, state, model_id)
    far = hypot(x - mine.x, y - mine.y)
    tall = [
        body_of(game, state, other)
        for other, model in state.models.items()
        if other != model_id and not model.gone and game.fighters[other].size_rank > 0
    ]
    at = 0.0
    while at < far:
        at = min(far, at + STEP)
        px, py = round_half_up(mine.x + (x - mine.x) * at / far), round_half_up(mine.y + (y - mine.y) * at / far)
        flying = Body(px, py, mine.z + CLEARS, mine.radius, mine.height)
        struck = obstruction_at(game.table, flying, height_free=0)
        if struck or any(_in_the_way(flying, body) for body in tall):
            return at - STEP
    return far


def _in_the_way(flying: Body, body: Body) -> bool:
    apart = hypot(flying.x - body.x, flying.y - body.y)
    return apart < flying.radius + body.radius and body.z < flying.z + flying.height and flying.z < body.z + body.height
