"""What a bot makes of a warrior who obeys it for a while: he is sent at his own, or shoots or casts at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.bots import weighing
from battles.engine.bots.base import Chosen
from battles.engine.commands import Cast, Charge, EndStep, Shoot

if TYPE_CHECKING:
    from battles.engine.battle import Battle


SPELL = 0.3
"""What a spell at an enemy is taken for, as a chance to fell him."""


def bid(battle: Battle, side: str) -> Chosen:
    """The charge, the shot or the spell that does his comrades most harm; let him stand where he can do none."""
    game, state = battle.game, battle.state
    best, merit = Chosen(EndStep(), "does not move the warrior"), 0.0
    for command in battle.legal(side):
        if isinstance(command, Charge):
            harm = max(weighing.fells(game, state, command.who, foe) for foe in command.targets)
            target = command.targets[0]
        elif isinstance(command, Shoot):
            harm, target = weighing.shot_fells(game, state, command), command.target
        elif isinstance(command, Cast) and command.targets and game.are_enemies(command.who, command.targets[0]):
            harm, target = SPELL, command.targets[0]
        else:
            continue
        value = harm * weighing.worth(game, state, target)
        if value > merit:
            best, merit = Chosen(command, f"{game.name(command.who)} turns against {game.name(target)}"), value
    return best
