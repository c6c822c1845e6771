"""What tests of special rules share: hooks called by hand, options taken, effects read."""

from __future__ import annotations

from typing import Any

from battles.engine.hooks import listeners
from battles.engine.steps.turn import optional_choices
from battles.engine.tests.builder import Arena, weapon

HANDGUN = weapon("handgun", kind="missile", reach=2400, strength=4)
CROSSBOW = weapon("crossbow", kind="missile", reach=3000, strength=4)


def heard(arena: Arena, hook: str, dice: str, model_id: str = "a1", *given: Any, side: str = "a") -> Any:
    """Call what listens to a hook on a model; every die is used, and the arena goes on from there."""
    ctx = arena.context(dice, side=side)
    for function, parameters in listeners(ctx.fighter(model_id).hooks, ctx.model(model_id).effects, hook):
        function(ctx, model_id, *given, **parameters)
    keep(arena, ctx)
    return ctx


def keep(arena: Arena, ctx: Any) -> None:
    arena.finish(ctx)
    arena.models = dict(ctx.state.models)
    arena.marks = dict(ctx.state.marks)


def chosen(arena: Arena, model_id: str, code: str, key: str, dice: str = "", side: str = "a") -> Any:
    """Take an option of a trait, which must be on offer."""
    ctx = arena.context(dice, side=side)
    given = next(given for known, given in optional_choices.traits_of(ctx.game, ctx.state, model_id) if known == code)
    offered = optional_choices.OFFERS[code].options(ctx.game, ctx.state, model_id, **given)
    assert key in [choice.key for choice in offered], offered
    optional_choices.OFFERS[code].take(ctx, model_id, key, **given)
    keep(arena, ctx)
    return ctx


def offers(arena: Arena, model_id: str, moment: str, side: str = "a") -> list[str]:
    """What a model is offered at a moment."""
    return [
        code for one, code in optional_choices.due(arena.game(), arena.position(side=side), moment) if one == model_id
    ]


def effects(arena: Arena, model_id: str) -> list[str]:
    return [effect.code for effect in arena.models[model_id].effects]
