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


def touches(game: Game, state: BattleState, who: str, whom: str) -> bool:
    """In fighting contact: touching, joined by a slope, or across a low obstacle. Rule: MV-CHG-07"""
    return in_contact(game.table, body_of(game, state, who), body_of(game, state, whom))


def touched_enemies(game: Game, state: BattleState, who: str) -> list[str]:
    """Every enemy whose base the model touches or faces across a low obstacle, engaged or not."""
    mine = body_of(game, state, who)
    near = [(other, body_of(game, state, other)) for other in enemies_of(game, state, who)]
    return [other for other, foe in near if gap_at_most(mine, foe, REACH) and in_contact(game.table, mine, foe)]


def engage(ctx: Context, who: str, whom: str) -> None:
    """Two enemies start to fight each other; a model that was not engaged is in the first round of its combat.

    Rule: CONV-ENGAGED-01
    """
    mine, his = body_of(ctx.game, ctx.state, who), body_of(ctx.game, ctx.state, whom)
    across = not touching(mine, his, None)
    for one in (who, whom):
        model = ctx.state.models[one]
        on = 0 if model.engaged else FIRST_ROUND
        on |= ACROSS if across else 0
        if on & ~model.flags or model.flags & HIDDEN:
            ctx.emit(Flagged(one, on & ~model.flags, model.flags & HIDDEN, "engaged"))
    ctx.emit(Engaged(who, whom, across))


def engage_all(ctx: Context, who: str, *, but: str = "") -> tuple[str, ...]:
    """Engage a model with every enemy it touches now, except `but`; returns those newly engaged.

    Rules: MV-CHG-10, GM-PLACE-01
    """
    engaged = ctx.state.models[who].engaged
    touched = touched_enemies(ctx.game, ctx.state, who)
    fresh = tuple(other for other in touched if other not in engaged and other != but)
    for other in fresh:
        engage(ctx, who, other)
    return fresh


def settle(ctx: Context, who: str) -> None:
    """Separate a model from the opponents it no longer touches after it walked, fled, was thrown or fell.

    Places that it has entered or left start and end their effects on it.
    """
    from battles.engine.terrain import auras

    auras.refresh(ctx, who)
    model = ctx.state.models[who]
    if not model.engaged:
        return
    mine = body_of(ctx.game, ctx.state, who)
    for other in model.engaged:
        enemy = ctx.state.models[other]
        if model.gone or enemy.gone or not in_contact(ctx.game.table, mine, body_of(ctx.game, ctx.state, other)):
            separate(ctx, who, other)


def separate(ctx: Context, who: str, whom: str) -> None:
    """End the engagement of two models."""
    ctx.emit(Separated(who, whom))
    for one in (who, whom):
        model = ctx.state.models[one]
        if not model.engaged and model.flags & ACROSS:
            ctx.flag(one, off=ACROSS, why="separated")


def release(ctx: Context, who: str) -> None:
    """Separate a model from all opponents."""
    for other in ctx.state.models[who].engaged:
        separate(ctx, who, other)


def is_held(game: Game, state: BattleState, who: str) -> bool:
    """Whether some opponent still fights: then the model may not leave. Rules: CC-MOVE-01, MV-ENGAGED-01"""
    return any(not is_out_of_the_fight(game, state.models[other]) for other in state.models[who].engaged)
