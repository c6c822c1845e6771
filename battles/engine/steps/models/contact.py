"""Which models are engaged: bases in contact, or a low wall between them. Rules: CONV-ENGAGED-01, MV-CHG-07,
MV-ENGAGED-01

Use `engage` after a charge, `settle` after any other move; both update the relation through events.
"""

from __future__ import annotations

from battles.engine.events import Engaged, Flagged, Separated
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import ACROSS, FIRST_ROUND, HIDDEN, BattleState
from battles.engine.steps.models.bodies import body_of, enemies_of, is_out_of_the_fight
from battles.engine.table.contact import REACH, in_contact
from battles.engine.table.vectors import gap_at_most, touching


def touches(game: Game, state: BattleState, model_id: str, target: str) -> bool:
    """Whether two models are in fighting contact: touching, on a slope next to each other, or across a low obstacle.
    Rule: MV-CHG-07
    """
    return in_contact(game.table, body_of(game, state, model_id), body_of(game, state, target))


def touched_enemies(game: Game, state: BattleState, model_id: str) -> list[str]:
    """Every enemy whose base the model touches or faces across a low obstacle, engaged or not."""
    mine = body_of(game, state, model_id)
    near = [(other, body_of(game, state, other)) for other in enemies_of(game, state, model_id)]
    return [other for other, enemy in near if gap_at_most(mine, enemy, REACH) and in_contact(game.table, mine, enemy)]


def engage(ctx: Context, model_id: str, target: str) -> None:
    """Start the fight of two enemies. A model that was not engaged is in the first round of its combat.

    Rule: CONV-ENGAGED-01
    """
    mine, theirs = body_of(ctx.game, ctx.state, model_id), body_of(ctx.game, ctx.state, target)
    across = not touching(mine, theirs, None)
    for joined in (model_id, target):
        model = ctx.state.models[joined]
        on = 0 if model.engaged else FIRST_ROUND
        on |= ACROSS if across else 0
        if on & ~model.flags or model.flags & HIDDEN:
            ctx.emit(Flagged(joined, on & ~model.flags, model.flags & HIDDEN, "engaged"))
    ctx.emit(Engaged(model_id, target, across))


def engage_all(ctx: Context, model_id: str, *, without: str = "") -> tuple[str, ...]:
    """Engage a model with every enemy it touches now, except `without`, an id. Returns those newly engaged.

    Rules: MV-CHG-10, GM-PLACE-01
    """
    engaged = ctx.state.models[model_id].engaged
    touched = touched_enemies(ctx.game, ctx.state, model_id)
    fresh = tuple(other for other in touched if other not in engaged and other != without)
    for other in fresh:
        engage(ctx, model_id, other)
    return fresh


def settle(ctx: Context, model_id: str) -> None:
    """Separate a model from opponents it no longer touches after a walk, flight, throw or fall.

    Terrain that it has entered or left starts or ends its effects on it.
    """
    from battles.engine.terrain import auras

    auras.refresh(ctx, model_id)
    model = ctx.state.models[model_id]
    if not model.engaged:
        return
    mine = body_of(ctx.game, ctx.state, model_id)
    for other in model.engaged:
        enemy = ctx.state.models[other]
        if model.gone or enemy.gone or not in_contact(ctx.game.table, mine, body_of(ctx.game, ctx.state, other)):
            separate(ctx, model_id, other)


def separate(ctx: Context, model_id: str, target: str) -> None:
    """End the engagement of two models."""
    ctx.emit(Separated(model_id, target))
    for joined in (model_id, target):
        model = ctx.state.models[joined]
        if not model.engaged and model.flags & ACROSS:
            ctx.flag(joined, off=ACROSS, why="separated")


def release(ctx: Context, model_id: str) -> None:
    """Separate a model from all opponents."""
    for other in ctx.state.models[model_id].engaged:
        separate(ctx, model_id, other)


def is_held(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether an opponent is still able to fight, so that the model may not leave. Rules: CC-MOVE-01, MV-ENGAGED-01"""
    return any(not is_out_of_the_fight(game, state.models[other]) for other in state.models[model_id].engaged)
