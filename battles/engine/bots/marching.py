"""Where the tactician walks:

fighters towards the enemy, archers to where they see one, everybody to the scenario's prize.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from battles.engine.bots import menu, weighing
from battles.engine.bots.base import Chosen
from battles.engine.commands import Command, EndStep, Move
from battles.engine.errors import IllegalAction
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import opposite, scenario_of
from battles.engine.scenarios.buildings import DefendTheFind, Occupy
from battles.engine.scenarios.crossing import Breakthrough, StreetFight
from battles.engine.scenarios.treasure import HiddenTreasure
from battles.engine.state import STANDING
from battles.engine.steps import running, walking
from battles.engine.steps.allowances import allowance_of
from battles.engine.steps.watching import sees

if TYPE_CHECKING:
    from battles.engine.battle import Battle

Point = tuple[int, int]
CLOSE = 200
"""A step shorter than this is not worth taking."""
TURNS = ((1.0, 0.0), (0.94, 0.34), (0.94, -0.34), (0.71, 0.71), (0.71, -0.71), (0.26, 0.97), (0.26, -0.97))
"""Ways round what stands in the way: cosine and sine of the bend."""


def march(battle: Battle, side: str) -> Chosen:
    """The next model's move; the end of the phase when nobody has a better place to be."""
    for who in menu.movers(battle, side):
        chosen = _move_of(battle, who)
        if chosen is not None:
            return chosen
    return Chosen(EndStep(), "everybody stands where he should")


def _move_of(battle: Battle, who: str) -> Chosen | None:
    game, state = battle.game, battle.state
    model = state.models[who]
    if model.posture != STANDING or model.engaged:
        return None
    goal, reason, hurry = goal_of(battle, who)
    if goal is None:
        return None
    far = hypot(goal[0] - model.x, goal[1] - model.y)
    if far < 20:
        return None
    allowance = allowance_of(game, state, who)
    manners = [("walk", allowance.walk)]
    if hurry and far > allowance.walk + CLOSE and running.may_run(game, state, who):
        manners.insert(0, ("run", allowance.run))
    for manner, budget in manners:
        move = _towards(battle, who, goal, manner, min(budget - 2, int(far)))
        if move is not None:
            return Chosen(move, f"{game.name(who)} {reason}")
    return None


def _towards(battle: Battle, who: str, goal: Point, manner: str, length: int) -> Command | None:
    """The first legal straight step that brings the model nearer, bending farther aside and shortening where it must.

    """
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
            move = Move(who, manner, (("walk", x, y, model.z),))
            try:
                walking.check_move(battle.game, battle.state, who[0], move)
            except IllegalAction:
                continue
            return move
    return None


def goal_of(battle: Battle, who: str) -> tuple[Point | None, str, bool]:
    """Where the model wants to be, why, and whether it hurries."""
    prize = _prize(battle, who)
    if prize is not None:
        return prize, "goes after the prize", True
    game, state = battle.game, battle.state
    model = state.models[who]
    enemies = menu.enemies_on_table(battle, who[0])
    if not enemies:
        return None, "", False

    def gap(other: str) -> float:
        return hypot(state.models[other].x - model.x, state.models[other].y - model.y)

    if weighing.has_bow(game, who):
        reach = max(weapon.reach for weapon in game.fighters[who].weapons if weapon.is_missile)
        if any(
            gap(other) <= reach and not state.models[other].engaged and sees(game, state, who, other)
            for other in enemies
        ):
            return None, "", False
        foe = min(enemies, key=gap)
        return (state.models[foe].x, state.models[foe].y), "looks for a clear shot", False
    foe = max(
        enemies,
        key=lambda other: (
            weighing.fells(game, state, who, other) * weighing.worth(game, state, other) - gap(other) / 1600
        ),
    )
    mine, theirs = weighing.fells(game, state, who, foe), weighing.fells(game, state, foe, who)
    if theirs > 2.5 * mine and gap(foe) < 1600 and _friends_near(battle, who) < 2:
        return None, "", False
    return (state.models[foe].x, state.models[foe].y), f"closes with {game.name(foe)}", gap(foe) > 1400


def _friends_near(battle: Battle, who: str) -> int:
    state = battle.state
    model = state.models[who]
    return sum(
        1
        for other, record in state.models.items()
        if other != who
        and other[0] == who[0]
        and not record.gone
        and hypot(record.x - model.x, record.y - model.y) < 800
    )


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
