"""Where the tactician walks:

fighters towards the enemy, archers to where they see one, everybody to the scenario's prize.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from battles.engine.bots import menu, weighing
from battles.engine.bots.base import Chosen
from battles.engine.commands import Command, EndStep, Move
from battles.engine.errors import IllegalAction
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import opposite, scenario_of
from battles.engine.scenarios.buildings import DefendTheFind, Occupy
from battles.engine.scenarios.crossing import Breakthrough, StreetFight
from battles.engine.scenarios.treasure import HiddenTreasure
from battles.engine.state import ACTED, CHARGED, FAILED_CHARGE, FLEEING, STANDING, STUPID
from battles.engine.steps import options, running, walking
from battles.engine.steps.allowances import allowance_of
from battles.engine.steps.tracks import segments_of
from battles.engine.steps.values import characteristic
from battles.engine.steps.watching import sees
from battles.engine.table.vectors import Spot

if TYPE_CHECKING:
    from battles.engine.battle import Battle

Point = tuple[int, int]
MARGIN = 30
"""How far outside an enemy's charge it stops."""
AHEAD = 700
"""Who is farther before the others than this does not run on."""
PATIENCE = 12
"""After so many turns it waits for nothing any more."""
SUPPORT = 700
"""Friends this near count as help."""
RISKY = ("down", "gap")
"""Steps that may end in a fall; not taken on the way round."""
CLOSE = 200
"""A step shorter than this is not worth taking."""
TURNS = ((1.0, 0.0), (0.94, 0.34), (0.94, -0.34), (0.71, 0.71), (0.71, -0.71), (0.26, 0.97), (0.26, -0.97))
"""Ways round what stands in the way: cosine and sine of the bend."""


def march(battle: Battle, side: str) -> Chosen:
    """The next model's move; the end of the phase when nobody has a better place to be.

    Models are looked at in roster order, and nobody before the last who moved is looked at again.
    """
    able = menu.movers(battle, side)
    moved = [
        who
        for who, model in battle.state.models.items()
        if who[0] == side and model.flags & ACTED and not model.flags & (CHARGED | FAILED_CHARGE | FLEEING | STUPID)
    ]
    order = {who: place for place, who in enumerate(battle.state.models)}
    last = max((order[who] for who in moved), default=-1)
    for who in able:
        if order[who] > last:
            chosen = _move_of(battle, who)
            if chosen is not None:
                return chosen
    return Chosen(EndStep(), "everybody stands where he should")


class Aim(NamedTuple):
    """Where a model wants to be, why, whether it hurries, and how far from there it stops."""

    goal: Point
    reason: str
    hurry: bool = False
    keeps_off: int = 0
    wary: bool = False
    """Does not go where more enemies than friends could fall upon it."""
    height: int = 0
    """Of the goal."""


def _move_of(battle: Battle, who: str) -> Chosen | None:
    game, state = battle.game, battle.state
    model = state.models[who]
    if model.posture != STANDING or model.engaged:
        return None
    aim = aim_of(battle, who)
    if aim is None:
        return None
    far = hypot(aim.goal[0] - model.x, aim.goal[1] - model.y) - aim.keeps_off
    if far < 50 and abs(aim.height - model.z) < 100:
        return None
    allowance = allowance_of(game, state, who)
    manners = [("walk", allowance.walk)]
    if aim.hurry and far > allowance.walk + CLOSE and running.may_run(game, state, who):
        manners.insert(0, ("run", allowance.run))
    for manner, budget in manners if far >= 50 else []:
        move = _towards(battle, who, aim.goal, manner, min(budget - 2, int(far)), aim.wary)
        if move is not None:
            return Chosen(move, f"{game.name(who)} {aim.reason}")
    move = _round_about(battle, who, aim, manners[0][0])
    return None if move is None else Chosen(move, f"{game.name(who)} {aim.reason}, by the way round")


