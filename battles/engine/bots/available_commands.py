"""Commands a bot can choose from, one model at a time, so that it does not list a whole side's moves at every step.

The result is a part of `battle.legal(side)`; `battle.play` validates every command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from battles.engine.commands import Command, EndStep
from battles.engine.state import BattleState, Frame
from battles.engine.steps.charge import declarations
from battles.engine.steps.models.bodies import on_table
from battles.engine.steps.movement import options, random_choice, walking
from battles.engine.table.movement.random_walk import Pick

if TYPE_CHECKING:
    from battles.engine.battle import Battle


def top_frame(battle: Battle) -> Frame:
    """The kind of command the battle is waiting for."""
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
    """One random charge or move of a model, without computing the others; None if the attempt leads nowhere."""
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
    """The first command that matches a description."""
    return next((command for command in commands if wanted(command)), None)


def walk_through(battle: Battle, side: str) -> Iterator[Command]:
    """Commands of the movement phase, model by model, then the end of the stage."""
    for model_id in movers(battle, side):
        yield from commands_of(battle, model_id)
    if may_end(battle):
        yield EndStep()


def enemies_on_table(battle: Battle, side: str) -> list[str]:
    """Ids of the side's enemies who are on the table."""
    state: BattleState = battle.state
    return [
        model_id
        for model_id, model in state.models.items()
        if not model.gone and battle.game.are_enemies(side, model_id)
    ]
