"""How the creatures of a scenario act: as the scenario states for each. Rule: SCN-NEUTRAL-01

They charge the nearest enemy they can reach, or else walk towards the nearest. Creatures on a leash stay near their
home, archers shoot at the nearest target. Decisions get their default answer.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from battles.engine.bots import answers, available_commands
from battles.engine.commands import Charge, Command, EndStep, Fight, Move, Shoot
from battles.engine.errors import IllegalAction
from battles.engine.scenarios.creatures.figures import Part, home_of, part_of
from battles.engine.state import ACTED, STANDING
from battles.engine.steps.models.bodies import enemies_of
from battles.engine.steps.movement import options, walking
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.tracks import segments_of

if TYPE_CHECKING:
    from battles.engine.battle import Battle

BENDS = (0, 25, -25, 50, -50, 80, -80)
"""Directions to try, in degrees from the straight line."""
CLOSE = 60
"""Models this close to the goal stop, in hundredths of an inch."""
NOBODY = Part("")


def choose(battle: Battle, side: str) -> Command:
    """The next command of the neutral side."""
    frame = available_commands.top_frame(battle)
    if frame.kind == "decision":
        return answers.answer(battle, side, frame).command
    if frame.kind == "turn_start":
        return EndStep()
    if frame.kind == "movement" and frame.stage == "charges":
        return _charge(battle, side)
    if frame.kind == "movement" and frame.stage == "remaining":
        return _walk(battle, side)
    legal = battle.legal(side)
    if frame.kind == "shooting":
        return _shoot(battle, legal)
    return available_commands.first_of(legal, lambda command: isinstance(command, Fight | EndStep)) or legal[0]


def _part(battle: Battle, model_id: str) -> Part:
    return part_of(battle.game.fighters[model_id]) or NOBODY


def _apart(battle: Battle, first: str, other: str) -> float:
    if other not in battle.state.models:
        return 0.0
    a, b = battle.state.models[first], battle.state.models[other]
    return hypot(a.x - b.x, a.y - b.y)


def _within_leash(battle: Battle, model_id: str, x: int, y: int) -> bool:
    part, home = _part(battle, model_id), home_of(battle.state, model_id)
    return not part.leash or home is None or hypot(x - home[0], y - home[1]) <= part.leash


def _charge(battle: Battle, side: str) -> Command:
    """The first possible charge of a model at its nearest enemy."""
    for model_id in available_commands.movers(battle, side):
        if _part(battle, model_id).acts in ("stays", "shoots"):
            continue
        offers = [
            command
            for command in available_commands.commands_of(battle, model_id)
            if isinstance(command, Charge)
            and len(command.targets) == 1
            and _within_leash(battle, model_id, *battle.state.models[command.targets[0]][:2])
        ]
        if offers:
            return min(offers, key=lambda command: (_apart(battle, model_id, command.targets[0]), command.targets))
    if available_commands.may_end(battle):
        return EndStep()
    return battle.legal(side)[0]


def _walk(battle: Battle, side: str) -> Command:
    """One move of the first model that has somewhere to go."""
    game, state = battle.game, battle.state
    for model_id in available_commands.movers(battle, side):
        model, part = state.models[model_id], _part(battle, model_id)
        if part.acts in ("stays", "shoots") or model.flags & ACTED or model.engaged or model.posture != STANDING:
            continue
        enemies = sorted(enemies_of(game, state, model_id), key=lambda enemy: (_apart(battle, model_id, enemy), enemy))
        enemies = [enemy for enemy in enemies if state.models[enemy].posture == STANDING] or enemies
        if enemies:
            move = _towards(battle, model_id, *state.models[enemies[0]][:3])
            if move is not None:
                return move
    return EndStep()


def _towards(battle: Battle, model_id: str, x: int, y: int, z: int) -> Move | None:
    """The legal move that ends nearest to a point: straight, slightly to one side, or by a detour."""
    game, state = battle.game, battle.state
    model = state.models[model_id]
    far = hypot(x - model.x, y - model.y)
    if far < CLOSE:
        return None
    walk = allowance_of(game, state, model_id).walk
    step = min(walk - 2, far - CLOSE)
    for bend in BENDS if step > 20 else ():
        cosine, sine = cos(bend * pi / 180), sin(bend * pi / 180)
        ux, uy = (x - model.x) / far, (y - model.y) / far
        spot = round(model.x + step * (ux * cosine - uy * sine)), round(model.y + step * (uy * cosine + ux * sine))
        move = Move(model_id, "walk", (("walk", *spot, model.z),))
        if _within_leash(battle, model_id, *spot) and _is_legal(battle, move):
            return move
    area = options.reach_for(game, state, model_id, "walk")
    wanted = sorted((hypot(x - there.x, y - there.y, 2 * (z - there.z)), there) for there, _cost in area.spots())
    for apart, there in wanted[:8]:
        if apart > far - 50 or not _within_leash(battle, model_id, there.x, there.y):
            continue
        node = area.nearest(there.x, there.y, there.z)
        way = Move(model_id, "walk", segments_of(area.path_to(node))) if node is not None else None
        if way is not None and _is_legal(battle, way):
            return way
    return None


def _is_legal(battle: Battle, move: Move) -> bool:
    try:
        walking.check_move(battle.game, battle.state, move.who[0], move)
    except IllegalAction:
        return False
    return True


def _shoot(battle: Battle, legal: list[Command]) -> Command:
    """The shot at the nearest target of the first model that can shoot."""
    shots = [command for command in legal if isinstance(command, Shoot)]
    if not shots:
        return available_commands.first_of(legal, lambda command: isinstance(command, EndStep)) or legal[0]
    return min(shots, key=lambda shot: (int(shot.who[1:]), _apart(battle, shot.who, shot.target), shot.target))
