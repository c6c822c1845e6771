"""The compulsory moves: continued flight, stagger of stupid models, random movement.

Rules: TURN-COMP-01, MV-ORDER-03, MV-STUP-01, MV-RAND-01
"""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin

from battles.engine.commands import Command, Move, Segment
from battles.engine.errors import IllegalAction
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner
from battles.engine.sentences import say
from battles.engine.state import ACTED, CHARGED, COMPELLED, FAILED_CHARGE, FLED, FLEEING, STANDING, BattleState
from battles.engine.steps.models.bodies import on_table
from battles.engine.steps.models.characteristics import characteristic, keywords_of
from battles.engine.steps.movement.forced import random_moves
from battles.engine.steps.nerve import flight
from battles.engine.terrain.buildings import rushes
from battles.engine.traits import Values

HEADINGS = tuple(range(0, 360, 45))
"""Directions offered for a random move; any other may be chosen."""
FAR = 1000
RANDOM_DICE = Values("random_movement_dice", lambda given: int(given["count"]))
"""Trait of a random mover that rolls another number of dice than two (`count`)."""
declare_inner(RANDOM_DICE.code)
WILD = "wild"
"""Code of the effect on a random mover without a handler this turn: a die decides its direction."""


def models_that_must_move(game: Game, state: BattleState) -> list[str]:
    """Models of the active side with a compulsory move still to make, in roster order."""
    return [model_id for model_id in on_table(state, state.active) if must_move(game, state, model_id)]


def must_move(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model still has to flee, stagger or move at random. Rule: MV-ORDER-03"""
    model = state.models[model_id]
    if model.posture != STANDING or model.flags & (ACTED | CHARGED | FAILED_CHARGE | FLED):
        return False
    if model.flags & (FLEEING | COMPELLED) or rushes.must_rush_out(game, state, model_id):
        return True
    return "random_movement" in keywords_of(game, state, model_id) and not model.engaged


def needs_heading(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the side must choose this random mover's direction before the dice are rolled; not if it is wild. Rule:
    MV-RAND-01
    """
    if is_wild(state, model_id) or rushes.must_rush_out(game, state, model_id):
        return False
    return not state.models[model_id].flags & (FLEEING | COMPELLED)


def is_wild(state: BattleState, model_id: str) -> bool:
    """Whether a die decides the direction of this random mover."""
    return any(effect.code == WILD for effect in state.models[model_id].effects)


def dice_of(game: Game, model_id: str) -> int:
    """Number of D6 that determine a random mover's distance: two, unless its trait states another number. Rule:
    MV-RAND-01
    """
    return RANDOM_DICE.first(game.fighters[model_id], 2)


def commands(game: Game, state: BattleState) -> list[Move]:
    """The compulsory moves that may be made next."""
    found: list[Move] = []
    for model_id in models_that_must_move(game, state):
        if not needs_heading(game, state, model_id):
            found.append(Move(model_id, "compulsory"))
            continue
        model = state.models[model_id]
        for heading in HEADINGS:
            angle = radians(heading)
            x, y = model.x + round(FAR * sin(angle)), model.y + round(FAR * cos(angle))
            found.append(Move(model_id, "compulsory", (("walk", x, y, model.z),)))
    return found


def check(game: Game, state: BattleState, side: str, command: Command) -> None:
    """Raise IllegalAction unless this is a legal compulsory move of a model that must make one."""
    if not isinstance(command, Move) or command.manner != "compulsory":
        raise IllegalAction("compulsory_first", "Compulsory moves come first.", "MV-ORDER-01")
    model = state.models.get(command.who)
    if model is None or command.who[0] != side:
        raise IllegalAction("not_yours", "That is not one of your warriors.")
    if model.gone or not must_move(game, state, command.who):
        raise IllegalAction(
            "not_compelled", say("{who} has no compulsory move to make.", who=game.name(command.who)), "MV-ORDER-03"
        )
    if needs_heading(game, state, command.who):
        if len(command.path) != 1 or command.path[0][1:3] == (model.x, model.y):
            raise IllegalAction(
                "heading_needed",
                say("Choose the direction in which {who} lurches: one leg.", who=game.name(command.who)),
                "MV-RAND-01",
            )
    elif command.path:
        raise IllegalAction(
            "no_choice", say("{who} cannot choose its direction.", who=game.name(command.who)), "MV-ORDER-03"
        )


def carry_out(ctx: Context, model_id: str, path: tuple[Segment, ...]) -> None:
    """Carry out one compulsory move."""
    model = ctx.state.models[model_id]
    if model.flags & FLEEING:
        flight.flee_on(ctx, model_id)
    elif model.flags & COMPELLED:
        stagger(ctx, model_id)
    elif rushes.must_rush_out(ctx.game, ctx.state, model_id):
        rushes.rush(ctx, model_id)
    elif is_wild(ctx.state, model_id):
        heading = 60.0 * (ctx.roll("die", model_id, rule="MV-RAND-01", about="direction").total - 1)
        length = ctx.sum_of("move", model_id, dice_of(ctx.game, model_id), rule="MV-RAND-01").total * 100
        random_moves.lurch(ctx, model_id, heading, length)
    else:
        heading = degrees(atan2(path[0][1] - model.x, path[0][2] - model.y))
        length = ctx.sum_of("move", model_id, dice_of(ctx.game, model_id), rule="MV-RAND-01").total * 100
        random_moves.lurch(ctx, model_id, heading, length)
    if not ctx.state.models[model_id].gone:
        ctx.flag(model_id, on=ACTED, off=COMPELLED, why="compulsory")


def stagger(ctx: Context, model_id: str) -> None:
    """Roll a D6: on 1-3 the model staggers straight ahead at half speed, on 4-6 it does not move. Rule: MV-STUP-01"""
    if ctx.roll("char", model_id, rule="MV-STUP-01", about="stagger").total > 3:
        ctx.note("stands_gaping", model_id, rule="MV-STUP-01")
        return
    half = characteristic(ctx.game, ctx.state, model_id, "movement") * 50
    random_moves.stumble(ctx, model_id, float(ctx.state.models[model_id].facing), half)
