"""The bot that picks at random among legal commands.

It uses a small generator of its own, so the same position gives the same pick. It picks moves and charges one by one,
without computing all alternatives.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from battles.engine.bots import available_commands
from battles.engine.bots.base import BOTS, Chosen
from battles.engine.bots.reasons import because
from battles.engine.commands import Command, EndStep, GiveUp
from battles.engine.dice import PlainDice

if TYPE_CHECKING:
    from battles.engine.battle import Battle

_ROUNDS = 12
"""From this round on the bot only does what it must, so that every battle ends."""


class RandomBot:
    """Moves anywhere and charges any enemy, never concedes, and does nothing optional in long battles."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, battle: Battle, side: str) -> Chosen:
        """A legal command."""
        state = battle.state
        moved = sum(1 for model in state.models.values() if model.flags)
        dice = PlainDice(
            (self.seed * 1_000_003 + state.dice_position * 8191 + state.turn_number * 131 + moved) * 17 + ord(side)
        )
        return Chosen(self._pick(battle, side, dice), because("random"))

    def _pick(self, battle: Battle, side: str, dice: PlainDice) -> Command:
        if available_commands.in_movement(battle):
            able = available_commands.movers(battle, side)
            while able:
                choice = _below(dice, len(able) + 1)
                if choice == len(able):
                    break
                command = available_commands.random_command(battle, able.pop(choice), partial(_below, dice))
                if command is not None:
                    return command
            if available_commands.may_end(battle):
                return EndStep()
        legal = battle.legal(side)
        chosen: list[Command] = [command for command in legal if not isinstance(command, GiveUp)] or legal
        if battle.state.turn_number > _ROUNDS:
            ends: list[Command] = [command for command in chosen if isinstance(command, EndStep)]
            chosen = ends or chosen
        return chosen[_below(dice, len(chosen))]


def _below(dice: PlainDice, bound: int) -> int:
    """A random number from 0 up to, but not including, `bound`."""
    value = 0
    for _ in range(4):
        value = value * 6 + dice.face("") - 1
    return value % bound


BOTS.add("random", RandomBot())