def _towards(battle: Battle, who: str, goal: Point, manner: str, length: int, wary: bool) -> Command | None:
    """The first legal straight step that brings the model nearer, bending aside and shortening where it must."""
    model = battle.state.models[who]
    far = hypot(goal[0] - model.x, goal[1] - model.y)
    ux, uy = (goal[0] - model.x) / far, (goal[1] - model.y) / far
    for share in (1.0, 0.5):
        step = int(length * share)
        if step < 50:
            continue
        for cosine, sine in TURNS:
            x = round(model.x + step * (ux * cosine - uy * sine))
            y = round(model.y + step * (uy * cosine + ux * sine))
            if hypot(goal[0] - x, goal[1] - y) >= far:
                continue
            if wary and _outnumbered_at(battle, who, x, y):
                continue
            move = Move(who, manner, (("walk", x, y, model.z),))
            try:
                walking.check_move(battle.game, battle.state, who[0], move)
            except IllegalAction:
                continue
            return move
    return None


def _round_about(battle: Battle, who: str, aim: Aim, manner: str) -> Command | None:
    """The reachable place nearest to the goal, by doors, stairs and corners, if it is worth the way."""
    model = battle.state.models[who]
    area = options.reach_for(battle.game, battle.state, who, manner)
    wanted: list[tuple[float, Spot]] = []
    for spot, _ in area.spots():
        apart = _apart(aim, spot.x, spot.y, spot.z)
        if apart >= aim.keeps_off:
            wanted.append((apart, spot))
    now = _apart(aim, model.x, model.y, model.z)
    bold = battle.state.turn_number > PATIENCE
    tried = 0
    for apart, spot in sorted(wanted):
        if apart > now - 50 or tried == 8:
            return None
        if aim.wary and _outnumbered_at(battle, who, spot.x, spot.y):
            continue
        tried += 1
        node = area.nearest(spot.x, spot.y, spot.z)
        if node is None:
            continue
        path = segments_of(area.path_to(node))
        if not bold and any(segment[0] in RISKY for segment in path):
            continue
        move = Move(who, manner, path)
        try:
            walking.check_move(battle.game, battle.state, who[0], move)
        except IllegalAction:
            continue
        return move
    return None


def aim_of(battle: Battle, who: str) -> Aim | None:
    """Where the model wants to be; None when it is best where it is."""
    prize = _prize(battle, who)
    if prize is not None:
        return Aim(prize, "goes after the prize", True)
    game, state = battle.game, battle.state
    model = state.models[who]
    enemies = menu.enemies_on_table(battle, who[0])
    if not enemies:
        return None

    def gap(other: str) -> float:
        return hypot(state.models[other].x - model.x, state.models[other].y - model.y)

    if weighing.has_bow(game, who):
        reach = max(weapon.reach for weapon in game.fighters[who].weapons if weapon.is_missile)
        if any(gap(foe) <= reach and not state.models[foe].engaged and sees(game, state, who, foe) for foe in enemies):
            return None
        foe = min(enemies, key=gap)
        return Aim((state.models[foe].x, state.models[foe].y), "looks for a clear shot", height=state.models[foe].z)
    x, y = _middle(battle, who[0])

    def merit(other: str) -> float:
        value = 0.5 * weighing.fells(game, state, who, other) * weighing.worth(game, state, other)
        enemy = state.models[other]
        near = sum(hypot(state.models[a].x - enemy.x, state.models[a].y - enemy.y) < 800 for a in enemies)
        return value - gap(other) / 3000 - hypot(enemy.x - x, enemy.y - y) / 1200 - 0.15 * near

    foe = max(enemies, key=merit)
    return Aim(
        (state.models[foe].x, state.models[foe].y),
        f"closes with {game.name(foe)}",
        gap(foe) > 1400 and gap(foe) > hypot(state.models[foe].x - x, state.models[foe].y - y) - AHEAD,
        _standoff(battle, who, foe),
        state.turn_number <= PATIENCE,
        state.models[foe].z,
    )


