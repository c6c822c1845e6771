"""Entering and leaving a garrison building. Rules: TR-BLDG-MODE-01, TR-BLDG-ENTER-01, TR-BLDG-EXIT-01"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians, sin

from battles.engine.commands import Move
from battles.engine.errors import IllegalAction
from battles.engine.events import EffectAdded, Moved
from battles.engine.flow import Choice, Context, Step, register
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import ACTED, FLEEING, HIDDEN, MOVED, STANDING, BattleState, Effect, Frame
from battles.engine.steps.models.bodies import ENGINE_GAP, body_of, enemies_of
from battles.engine.steps.movement.allowances import allowance_of, is_chariot, is_mounted
from battles.engine.steps.movement.movers import others_of
from battles.engine.table.ground import surface_height
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.placement import end_fault
from battles.engine.table.vectors import TOUCH, Body, Spot, gap_at_most, round_half_up, sides_of
from battles.engine.terrain import auras
from battles.engine.terrain.buildings.garrisons import (
    gap_to,
    garrison_of,
    house,
    inside_spot,
    middle_of,
    occupants,
    rim_point,
    sections,
    storeys,
    touched_section,
    unhouse,
)
from battles.engine.terrain.places import own_next_turn

CODE = "inside:new"
"""Code of the effect on a model that entered a building this turn. Rule: TR-BLDG-EXIT-01"""
CLEAR = 100
"""Minimum distance to the wall for models that leave, and to the enemy for models that are forced out (hundredths of an
inch).
"""
KINDS = frozenset({"infantry", "war_beast", "swarm"})
WALL = "TR-BLDG-MODE-01"
ENTER = "TR-BLDG-ENTER-01"
EXIT = "TR-BLDG-EXIT-01"
OFFERED = 8


def may_be_inside(game: Game, model_id: str) -> bool:
    """Whether a model may be inside: only small models on foot may. Rule: TR-BLDG-ENTER-01"""
    fighter = game.fighters[model_id]
    fits = fighter.kind in KINDS and fighter.size == "small"
    return fits and not is_mounted(fighter) and not is_chariot(fighter)


def check_wall(game: Game, state: BattleState, model_id: str, end: Spot) -> None:
    """Raise IllegalAction for a move that would end at the wall of a garrison building. Rule: TR-BLDG-MODE-01"""
    body = body_of(game, state, model_id).at(end.x, end.y, end.z)
    if touched_section(game, body) is not None:
        raise IllegalAction(
            "at_the_wall", say("{who} must go in there or stop short of the wall.", who=game.name(model_id)), WALL
        )


def check_enter(game: Game, state: BattleState, model_id: str, end: Spot) -> TerrainPiece:
    """The section that a walk with this end enters. Raises IllegalAction if the model may not enter."""
    name, model = game.name(model_id), state.models[model_id]
    piece = touched_section(game, body_of(game, state, model_id).at(end.x, end.y, end.z))
    if piece is None:
        raise IllegalAction("no_building", say("{name} does not reach a building that can be held.", name=name), ENTER)
    if not may_be_inside(game, model_id):
        raise IllegalAction(
            "too_large_inside", say("{name} does not fit into {name2}.", name=name, name2=piece.name), ENTER
        )
    if model.posture != STANDING or model.flags & FLEEING:
        raise IllegalAction("cannot_enter", say("{name} cannot enter in its current state.", name=name), ENTER)
    if any(game.are_enemies(model_id, other) for other in occupants(state, piece.id)):
        raise IllegalAction(
            "held_by_enemies", say("{name} is held by enemies: it must be assaulted.", name=piece.name), ENTER
        )
    return piece


def enter(ctx: Context, model_id: str, piece: TerrainPiece) -> None:
    """Move a model inside. If there are several floors, its side chooses one."""
    ctx.flag(model_id, on=ACTED | MOVED, off=HIDDEN, why="enters")
    go_inside(ctx, model_id, piece, 1)
    if storeys(piece) > 1:
        ctx.push(Frame("garrison_floor", "ask", {"who": model_id, "piece": piece.id}))


def go_inside(ctx: Context, model_id: str, piece: TerrainPiece, floor: int) -> None:
    """Put a model on a floor inside a section."""
    x, y, z = inside_spot(ctx.game, ctx.state, piece, floor, ctx.fighters[model_id].radius)
    ctx.emit(Moved(model_id, "enter", (("enter", x, y, z),), 0))
    if not garrison_of(ctx.state, model_id):
        ctx.emit(EffectAdded(model_id, Effect(CODE, 0, own_next_turn(ctx.state, model_id), model_id[0])))
    house(ctx, model_id, piece.id, floor)
    auras.refresh(ctx, model_id)


class FloorStep(Step):
    """Asks which floor an occupant goes to. Data: `who`, `piece`. Rule: TR-BLDG-LOS-01"""

    kind = "garrison_floor"

    def enter(self, ctx: Context, frame: Frame) -> None:
        model_id, piece = frame.data["who"], ctx.game.table.piece(frame.data["piece"])
        if ctx.answer is None:
            floors = range(1, storeys(piece) + 1)
            options = [
                Choice(str(floor), f"{ctx.game.name(model_id)} goes to floor {floor}", "floor") for floor in floors
            ]
            ctx.ask(model_id[0], "floor", options, default="1", who=model_id, rule="TR-BLDG-LOS-01")
            return
        ctx.pop()
        if ctx.answer != "1":
            go_inside(ctx, model_id, piece, int(ctx.answer))


register(FloorStep())


# -- coming out --------------------------------------------------------------------------------------------------------


def check_leave(game: Game, state: BattleState, model_id: str, command: Move) -> Spot:
    """The spot where an occupant comes out. Raises IllegalAction if it may not leave, or not there. Rule:
    TR-BLDG-EXIT-01
    """
    name, model = game.name(model_id), state.models[model_id]
    piece = game.table.piece(garrison_of(state, model_id))
    if any(effect.code == CODE for effect in model.effects):
        raise IllegalAction("only_just_in", say("{name} went in this turn and must stay.", name=name), EXIT)
    if model.posture != STANDING or model.engaged:
        raise IllegalAction("cannot_leave", say("{name} cannot leave now.", name=name), EXIT)
    if len(command.path) != 1:
        raise IllegalAction("no_spot", say("Choose where {name} comes out: one point.", name=name), EXIT)
    _, x, y, z = command.path[0]
    there = body_of(game, state, model_id).at(x, y, z)
    gap = gap_to(piece, there)
    if not CLEAR - TOUCH <= gap <= reach_out(game, state, model_id):
        raise IllegalAction(
            "wrong_distance",
            say("{name} must come out between 1 inch and twice its Movement from the wall.", name=name),
            EXIT,
        )
    if not is_free(game, state, model_id, there):
        raise IllegalAction("no_room", say("{name} cannot be placed there.", name=name), EXIT)
    return Spot(x, y, z)


def reach_out(game: Game, state: BattleState, model_id: str) -> int:
    """How far from the wall an occupant may come out."""
    return 2 * allowance_of(game, state, model_id).walk


def is_free(game: Game, state: BattleState, model_id: str, there: Body, keep: int = ENGINE_GAP) -> bool:
    """Whether a model may be placed there: room, clear of walls, and far enough from every enemy."""
    others = others_of(game, state, model_id)
    if surface_height(game.table, there.x, there.y, there.z) != there.z or end_fault(game.table, there, others):
        return False
    if touched_section(game, there) is not None:
        return False
    return not any(gap_at_most(there, body_of(game, state, enemy), keep) for enemy in enemies_of(game, state, model_id))


def leave(ctx: Context, model_id: str, spot: Spot, *, why: str = "leaves") -> None:
    """Place an occupant outside. It cannot move further this turn."""
    ctx.emit(Moved(model_id, "leave", (("leave", spot.x, spot.y, spot.z),), 0))
    unhouse(ctx, model_id)
    ctx.flag(model_id, on=ACTED | MOVED, why=why)
    auras.refresh(ctx, model_id)


def spots_outside(game: Game, state: BattleState, model_id: str) -> Iterator[Spot]:
    """Some free spots where an occupant can come out: an inch from each wall, and at the maximum distance."""
    piece = game.table.piece(garrison_of(state, model_id))
    radius = game.fighters[model_id].radius
    body = body_of(game, state, model_id)
    for far in (CLEAR, reach_out(game, state, model_id)):
        for (ax, ay), (bx, by) in sides_of(piece.outline):
            length = hypot(bx - ax, by - ay)
            nx, ny = (by - ay) / length, (ax - bx) / length
            for sign in (1, -1):
                x = round_half_up((ax + bx) / 2 + sign * nx * (far + radius))
                y = round_half_up((ay + by) / 2 + sign * ny * (far + radius))
                there = body._replace(x=x, y=y, z=surface_height(game.table, x, y, 50))
                if abs(gap_to(piece, there) - far) <= TOUCH and is_free(game, state, model_id, there):
                    yield Spot(there.x, there.y, there.z)


def leaves_of(game: Game, state: BattleState, model_id: str) -> list[Move]:
    """Useful exits for an occupant."""
    found: list[Move] = []
    for spot in spots_outside(game, state, model_id):
        move = Move(model_id, "leave", (("walk", spot.x, spot.y, spot.z),))
        try:
            check_leave(game, state, model_id, move)
        except IllegalAction:
            continue
        if move not in found:
            found.append(move)
    return found[:OFFERED]


def entries_near(game: Game, state: BattleState, model_id: str) -> list[tuple[TerrainPiece, Spot]]:
    """Sections within walking distance, each with the nearest spot at its wall."""
    if not may_be_inside(game, model_id):
        return []
    body = body_of(game, state, model_id)
    found: list[tuple[TerrainPiece, Spot]] = []
    for piece in sections(game):
        if gap_to(piece, body) > allowance_of(game, state, model_id).walk:
            continue
        x, y = nearest_at_wall(piece, body)
        found.append((piece, Spot(x, y, body.z)))
    return found


def nearest_at_wall(piece: TerrainPiece, body: Body) -> tuple[int, int]:
    """The spot nearest to a base at which it touches the wall of a section."""
    px, py = rim_point(piece, body.x, body.y)
    away = hypot(body.x - px, body.y - py) or 1.0
    share = body.radius / away
    return round_half_up(px + (body.x - px) * share), round_half_up(py + (body.y - py) * share)


# -- forced out --------------------------------------------------------------------------------------------------------


def put_out(ctx: Context, model_id: str, away_from: tuple[float, float] | None = None) -> None:
    """Place an occupant in the nearest free spot outside, an inch from the wall, on the side away from a point.

    Rules: TR-BLDG-RESULT-01, TR-BLDG-PANIC-01
    """
    game, state = ctx.game, ctx.state
    piece = game.table.piece(garrison_of(state, model_id))
    mx, my = middle_of(piece)
    dx, dy = (mx - away_from[0], my - away_from[1]) if away_from else (0.0, 1.0)
    length = hypot(dx, dy) or 1.0
    body = body_of(game, state, model_id)._replace(z=piece.z0)
    far = 0.0
    while True:
        there = body._replace(x=round_half_up(mx + dx / length * far), y=round_half_up(my + dy / length * far))
        if gap_to(piece, there) >= CLEAR:
            break
        far += 1
    spot = nearest_free(game, state, model_id, there)
    leave(ctx, model_id, spot, why="put_out")


def nearest_free(game: Game, state: BattleState, model_id: str, wanted: Body, keep: int = ENGINE_GAP) -> Spot:
    """The free spot nearest to a wanted one, searched in rings of a tenth of an inch; the wanted one if there is none
    free.
    """
    for ring in range(0, 4800, 10):
        for step in range(16 if ring else 1):
            angle = radians(step * 22.5)
            x, y = round_half_up(wanted.x + ring * sin(angle)), round_half_up(wanted.y + ring * cos(angle))
            there = wanted._replace(x=x, y=y, z=surface_height(game.table, x, y, wanted.z + 50))
            if is_free(game, state, model_id, there, keep):
                return Spot(x, y, there.z)
    return Spot(wanted.x, wanted.y, wanted.z)


def rush_out(ctx: Context, model_id: str, enemy: str) -> bool:
    """Move an occupant who must come out as close to an enemy as possible, but an inch away. Returns False if there is
    no place.

    Rule: TR-BLDG-EXIT-01
    """
    game, state = ctx.game, ctx.state
    piece = game.table.piece(garrison_of(state, model_id))
    enemy_body = body_of(game, state, enemy)
    body = body_of(game, state, model_id)
    best: tuple[float, Spot] | None = None
    for far in range(CLEAR, 1600, 25):
        reach = enemy_body.radius + body.radius + far
        for tenth in range(72):
            angle = radians(tenth * 5)
            x, y = round_half_up(enemy_body.x + reach * sin(angle)), round_half_up(enemy_body.y + reach * cos(angle))
            there = body._replace(x=x, y=y, z=surface_height(game.table, x, y, 50))
            gap = gap_to(piece, there)
            nearer = CLEAR <= gap <= reach_out(game, state, model_id) and (best is None or gap < best[0])
            if nearer and is_free(game, state, model_id, there, CLEAR - 1):
                best = (gap, Spot(x, y, there.z))
        if best is not None:
            leave(ctx, model_id, best[1], why="rushes_out")
            return True
    return False
