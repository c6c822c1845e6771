"""The medium bot: it takes the best immediate gain, one step ahead.

It values whole fights like the tactician and keeps its models together, but heads for the nearest enemy, mostly ignores
possible charges and shooting, and does not protect its models when a rout test is near.
"""

from __future__ import annotations

from math import hypot
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
from battles.engine.bots.courage import PLAIN
from battles.engine.bots.goals import Aim, has_target, prize_of
from battles.engine.bots.reasons import because
from battles.engine.bots.scene import Scene, gap
from battles.engine.commands import EndStep, Fight

if TYPE_CHECKING:
    from battles.engine.battle import Battle


class Soldier:
    """Chooses the command with the best immediate gain."""

    def choose(self, battle: Battle, side: str) -> Chosen:
        """The command with the highest immediate gain."""
        frame = available_commands.top_frame(battle)
        if frame.kind == "decision":
            return answers.answer(battle, side, frame)
        if frame.kind == "deployment":
            return deployment.as_suggested(battle, side)
        if frame.kind == "turn_start":
            return Chosen(EndStep(), because("fights_on"))
        if frame.kind == "movement" and frame.stage == "charges":
            return charges.charge(battle, side, PLAIN)
        if frame.kind == "movement" and frame.stage == "remaining":
            return garrisons.best_move(battle, side) or movement.best_move(battle, side, nearest, PLAIN)
        if frame.kind == "lured":
            return lured_warriors.choose_command(battle, side)
        legal = battle.legal(side)
        if frame.kind == "shooting":
            return shots.best_shot(battle, legal)
        if frame.kind == "magic":
            return casting.cast_or_end(battle, legal)
        fight = available_commands.first_of(legal, lambda command: isinstance(command, Fight))
        return Chosen(fight or legal[0], because("next_step"))


def nearest(battle: Battle, scene: Scene, model_id: str) -> Aim | None:
    """Go for the scenario's objective, else for the nearest enemy; an archer who has a target does not move."""
    prize = prize_of(battle, model_id)
    if prize is not None:
        return Aim(prize, "to_objective", True)
    here = scene.figures[model_id]
    if not scene.enemies or (here.shooter and has_target(battle, model_id, [enemy.who for enemy in scene.enemies])):
        return None
    enemy = min(scene.enemies, key=lambda other: (hypot(other.x - here.x, other.y - here.y), other.who))
    far = gap(here, enemy) > here.reach
    return Aim((enemy.x, enemy.y), "to_attack", far, True, enemy.z, whom=enemy.who)


BOTS.add("soldier", Soldier())
