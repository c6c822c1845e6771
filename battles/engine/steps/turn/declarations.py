"""Declarations at the start of a side's turn: skills with a benefit for the turn and a cost at its end.

A trait with the parameter `declared` is inactive until its owner declares it; the effect DECLARED on the model then
activates all its declared traits for the turn. Rule: TURN-START-01
"""

from __future__ import annotations

from battles.engine.dice import d3
from battles.engine.events import EffectAdded
from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.state import FLEEING, STANDING, STUPID, BattleState, Effect
from battles.engine.steps.models.bodies import on_table
from battles.engine.traits import Values

DECLARED_MOVES = Values("movement_bonus", lambda given: str(given["dice"]) if given.get("declared") else "")
"""Dice of a movement bonus that must be declared; "" for other bonuses."""

DECLARED = "declared"
"""Code of the effect on a model that has declared. Its value is the number of inches that `movement_bonus` adds to each
move.
"""


def is_declared(state: BattleState, model_id: str) -> bool:
    """Whether the model has declared its skill for its side's current turn."""
    return model_id[0] == state.active and any(effect.code == DECLARED for effect in state.models[model_id].effects)


def declarers(game: Game, state: BattleState, side: str) -> list[str]:
    """Models of a side that may declare something now."""
    return [
        model_id
        for model_id in on_table(state, side)
        if state.models[model_id].posture == STANDING
        and not state.models[model_id].flags & (FLEEING | STUPID)
        and any(parameters.get("declared") for _code, parameters in game.fighters[model_id].skills)
    ]


def ask(ctx: Context, who: str) -> None:
    """Prompt the side of one model. After a timeout nothing is declared."""
    name = ctx.game.name(who)
    options = [
        Choice("no", f"{name} does not use the skill", "save"),
        Choice("yes", f"{name} uses the skill", "declare"),
    ]
    ctx.ask(who[0], "declare", options, default="no", who=who, rule="TURN-START-01")


def declare(ctx: Context, model_id: str) -> None:
    """Activate the declared traits of a model for this turn, and roll a bonus to its move."""
    bonus = 0
    for dice in DECLARED_MOVES.of(ctx.fighter(model_id)):
        if dice:
            face = ctx.roll("count", model_id, rule="TURN-START-01").total
            bonus += d3(face) if dice == "D3" else face
    ctx.note("declared", model_id, detail=str(bonus), rule="TURN-START-01")
    ctx.emit(EffectAdded(model_id, Effect(DECLARED, bonus, ctx.state.turn_number + 1, model_id[0])))
