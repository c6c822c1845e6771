"""A bot's commands for a lured warrior: charge, shoot or cast at the warrior's own side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.bots.base import Chosen
from battles.engine.bots.reasons import because
from battles.engine.bots.values import attacks
from battles.engine.bots.values.shooting import shot_worth
from battles.engine.commands import Cast, Charge, EndStep, Shoot

if TYPE_CHECKING:
    from battles.engine.battle import Battle


SPELL = 0.3
"""Value of a spell at an enemy, as the probability of taking it down."""


def choose_command(battle: Battle, side: str) -> Chosen:
    """The charge, shot or spell that harms the warrior's own side most, or None."""
    game, state = battle.game, battle.state
    best, merit = Chosen(EndStep(), because("leaves_lured")), 0.0
    for command in battle.legal(side):
        if isinstance(command, Charge):
            harm = max(attacks.wounds_share(game, state, command.who, enemy) for enemy in command.targets)
            target = command.targets[0]
        elif isinstance(command, Shoot):
            harm, target = shot_worth(game, state, command).felled, command.target
        elif isinstance(command, Cast) and command.targets and game.are_enemies(command.who, command.targets[0]):
            harm, target = SPELL, command.targets[0]
        else:
            continue
        value = harm * attacks.worth(game, state, target)
        if value > merit:
            best, merit = Chosen(command, because("turns_against", who=command.who, whom=target)), value
    return best
