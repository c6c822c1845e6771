"""Ways to play a turn, which the commander compares: each states how a side charges and moves.

Shots, spells, fights and decisions are the tactician's in all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from battles.engine.bots import (
    answers,
    available_commands,
    casting,
    charges,
    garrisons,
    lured_warriors,
    movement,
    shots,
)
from battles.engine.bots.base import Chosen
from battles.engine.bots.courage import BOLD, WARY
from battles.engine.bots.goals import retreat
from battles.engine.bots.reasons import because
from battles.engine.commands import EndStep, Fight
from battles.engine.registry import Registry

if TYPE_CHECKING:
    from battles.engine.battle import Battle

Act = Callable[["Battle", str], Chosen]


class TurnPlan(NamedTuple):
    """How a side charges and how it moves the rest of its models."""

    charge: Act
    move: Act

    def choose(self, battle: Battle, side: str) -> Chosen:
        """The plan's next command for a side that must give one."""
        frame = available_commands.top_frame(battle)
        if frame.kind == "decision":
            return answers.answer(battle, side, frame)
        if frame.kind == "turn_start":
            return Chosen(EndStep(), because("fights_on"))
        if frame.kind == "movement" and frame.stage == "charges":
            return self.charge(battle, side)
        if frame.kind == "movement" and frame.stage == "remaining":
            return self.move(battle, side)
        if frame.kind == "lured":
            return lured_warriors.choose_command(battle, side)
        legal = battle.legal(side)
        if frame.kind == "shooting":
            return shots.best_shot(battle, legal)
        if frame.kind == "magic":
            return casting.cast_or_end(battle, legal)
        fight = available_commands.first_of(legal, lambda command: isinstance(command, Fight))
        return Chosen(fight or legal[0], because("fights" if fight else "continues"))


def stay(battle: Battle, side: str) -> Chosen:
    """End the movement phase without moving any model."""
    return Chosen(EndStep(), because("all_hold"))


def only_forced_charges(battle: Battle, side: str) -> Chosen:
    """Declare only the charges that must be declared."""
    if available_commands.may_end(battle):
        return Chosen(EndStep(), because("holds_charge"))
    return Chosen(charges.least_bad_charge(battle, side), because("must_charge"))


def charge_warily(battle: Battle, side: str) -> Chosen:
    return charges.charge(battle, side, WARY)


def charge_boldly(battle: Battle, side: str) -> Chosen:
    return charges.charge(battle, side, BOLD)


def move_warily(battle: Battle, side: str) -> Chosen:
    return garrisons.best_move(battle, side) or movement.best_move(battle, side)


def move_boldly(battle: Battle, side: str) -> Chosen:
    return garrisons.best_move(battle, side) or movement.best_move(battle, side, courage=BOLD)


def withdraw(battle: Battle, side: str) -> Chosen:
    """Move all models out of the enemy's reach."""
    return movement.best_move(battle, side, lambda _battle, scene, model_id: retreat(scene, model_id))


USUAL = "usual"
PLANS: Registry[TurnPlan] = Registry("turn plan")
"""The plans by name, in the order in which they are compared. The first is used unless another is clearly better."""
PLANS.add(USUAL, TurnPlan(charge_warily, move_warily))
PLANS.add("attack", TurnPlan(charge_boldly, move_boldly))
PLANS.add("charge_and_hold", TurnPlan(charge_boldly, stay))
PLANS.add("hold", TurnPlan(only_forced_charges, stay))
PLANS.add("advance", TurnPlan(only_forced_charges, move_warily))
PLANS.add("withdraw", TurnPlan(only_forced_charges, withdraw))
EXPECTED = TurnPlan(charge_warily, stay)
"""What the enemy is assumed to do: charge and shoot, without moving its other models."""
