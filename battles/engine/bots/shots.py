"""Targets of a bot's shots, and spells cast in the shooting phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.bots import available_commands, casting
from battles.engine.bots.base import Chosen
from battles.engine.bots.reasons import because, percent
from battles.engine.bots.values.shooting import shot_worth
from battles.engine.commands import Cast, Command, EndStep, Shoot

if TYPE_CHECKING:
    from battles.engine.battle import Battle

LEAST = 0.01
"""A volley with a smaller average gain, for instance far beyond its range, is not fired."""


def best_shot(battle: Battle, legal: list[Command]) -> Chosen:
    """The shot most likely to take an important enemy down, or a spell that is worth more than its caster's own shot.

    Ends the phase when neither is worthwhile.
    """
    game, state = battle.game, battle.state
    best: Command | None = None
    merit, reason = LEAST, because("no_targets")
    merits: dict[str, float] = {}
    for command in legal:
        if not isinstance(command, Shoot):
            continue
        shot = shot_worth(game, state, command)
        value = shot.gain
        merits[command.who] = max(value, merits.get(command.who, 0.0))
        if value > merit:
            best, merit = command, value
            reason = because("shoots", who=command.who, whom=command.target, chance=percent(shot.out))
    spell = casting.best_cast(battle, legal)
    if spell is not None and isinstance(spell[0].command, Cast) and spell[1] > merits.get(spell[0].command.who, 0.0):
        return spell[0]
    if best is not None:
        return Chosen(best, reason)
    end = available_commands.first_of(legal, lambda command: isinstance(command, EndStep))
    return Chosen(end or legal[0], because("no_targets"))
