"""Running: which models may run, and the list of enemies that prevent it. Rules: MV-RUN-01 to MV-RUN-05"""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.events import SnapshotTaken
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import HIDDEN, SEARCH_FAILED, STOOD_UP, BattleState, Miniature
from battles.engine.steps.models.bodies import body_of, enemies_of, is_watchful
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.table.vectors import Body, within

REACH = 800
"""Distance within which an enemy prevents running, in hundredths of an inch. Rule: MV-RUN-02"""


def forbids_running(game: Game, model: Miniature) -> bool:
    """Whether an enemy in this state prevents running. Rule: MV-RUN-02"""
    if game.rules.any_enemy_stops_running:
        return True
    return is_watchful(model) and not model.flags & HIDDEN


def take_snapshot(ctx: Context) -> None:
    """Record the enemies that prevent running, once charges are declared and reacted to.

    Rule: MV-RUN-03
    """
    game, state = ctx.game, ctx.state
    places = tuple(
        (
            model_id,
            state.models[model_id].x,
            state.models[model_id].y,
            state.models[model_id].z,
            game.fighters[model_id].radius,
        )
        for model_id in enemies_of(game, state, state.active)
        if forbids_running(game, state.models[model_id])
    )
    ctx.emit(SnapshotTaken(places))


def who_forbids(game: Game, state: BattleState, model_id: str) -> str:
    """Id of a recorded enemy within 8 inches; "" for none. Walls and sight do not matter. Rules: MV-RUN-02,
    MV-RUN-03
    """
    body = body_of(game, state, model_id)
    for other, (x, y, z, radius) in state.snapshot.items():
        if within(body, Body(x, y, z, radius, 0), REACH):
            return other
    return ""


def check_may_run(game: Game, state: BattleState, model_id: str) -> None:
    """Raise IllegalAction unless the model may run this turn."""
    model = state.models[model_id]
    name = game.name(model_id)
    if model.flags & STOOD_UP:
        raise IllegalAction("stood_up", say("{name} stood up this turn and cannot run.", name=name), "MV-STAND-01")
    if model.flags & SEARCH_FAILED:
        raise IllegalAction(
            "search_failed", say("{name} failed to detect an enemy and may only walk.", name=name), "MV-CHG-04"
        )
    if not allowance_of(game, state, model_id).may_run:
        raise IllegalAction("cannot_run", say("{name} cannot run.", name=name), "MV-RUN-05")
    if who_forbids(game, state, model_id):
        raise IllegalAction(
            "enemy_near", say("{name} cannot run: an enemy is within 8 inches.", name=name), "MV-RUN-02"
        )


def may_run(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model may run this turn; see `check_may_run`."""
    try:
        check_may_run(game, state, model_id)
    except IllegalAction:
        return False
    return True
