"""Targets of a bot's shots, and spells cast in the shooting phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.bots import attack_values, available_commands, casting
from battles.engine.bots.base import Chosen
from battles.engine.commands import Cast, Command, EndStep, Shoot

if TYPE_CHECKING:
    from battles.engine.battle import Battle


def best_shot(battle: Battle, legal: list[Command]) -> Chosen:
    """The shot most likely to take an important enemy down, or a spell worth more than its caster's own shot.

    The end of the phase when neither is worthwhile.
    """
    game, state = battle.game, battle.state
    best: Command | None = None
    merit, reason = 0.0, ""
    merits: dict[str, float] = {}
    for command in legal:
        if not isinstance(command, Shoot):
            continue
        chance = attack_values.shot_fells(game, state, command)
        value = chance * attack_values.worth(game, state, command.target) - attack_values.strays(game, state, command)
        merits[command.who] = max(value, merits.get(command.who, 0.0))
        if value > merit:
            best, merit = command, value
            names = f"{game.name(command.who)} shoots at {game.name(command.target)}"
            reason = f"{names}: {attack_values.percent(chance)} chance to take out of action"
    spell = casting.best_cast(battle, legal)
    if spell is not None and isinstance(spell[0].command, Cast) and spell[1] > merits.get(spell[0].command.who, 0.0):
        return spell[0]
    if best is not None:
        return Chosen(best, reason)
    end = available_commands.first_of(legal, lambda command: isinstance(command, EndStep))
    return Chosen(end or legal[0], "no targets left")
