"""Commands that a bot can choose from, one model at a time, so that it need not list all moves of a side at every step.

The result is a subset of `battle.legal(side)`; `battle.play` validates every command.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from battles.engine.commands import Command
from battles.engine.state import Frame
from battles.engine.steps.charge import declarations
from battles.engine.steps.models.bodies import on_table
from battles.engine.steps.movement import options, random_choice, walking
from battles.engine.table.movement.random_walk import Pick

if TYPE_CHECKING:
    from battles.engine.battle import Battle


def top_frame(battle: Battle) -> Frame:
    """The frame that waits for the command; its kind determines the kind of command."""
    return battle.state.flow[-1]


def movers(battle: Battle, side: str) -> list[str]:
    """Models that can act in the current stage of the movement phase."""
    frame, game, state = top_frame(battle), battle.game, battle.state
    if frame.stage == "charges":
        declared = frame.data["declared"]
        return [
            model_id for model_id in on_table(state, side) if declarations.may_charge(game, state, model_id, declared)
        ]
    return [model_id for model_id in on_table(state, side) if walking.can_move(game, state, model_id)]


def commands_of(battle: Battle, model_id: str) -> list[Command]:
    """Charges or moves of one model, depending on the stage."""
    frame = top_frame(battle)
    if frame.stage == "charges":
        return list(declarations.offers_of(battle.game, battle.state, model_id, frame.data["declared"]))
    return options.moves_of(battle.game, battle.state, model_id)


def random_command(battle: Battle, model_id: str, pick: Pick) -> Command | None:
    """One random charge or move of a model, found without computing all others; None if the attempt finds none."""
    frame = top_frame(battle)
    if frame.stage == "charges":
        return random_choice.random_charge(battle.game, battle.state, model_id, frame.data["declared"], pick)
    return random_choice.random_move(battle.game, battle.state, model_id, pick)


def may_end(battle: Battle) -> bool:
    """Whether the current stage of the movement phase can end: not while a frenzied model must still charge."""
    frame = top_frame(battle)
    return frame.stage != "charges" or not declarations.must_still_charge(
        battle.game, battle.state, frame.data["declared"]
    )


def in_movement(battle: Battle) -> bool:
    """Whether the side may command its models freely in the movement phase."""
    frame = top_frame(battle)
    return frame.kind == "movement" and frame.stage in ("charges", "remaining")


def first_of(commands: list[Command], wanted: Callable[[Command], bool]) -> Command | None:
    """The first command for which `wanted` returns true."""
    return next((command for command in commands if wanted(command)), None)
