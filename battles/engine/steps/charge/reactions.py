"""Charge reactions: hold, stand and shoot, flee. Rules: MV-CHG-13, MV-CHG-14, MV-CHG-15, SHOOT-REACT-01

In rulesets with reactions, each charged model's side is prompted once, before any charger moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.state import FLEEING, Frame
from battles.engine.state import BattleState as State
from battles.engine.steps.charge import stand_and_shoot
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of, is_hidden, is_watchful
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.nerve import flight
from battles.engine.table.vectors import distance
from battles.engine.terrain.buildings.garrisons import garrison_of


def charged_models(state: State, declared: Sequence[dict[str, object]]) -> list[str]:
    """Targets of the charges that continue, each once, in the order of declaration."""
    found: list[str] = []
    for record in declared:
        targets = record["targets"]
        if not record["status"] and isinstance(targets, list):
            found.extend(target for target in targets if target not in found and not state.models[target].gone)
    return found


def chargers_of(declared: Sequence[dict[str, object]], target: str) -> list[str]:
    """The models whose charge at this target continues."""
    return [
        str(record["who"])
        for record in declared
        if not record["status"] and isinstance(record["targets"], list) and target in record["targets"]
    ]


def nearest_charger(game: Game, state: State, target: str, chargers: Sequence[str]) -> str:
    """The charger that the model shoots at or flees from. Rule: MV-CHG-14"""
    mine = body_of(game, state, target)
    return min(chargers, key=lambda model_id: distance(mine, body_of(game, state, model_id)))


def choices_for(game: Game, state: State, target: str, chargers: Sequence[str]) -> list[Choice]:
    """The reactions of a charged model; empty if it can only hold, since then there is no prompt. Rule: MV-CHG-13"""
    model = state.models[target]
    if not is_watchful(model) or model.engaged or is_hidden(model) or not chargers:
        return []
    name = game.name(target)
    found = [Choice("hold", f"{name} holds", "hold")]
    charger = nearest_charger(game, state, target, chargers)
    for weapon in stand_and_shoot.weapons_for(game, state, target, charger):
        label = game.fighters[target].weapons[weapon].name
        found.append(
            Choice(
                f"shoot:{weapon}", f"{name} stands and shoots with the {label}", "stand_and_shoot", {"weapon": weapon}
            )
        )
    if not garrison_of(state, target):
        found.append(Choice("flee", f"{name} flees", "flee"))
    return found


def carry_on(ctx: Context, frame: Frame) -> bool:
    """Prompt for the next charged model, or carry out its reaction. Returns False when all have reacted."""
    if not ctx.rules.charge_reactions:
        return False
    declared = frame.data["declared"]
    queue = charged_models(ctx.state, declared)
    reacted: list[str] = frame.data.get("reacted", [])
    if ctx.answer is not None:
        target = frame.data["reacting"]
        _react(ctx, target, ctx.answer, chargers_of(declared, target))
        ctx.replace(reacted=[*reacted, target], reacting="")
        return True
    for target in queue:
        if target in reacted:
            continue
        options = choices_for(ctx.game, ctx.state, target, chargers_of(declared, target))
        if not options:
            reacted = [*reacted, target]
            continue
        ctx.replace(reacted=reacted, reacting=target)
        ctx.ask(target[0], "react", options, default="hold", who=target, rule="MV-CHG-13")
        return True
    return False


def _react(ctx: Context, target: str, answer: str, chargers: Sequence[str]) -> None:
    if answer == "hold" or not chargers:
        ctx.note("holds", target, rule="MV-CHG-13")
        return
    charger = nearest_charger(ctx.game, ctx.state, target, chargers)
    if answer == "flee":
        _flee(ctx, target, charger)
        return
    weapon = int(answer.partition(":")[2])
    stand_and_shoot.shoot_at_charger(ctx, target, charger, weapon)


def _flee(ctx: Context, target: str, charger: str) -> None:
    """Turn and flee straight away from the nearest charger. Rule: MV-CHG-14"""
    me, enemy = ctx.state.models[target], ctx.state.models[charger]
    dx, dy = me.x - enemy.x, me.y - enemy.y
    length = hypot(dx, dy)
    goal = flight.ray_to_rim(ctx.game, me.x, me.y, dx / length, dy / length) if length else None
    contact.release(ctx, target)
    ctx.note("flees_from_charge", target, charger, rule="MV-CHG-14")
    ctx.flag(target, on=FLEEING, why="reaction")
    dice = 3 if characteristic(ctx.game, ctx.state, target, "movement") > flight.FAST else 2
    flight.run_away(ctx, target, dice, goal, "reaction")
