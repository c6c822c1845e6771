"""War-priests, who improve with every enemy put out of action. Hook `enemy_out`. Rules: CHAR-LD-01, CHAR-PROFILE-01"""

from __future__ import annotations

from typing import Any

from battles.engine.events import EffectAdded, EffectEnded
from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.state import BattleState, Effect
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.turn.optional_choices import AFTER_COMBAT, begin, inner_offer, offer

VISION = "vision"
"""Code of the effect on a model that may raise characteristics at the end of the combat phase. Its value is the number
of visions.
"""
RAISED_BY_VISION = ("weapon_skill", "strength", "toughness", "initiative")
inner_offer(VISION)


def _left(state: BattleState, model_id: str) -> list[str]:
    """The characteristics that no vision has raised in this battle."""
    raised = {effect.code for effect in state.models[model_id].effects}
    return [name for name in RAISED_BY_VISION if f"raised_{name}" not in raised]


@on("enemy_out", "blood_visions")
def sees(ctx: Context, model_id: str, target: str) -> None:
    """In a combat phase, the priest has a vision if it passes a Leadership test and has a characteristic left to
    raise.
    """
    effect = next((effect for effect in ctx.model(model_id).effects if effect.code == VISION), None)
    waiting = effect.value if effect is not None else 0
    if ctx.state.phase != "combat" or waiting >= len(_left(ctx.state, model_id)):
        return
    if take_test(ctx, model_id, "nerve", "CHAR-LD-01", own_only=True):
        if effect is not None:
            ctx.emit(EffectEnded(model_id, VISION))
        ctx.emit(EffectAdded(model_id, Effect(VISION, waiting + 1)))


def _raises(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    return [
        Choice(name, f"{game.name(model_id)} gains 1 {name.replace('_', ' ')}", "characteristic")
        for name in _left(state, model_id)
    ]


@offer(VISION, AFTER_COMBAT, _raises)
def raises(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Raise a characteristic by 1 for the rest of the battle. After a second vision in the phase, ask again."""
    count = next(effect.value for effect in ctx.model(model_id).effects if effect.code == VISION)
    ctx.emit(EffectEnded(model_id, VISION))
    ctx.emit(EffectAdded(model_id, Effect(f"raised_{key}", 1)))
    if count > 1:
        ctx.emit(EffectAdded(model_id, Effect(VISION, count - 1)))
        begin(ctx, AFTER_COMBAT, model_id[0])
