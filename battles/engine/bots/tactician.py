"""The strong bot: charges when the odds are good, shoots the best target, uses cover and high ground, defends when
weaker.

It takes the best single command by the scores that the engine computes. Every choice comes with its reason in one line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.bots import (
    answers,
    available_commands,
    casting,
    charges,
    deployment,
    garrisons,
    lured_warriors,
    movement,
    shots,
)
from battles.engine.bots.base import BOTS, Chosen
from battles.engine.bots.reasons import because
from battles.engine.commands import EndStep, Fight, GiveUp
from battles.engine.state import STANDING
from battles.engine.steps.turn import rout

if TYPE_CHECKING:
    from battles.engine.battle import Battle


class Tactician:
    """Plays a side with one method for each kind of decision."""

    def choose(self, battle: Battle, side: str) -> Chosen:
        """The command with the best value."""
        frame = available_commands.top_frame(battle)
        if frame.kind == "decision":
            return answers.answer(battle, side, frame)
        if frame.kind == "deployment":
            return deployment.set_up(battle, side)
        if frame.kind == "turn_start":
            return self._nerve(battle, side)
        if frame.kind == "movement" and frame.stage == "charges":
            return charges.charge(battle, side)
        if frame.kind == "movement" and frame.stage == "remaining":
            return garrisons.best_move(battle, side) or movement.best_move(battle, side)
        if frame.kind == "lured":
            return lured_warriors.choose_command(battle, side)
        legal = battle.legal(side)
        if frame.kind == "shooting":
            return shots.best_shot(battle, legal)
        if frame.kind == "magic":
            return casting.cast_or_end(battle, legal)
        fight = available_commands.first_of(legal, lambda command: isinstance(command, Fight))
        if fight is not None:
            return Chosen(fight, because("fights"))
        return Chosen(legal[0], because("continues"))

    def _nerve(self, battle: Battle, side: str) -> Chosen:
        """Concede only when there is no hope: more than half lost, and fewer than half as many able models as the
        enemy.
        """
        lost, started = rout.losses(battle.game, battle.state, side)
        able = {True: 0, False: 0}
        for model_id, model in battle.state.models.items():
            if not model.gone and model.posture == STANDING:
                able[model_id[0] == side] += 1
        if 2 * lost > started and 3 * able[True] < able[False]:
            return Chosen(GiveUp(), because("routs", lost=lost, started=started, ours=able[True], theirs=able[False]))
        return Chosen(EndStep(), because("fights_on"))


BOTS.add("tactician", Tactician())
