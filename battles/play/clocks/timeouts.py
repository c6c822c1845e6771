"""Default commands after a timeout, for a side that gives none (see the table of the prompts)."""

from __future__ import annotations

from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Answer, Command, EndStep, Fight, Ready
from battles.engine.errors import IllegalAction
from battles.engine.steps.turn.deployment import suggested_deployment, to_place


def default_command(engine: EngineBattle, side: str) -> Command:
    """A command with as few consequences as possible: the default answer of a prompt, the suggested positions, ending
    the step, fights that must be fought; else the first legal command."""
    frame = engine.state.flow[-1]
    if frame.kind == "decision":
        return Answer(frame.data["silence"])
    if frame.kind == "deployment" and any(
        engine.state.models[model_id].gone for model_id in to_place(engine.game, engine.state, side)
    ):
        place = next(iter(suggested_deployment(engine.game, engine.state, side)), None)
        if place is not None:
            return place
    for command in (EndStep(), Ready(), Fight()):
        try:
            engine.validate(side, command)
        except IllegalAction:
            continue
        return command
    return engine.legal(side)[0]
