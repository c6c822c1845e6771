"""Targets of a bot's shots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.bots import attack_values, available_commands
from battles.engine.bots.base import Chosen
from battles.engine.commands import Command, EndStep, Shoot

if TYPE_CHECKING:
    from battles.engine.battle import Battle


def best_shot(battle: Battle, legal: list[Command]) -> Chosen:
    """The shot most likely to take an important enemy down; the end of the phase when no shot is worthwhile."""
    game, state = battle.game, battle.state
    best: Command | None = None
    merit, reason = 0.0, ""
    for command in legal:
        if not isinstance(command, Shoot):
            continue
        chance = attack_values.shot_fells(game, state, command)
        value = chance * attack_values.worth(game, state, command.target) - attack_values.strays(game, state, command)
        if value > merit:
            best, merit = command, value
            names = f"{game.name(command.who)} shoots at {game.name(command.target)}"
            reason = f"{names}: {attack_values.percent(chance)} chance to take out of action"
    if best is not None:
        return Chosen(best, reason)
    end = available_commands.first_of(legal, lambda command: isinstance(command, EndStep))
    return Chosen(end or legal[0], "no targets left")
