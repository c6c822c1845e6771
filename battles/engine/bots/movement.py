"""The tactician's movement: it values every possible destination and takes the best.

Places closer to the goal are better; places where more enemies than friends could attack are worse.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from battles.engine.bots import archers, available_commands
from battles.engine.bots.base import Chosen
from battles.engine.bots.courage import WARY, Courage
from battles.engine.bots.goals import Aim, aim_of, has_target
from battles.engine.bots.reasons import because
from battles.engine.bots.scene import Scene
from battles.engine.bots.values import attacks, hazards
from battles.engine.commands import Command, EndStep, Move
from battles.engine.errors import IllegalAction
from battles.engine.state import ACTED, CHARGED, FAILED_CHARGE, FLEEING, STANDING, STUPID
from battles.engine.steps.movement import options, running, walking
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.tracks import segments_of

if TYPE_CHECKING:
    from battles.engine.battle import Battle

AFAR = 0.015
"""Value of coming an inch closer to the goal while no enemy is within STANDOFF."""
STANDOFF = 2000
"""Distance at which the bot waits for the enemy, in hundredths of an inch."""
BOLD = 0.04
"""The same value once the bot no longer waits for the enemy."""
DARING = 0.3
"""Weight of a possible enemy charge once the bot no longer waits."""
SUPPORT = 500
"""Friends within this distance come to help."""
HELP = 0.5
"""How much each friend nearby reduces the weight of a possible charge."""
FIRE = 0.6
"""Cost of a Wound that may be lost to shooting."""
COVERED = 0.2
"""Places that are worse by at most this are checked for cover."""
TOGETHER = 0.05
"""Value of each friend nearby, up to three."""
BETTER = 0.03
"""Minimum improvement for which a model moves."""
BENDS = (0, 20, -20, 45, -45, 75, -75, 110, -110, 145, -145, 180)
"""Directions to try, in degrees from the straight line."""
SHOOTING = ("keeps_distance", "clear_shot")
"""Reasons of the goals of archers who look for the best place to shoot from."""
PLACES = 10
"""Number of straight moves of an archer whose shots are computed."""
TRIED = 7
"""Number of straight moves that are tried before the bot looks for a detour."""


def best_move(
    battle: Battle,
    side: str,
    aims: Callable[[Battle, Scene, str], Aim | None] = aim_of,
    courage: Courage = WARY,
) -> Chosen:
    """The next model's move; the end of the phase when no model can improve its position.

    `aims` returns the goal of a model; the default is the tactician's. Models are examined in roster order, starting
    after the last one that moved.
    """
    able = available_commands.movers(battle, side)
    moved = [
        model_id
        for model_id, model in battle.state.models.items()
        if model_id[0] == side
        and model.flags & ACTED
        and not model.flags & (CHARGED | FAILED_CHARGE | FLEEING | STUPID)
    ]
    order = {model_id: place for place, model_id in enumerate(battle.state.models)}
    last = max((order[model_id] for model_id in moved), default=-1)
    scene = Scene(battle, side, courage)
    for model_id in able:
        if order[model_id] > last:
            chosen = _move_of(battle, scene, model_id, aims(battle, scene, model_id))
            if chosen is not None:
                return chosen
    return Chosen(EndStep(), because("in_position"))


def _move_of(battle: Battle, scene: Scene, model_id: str, aim: Aim | None) -> Chosen | None:
    game, state = battle.game, battle.state
    model = state.models[model_id]
    if aim is None or model.posture != STANDING or model.engaged:
        return None
    far = hypot(aim.goal[0] - model.x, aim.goal[1] - model.y)
    if far < 50 and abs(aim.height - model.z) < 100:
        return None
    here = _merit(battle, scene, model_id, aim, model.x, model.y, model.z)
    is_archer = scene.figures[model_id].shooter and aim.why in SHOOTING
    shot, target = archers.shots_from(game, state, model_id) if is_archer else (0.0, "")
    if here >= 0 and archers.is_clear(game, state, model_id, target):
        return None
    allowance = allowance_of(game, state, model_id)
    manners = [("walk", allowance.walk)]
    if aim.hurry and (aim.waits or far > allowance.walk + 200) and running.may_run(game, state, model_id):
        manners.insert(0, ("run", allowance.run))
    if is_archer:
        place = _place_to_shoot(battle, scene, model_id, aim, manners, (here, shot))
        if place is not None:
            return Chosen(place, because("clear_shot", who=model_id))
        if aim.waits:
            return None
    move = _straight(battle, scene, model_id, aim, manners, here)
    if move is None and not aim.waits and _apart(aim, model.x, model.y, model.z) > 300:
        move = _round_about(battle, scene, model_id, aim, manners[0][0], here)
        return None if move is None else Chosen(move, aim.reason(model_id, is_detour=True))
    return None if move is None else Chosen(move, aim.reason(model_id))


def _merit(battle: Battle, scene: Scene, model_id: str, aim: Aim, x: int, y: int, z: int) -> float:
    """The value of a place for a model with this goal."""
    value = 0.0
    if not aim.waits:
        value -= _apart(aim, x, y, z) / 100 * _eagerness(scene, model_id)
    if aim.wary and not scene.is_pressed:
        friends = scene.number_of_helpers(x, y, SUPPORT, model_id)
        value -= danger(scene, model_id, x, y, friends) * (1.0 if scene.is_patient else DARING)
        value += TOGETHER * min(3, friends)
    return value


def _eagerness(scene: Scene, model_id: str) -> float:
    """Value of an inch closer to the goal: high far from every enemy and when the bot no longer waits, else low."""
    if not scene.is_patient:
        return BOLD
    return AFAR if scene.is_far(model_id, STANDOFF) else scene.courage.eager


def danger(scene: Scene, model_id: str, x: int, y: int, friends: int) -> float:
    """Expected loss to enemies who could charge the model there; friends nearby reduce it."""
    harm = sum(
        scene.blow(enemy.who, model_id, charges=True) * (0.5 if enemy.shooter else 1.0)
        for enemy in scene.comers(x, y, scene.figures[model_id].radius)
    )
    if not harm:
        return 0.0
    stake = attacks.worth(scene.game, scene.state, model_id) * scene.priorities.life
    return scene.courage.comes * harm * stake / (1 + HELP * friends)


def _steps(battle: Battle, model_id: str, aim: Aim, manners: list[tuple[str, int]]) -> list[tuple[str, int, int]]:
    """Straight moves in several directions: the manner and the place."""
    model = battle.state.models[model_id]
    far = hypot(aim.goal[0] - model.x, aim.goal[1] - model.y)
    ux, uy = (aim.goal[0] - model.x) / far, (aim.goal[1] - model.y) / far
    found = []
    for manner, budget in manners:
        for share in (1.0, 0.5):
            step = int(min((budget - 2) * share, budget if aim.waits else max(50, far - 60)))
            for bend in BENDS:
                cosine, sine = cos(bend * pi / 180), sin(bend * pi / 180)
                x = round(model.x + step * (ux * cosine - uy * sine))
                y = round(model.y + step * (uy * cosine + ux * sine))
                found.append((manner, x, y))
    return found


def _place_to_shoot(
    battle: Battle, scene: Scene, model_id: str, aim: Aim, manners: list[tuple[str, int]], here: tuple[float, float]
) -> Command | None:
    """The move of an archer to the place with the best shots and the least danger; None to stay or without a shot.

    `here` is the merit of the archer's place without its shots, and the gain of its best shot from there.
    """
    game, state = battle.game, battle.state
    model = state.models[model_id]
    if hypot(aim.goal[0] - model.x, aim.goal[1] - model.y) < 50:
        return None
    shot = here[1]
    most = here[0] + archers.TURNS * shot + archers.shot_given_up(game, state, model_id, shot) + BETTER
    wanted = [
        (_merit(battle, scene, model_id, aim, x, y, model.z), manner, x, y)
        for manner, x, y in _steps(battle, model_id, aim, manners)
        if manner != "run" or not shot
    ]
    wanted.sort(key=lambda row: -row[0])
    best: Command | None = None
    tried = 0
    for merit, manner, x, y in wanted:
        if tried == PLACES or merit + archers.MOST < most:
            break
        move = Move(model_id, manner, (("walk", x, y, model.z),))
        try:
            walking.check_move(game, state, model_id[0], move)
        except IllegalAction:
            continue
        tried += 1
        shots = archers.TURNS * archers.shots_from(game, state, model_id, (x, y, model.z))[0]
        if merit + shots > most and (shots or aim.waits):
            best, most = move, merit + shots
    return best


def _straight(
    battle: Battle, scene: Scene, model_id: str, aim: Aim, manners: list[tuple[str, int]], here: float
) -> Command | None:
    """The best legal straight move, if it is better than standing still."""
    game, state = battle.game, battle.state
    model = state.models[model_id]
    far = hypot(aim.goal[0] - model.x, aim.goal[1] - model.y)
    if far < 50:
        return None
    enemies = [enemy.who for enemy in scene.enemies]
    threatened = bool(game.table.pieces) and any(enemy.shooter for enemy in scene.enemies)
    shy = threatened and not scene.figures[model_id].shooter and scene.courage.counts
    wanted: list[tuple[float, str, int, int]] = []
    for manner, x, y in _steps(battle, model_id, aim, manners):
        merit = _merit(battle, scene, model_id, aim, x, y, model.z)
        if merit > here + (-COVERED if shy else BETTER):
            wanted.append((merit, manner, x, y))
    wanted.sort(key=lambda row: -row[0])
    best: Command | None = None
    most = here + BETTER - (FIRE * scene.under_fire(model_id, model.x, model.y, model.z) if shy and wanted else 0.0)
    for merit, manner, x, y in wanted[:TRIED]:
        move = Move(model_id, manner, (("walk", x, y, model.z),))
        try:
            walking.check_move(game, state, model_id[0], move)
        except IllegalAction:
            continue
        if aim.waits and scene.figures[model_id].shooter and not has_target(battle, model_id, enemies, (x, y, model.z)):
            continue
        if not shy:
            return move
        merit -= FIRE * scene.under_fire(model_id, x, y, model.z)
        if merit > most:
            best, most = move, merit
    return best


def _round_about(battle: Battle, scene: Scene, model_id: str, aim: Aim, manner: str, here: float) -> Command | None:
    """The best place that can be reached by doors, stairs and jumps, if it is worth the distance and the risk of a
    fall.
    """
    area = options.reach_for(battle.game, battle.state, model_id, manner)
    model, lattice = battle.state.models[model_id], area.lattice
    now = _apart(aim, model.x, model.y, model.z)
    eager, (goal_x, goal_y) = _eagerness(scene, model_id) / 100, aim.goal
    wanted = []
    for node in area.costs:
        spot = lattice.spot(node)
        apart = hypot(goal_x - spot.x, goal_y - spot.y, 2 * (aim.height - spot.z))
        # The best a position can offer is no danger and friends nearby. Skip positions that would not be good enough
        # even then.
        if apart <= now - 50 and 3 * TOGETHER - apart * eager - here >= BETTER:
            wanted.append((apart, spot, node))
    wanted.sort()
    tried = 0
    for _apart_there, spot, node in wanted:
        if tried == 8:
            return None
        gain = _merit(battle, scene, model_id, aim, spot.x, spot.y, spot.z) - here
        if gain < BETTER or not area.may_end(node):
            continue
        tried += 1
        move = Move(model_id, manner, segments_of(area.path_to(node)))
        try:
            track = walking.check_move(battle.game, battle.state, model_id[0], move)
        except IllegalAction:
            continue
        risk = hazards.risk_of(battle.game, battle.state, model_id, track)
        if risk.arrives * gain > risk.loss:
            return move
    return None


def _apart(aim: Aim, x: int, y: int, z: int) -> float:
    """Distance of a place from the goal. Differences in height count more, since they need climbing."""
    return hypot(aim.goal[0] - x, aim.goal[1] - y, 2 * (aim.height - z))
