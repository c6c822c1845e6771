"""Useful moves to offer, and how far a model can move. Rules: MV-WALK-01, MV-RUN-01, MV-CRAWL-01, GM-PATH-01

`moves_of` is a limited list for each model; `walking.check_move` accepts each of them, and validates any other path
that a player sends. `reach_for` is everything a model can reach, for pages and bots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battles.engine.commands import Command, Face, Move, Segment
from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.state import STANDING, BattleState
from battles.engine.steps.models.bodies import body_of, enemies_of
from battles.engine.steps.movement import partners, running, walking
from battles.engine.steps.movement.allowances import is_mounted
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.movement.movers import mover_of, others_of, rules_of
from battles.engine.steps.movement.tracks import judge, segments_of
from battles.engine.table.movement.reach import ReachArea, reach, within_reach
from battles.engine.table.movement.rules import Mover, MoveRules, Other, Refused
from battles.engine.table.vectors import Body, Spot
from battles.engine.terrain.buildings import entering
from battles.engine.terrain.buildings.garrisons import garrison_of

OFFERED = {"walk": 14, "run": 10, "crawl": 8}
"""Number of destinations offered for each manner of moving."""
HIDE_REASONS = ("cover", "edge")
HIDES_TRIED = 4


def reach_for(game: Game, state: BattleState, model_id: str, manner: str = "walk") -> ReachArea:
    """Everywhere a model can get in this manner, with costs: `spots()`, `useful_spots()`, `path_to(node)`.

    Geometry only: `walking.can_move` and `running.may_run` decide whether it may move in this manner at all.
    """
    mover = mover_of(game, state, model_id, manner)
    return reach(game.table, mover, others_of(game, state, model_id), rules_of(game, model_id))


def manners_of(game: Game, state: BattleState, model_id: str) -> tuple[str, ...]:
    """The manners in which the model may move now; empty if it may not move."""
    if not walking.can_move(game, state, model_id):
        return ()
    if state.models[model_id].posture != STANDING:
        return ("crawl",)
    return ("walk", "run") if running.may_run(game, state, model_id) else ("walk",)


def moves_of(game: Game, state: BattleState, model_id: str) -> list[Command]:
    """Useful moves of one model of the active side, after charges and compulsory moves."""
    manners = manners_of(game, state, model_id)
    if not manners:
        return []
    found: list[Command] = []
    found.extend(through_doors(game, state, model_id))
    if garrison_of(state, model_id):
        return found
    if hiding_rules.may_hide(game, state, model_id):
        found.append(Move(model_id, manners[0], (), True))
    others = others_of(game, state, model_id)
    enemies = [body_of(game, state, enemy) for enemy in enemies_of(game, state, model_id)]
    for manner in manners:
        found.extend(_moves_in(game, state, model_id, manner, others, enemies))
    if game.rules.mounted_shooters_see_front_only and is_mounted(game.fighters[model_id]):
        facing = state.models[model_id].facing
        found.extend(Face(model_id, degrees) for degrees in range(0, 360, 90) if degrees != facing)
    return found


WayKey = tuple[Mover, tuple[Other, ...], MoveRules]
"""Cache key of a model's useful moves: the mover, the models within reach, the rules."""


class Way(NamedTuple):
    """A useful destination with the path to it."""

    spot: Spot
    reason: str
    path: tuple[Segment, ...]


def _moves_in(
    game: Game, state: BattleState, model_id: str, manner: str, others: Sequence[Other], enemies: Sequence[Body]
) -> list[Move]:
    mover = mover_of(game, state, model_id, manner)
    judged = manner == "crawl" or mover.mounted or game.rules.terrain_pack or bool(partners.leash_of(game, model_id))
    found: list[Move] = []
    hides = 0
    for spot, reason, path in _ways_of(game, mover, others, model_id):
        if walking.touches(game, mover.body.at(spot.x, spot.y, spot.z), enemies):
            continue
        move = Move(model_id, manner, path)
        if judged and not is_accepted(game, state, move):
            continue
        found.append(move)
        if manner != "run" and reason in HIDE_REASONS and hides < HIDES_TRIED:
            hides += 1
            try:
                walking.check_hide_at(game, state, model_id, spot, manner)
            except IllegalAction:
                continue
            found.append(move._replace(hide=True))
    return found


def _ways_of(game: Game, mover: Mover, others: Sequence[Other], model_id: str) -> tuple[Way, ...]:
    """Paths to useful destinations. They are cached with the table until a model moves that could block them."""
    rules = rules_of(game, model_id)
    near = within_reach(mover, others)
    cache = game.table.caches.useful_ways
    key = (mover, near, rules)
    ways = cache.get(key)
    if ways is None:
        return cache.store(key, tuple(_find_ways(game, mover, near, model_id)))
    cache.counts.hits += 1
    return ways


def _find_ways(game: Game, mover: Mover, others: Sequence[Other], model_id: str) -> Iterator[Way]:
    area = reach(game.table, mover, others, rules_of(game, model_id))
    for useful in area.useful_spots(OFFERED[mover.mode]):
        steps = area.path_to(useful.node)
        path = segments_of(steps)
        named = any(step.kind != "walk" for step in steps)
        if (named or mover.mode == "crawl") and isinstance(judge(game, mover, path, others, model_id), Refused):
            continue
        yield Way(useful.spot, useful.reason, path)


def through_doors(game: Game, state: BattleState, model_id: str) -> list[Move]:
    """Exits for a model inside a garrison building; for other models straight moves into such buildings.

    Rules: TR-BLDG-ENTER-01, TR-BLDG-EXIT-01
    """
    if garrison_of(state, model_id):
        return entering.leaves_of(game, state, model_id)
    if state.models[model_id].posture != STANDING:
        return []
    moves = [Move(model_id, "enter", (("walk", *spot),)) for _, spot in entering.entries_near(game, state, model_id)]
    return [move for move in moves if is_accepted(game, state, move)]


def is_accepted(game: Game, state: BattleState, move: Move) -> bool:
    """Whether `walking.check_move` accepts a move."""
    try:
        walking.check_move(game, state, move.who[0], move)
    except IllegalAction:
        return False
    return True