def _apart(aim: Aim, x: int, y: int, z: int) -> float:
    """How far a place is from the goal; heights count more, for they take climbing."""
    return hypot(aim.goal[0] - x, aim.goal[1] - y, 2 * (aim.height - z))


def _outnumbered_at(battle: Battle, who: str, x: int, y: int) -> bool:
    """Could more enemies charge the model at this place than it has friends beside it, itself counted?"""
    game, state = battle.game, battle.state
    friends, foes = 1, 0
    for other, model in state.models.items():
        if other == who or model.gone or model.posture != STANDING:
            continue
        apart = hypot(model.x - x, model.y - y)
        if other[0] == who[0]:
            friends += apart < SUPPORT
        elif game.are_enemies(who, other) and not model.engaged and not weighing.has_bow(game, other):
            foes += apart < 200 * game.fighters[other].profile.movement + 100
    return foes > friends


def _standoff(battle: Battle, who: str, foe: str) -> int:
    """How far from an enemy to stop so as to charge him and not be charged;

    0 every third turn and against the helpless.
    """
    game, state = battle.game, battle.state
    enemy = state.models[foe]
    if enemy.posture != STANDING or enemy.engaged or state.turn_number % 3 == 0 or state.turn_number > PATIENCE:
        return 0
    if any(weapon.is_missile for weapon in game.fighters[foe].weapons):
        return 0
    reach = 200 * characteristic(game, state, foe, "movement")
    return reach + MARGIN + game.fighters[who].radius + game.fighters[foe].radius


def _middle(battle: Battle, side: str) -> tuple[float, float]:
    """The middle of the side's models on the table."""
    own = [model for who, model in battle.state.models.items() if who[0] == side and not model.gone]
    return sum(model.x for model in own) / len(own), sum(model.y for model in own) / len(own)


def _prize(battle: Battle, who: str) -> Point | None:
    """Where the scenario's objective draws this model, if it does."""
    game, state = battle.game, battle.state
    scenario, model = scenario_of(game), state.models[who]
    loose = [(token["x"], token["y"]) for token in tokens.tokens(state).values() if not token["by"]]
    if loose and tokens.may_carry(game, who) and _is_nearest_to(battle, who, loose):
        return min(loose, key=lambda spot: hypot(spot[0] - model.x, spot[1] - model.y))
    if isinstance(scenario, HiddenTreasure):
        carried = any(token["by"] == who for token in tokens.tokens(state).values())
        return _edge_point(battle, who, scenario.home_edge(game, state, who[0])) if carried else None
    if isinstance(scenario, StreetFight):
        return _edge_point(battle, who, opposite(scenario.home_edge(game, state, who[0])))
    if isinstance(scenario, Breakthrough) and who[0] == scenario.attacker(state):
        return _edge_point(battle, who, opposite(scenario.edge_of(game, state, who[0])))
    if isinstance(scenario, Occupy | DefendTheFind) and not weighing.has_bow(game, who):
        facts = scenario.facts(state)
        wanted = facts.get("buildings") or [facts.get("building")]
        centres = [_centre(battle, piece) for piece in wanted if piece]
        if centres:
            return centres[int(who[1:]) % len(centres)]
    return None


def _is_nearest_to(battle: Battle, who: str, spots: list[Point]) -> bool:
    """Is this model the nearest of its side to one of the spots?"""
    own = [(other, record) for other, record in battle.state.models.items() if other[0] == who[0] and not record.gone]
    return any(min(own, key=lambda row: hypot(row[1].x - x, row[1].y - y))[0] == who for x, y in spots)


def _edge_point(battle: Battle, who: str, edge: str) -> Point | None:
    model, radius = battle.state.models[who], battle.game.fighters[who].radius
    table = battle.game.table
    return {
        "south": (model.x, radius), "north": (model.x, table.length - radius),
        "west": (radius, model.y), "east": (table.width - radius, model.y),
    }.get(edge)  # fmt: skip


def _centre(battle: Battle, piece_id: str) -> Point:
    outline = battle.game.table.piece(piece_id).outline
    return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)
