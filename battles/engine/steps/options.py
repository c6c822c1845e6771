"""Useful moves to offer: a bounded list for each model, every one of which `walking.check_move` accepts.

Rule: MV-WALK-01. Any other path is judged by `check_move` alone.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin

from battles.engine.commands import Command, Move
from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.state import STANDING, BattleState
from battles.engine.steps import hiding, running, walking
from battles.engine.steps.allowances import allowance_of, budget_of
from battles.engine.steps.bodies import enemies_of
from battles.engine.table.vectors import Spot, round_half_up

HEADINGS = 8


def moves_of(game: Game, state: BattleState, who: str) -> list[Command]:
    """Moves worth offering to one model of the active side in the remaining step."""
    if not walking.can_move(game, state, who):
        return []
    model = state.models[who]
    found: list[Command] = []
    if model.posture != STANDING:
        manners = ["crawl"]
    else:
        manners = ["walk", "run"] if running.may_run(game, state, who) else ["walk"]
    if hiding.may_hide(game, state, who):
        found.append(Move(who, manners[0], (), True))
    allowance = allowance_of(game, state, who)
    for manner in manners:
        for spot in _aims(game, state, who, budget_of(allowance, manner)):
            move = Move(who, manner, (("walk", *spot),))
            try:
                walking.check_move(game, state, who[0], move)
            except IllegalAction:
                continue
            found.append(move)
    return list(dict.fromkeys(found))


def _aims(game: Game, state: BattleState, who: str, budget: int) -> list[Spot]:
    model = state.models[who]
    ways = [
        (sin(radians(360 / HEADINGS * number)), cos(radians(360 / HEADINGS * number))) for number in range(HEADINGS)
    ]
    for other in enemies_of(game, state, who):
        enemy = state.models[other]
        far = hypot(enemy.x - model.x, enemy.y - model.y)
        if far > 0:
            ways.append(((enemy.x - model.x) / far, (enemy.y - model.y) / far))
    spots = []
    for ux, uy in ways:
        length = budget - 2
        spots.append(Spot(round_half_up(model.x + ux * length), round_half_up(model.y + uy * length), model.z))
    return spots
