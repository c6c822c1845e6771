"""One random charge or move of a model, found without computing the others: for bots that do not compare options.

The result is validated like any command; it is None if the attempt found nothing. `pick(n)` gives a whole number from 0
up to but not including n. Rules: MV-CHG-02, MV-WALK-01, MV-RUN-01, MV-HIDE-01
"""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.commands import Charge, Command, Face, Move
from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.charge import declarations
from battles.engine.steps.models.bodies import enemies_of
from battles.engine.steps.movement import options
from battles.engine.steps.movement.allowances import is_mounted
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.movement.movers import mover_of, others_of, rules_of
from battles.engine.steps.movement.tracks import segments_of
from battles.engine.table.movement.random_walk import Pick, random_path
from battles.engine.terrain.buildings.garrisons import garrison_of

OFTEN, SELDOM, HARDLY_EVER = 3, 8, 16
"""Probabilities of a choice: one in this number."""


def random_charge(
    game: Game, state: BattleState, model_id: str, declared: Sequence[declarations.Record], pick: Pick
) -> Charge | None:
    """A charge that the model may declare: at one enemy, sometimes at two, or over a part that must be named."""
    if not declarations.may_charge(game, state, model_id, declared):
        return None
    if not pick(HARDLY_EVER):
        offered = declarations.offers_of(game, state, model_id, declared)
        return offered[pick(len(offered))] if offered else None
    left = list(enemies_of(game, state, model_id))
    chosen: Charge | None = None
    while left:
        target = left.pop(pick(len(left)))
        if declarations.is_beyond_reach(game, state, model_id, target):
            continue
        wanted = Charge(model_id, (target,) if chosen is None else (*chosen.targets, target))
        if chosen is not None and not declarations.can_touch_all(game, state, model_id, wanted.targets):
            continue
        try:
            declarations.check_charge(game, state, model_id[0], wanted, declared)
        except IllegalAction:
            continue
        if chosen is not None or pick(OFTEN):
            return wanted
        chosen = wanted
    return chosen


def random_move(game: Game, state: BattleState, model_id: str, pick: Pick) -> Command | None:
    """A move that the model may make: to some place, sometimes into hiding, or a turn on the spot."""
    manners = options.manners_of(game, state, model_id)
    if not manners:
        return None
    doors = options.through_doors(game, state, model_id)
    if doors and (garrison_of(state, model_id) or not pick(OFTEN)):
        return doors[pick(len(doors))]
    if garrison_of(state, model_id):
        return None
    if not pick(SELDOM) and hiding_rules.may_hide(game, state, model_id):
        return Move(model_id, manners[0], (), True)
    if game.rules.mounted_shooters_see_front_only and is_mounted(game.fighters[model_id]) and not pick(SELDOM):
        degrees = 90 * pick(4)
        if degrees != state.models[model_id].facing:
            return Face(model_id, degrees)
    manner = manners[pick(len(manners))]
    way = random_path(
        game.table,
        mover_of(game, state, model_id, manner),
        others_of(game, state, model_id),
        rules_of(game, model_id),
        pick,
    )
    if way is None:
        return None
    area, end = way
    move = Move(model_id, manner, segments_of(area.path_to(end)))
    if manner != "run" and not pick(OFTEN):
        hidden = move._replace(hide=True)
        if options.is_accepted(game, state, hidden):
            return hidden
    return move if options.is_accepted(game, state, move) else None
