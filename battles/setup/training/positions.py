"""Creates a battle in any position: models stand where a player puts them, at the beginning of a phase of a side's
turn. The engine sets the battle up and begins the turn with the models in place, so everything that the rules record at
the start of a turn is correct. Lengths are hundredths of an inch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from typing import Final

from django.utils.translation import gettext_lazy as _

from battles.core.engine_text import translate
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Answer, EndStep, Fight, Ready
from battles.engine.dice import PlainDice
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.setup_data import SetupData
from battles.engine.state import HIDDEN, STANDING, BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.models.contact import engage_all
from battles.engine.steps.turn.deployment import suggested_deployment
from battles.engine.steps.turn.deployment_faults import ground_fault
from battles.engine.table.ground import heights_at
from battles.engine.terrain.buildings.garrisons import wall_fault
from mordheim_site.refusals import Refusal

MOST_STEPS: Final = 200
"""Maximum number of commands until a position is reached; far more than the set-up and one turn need."""
OUT: Final = "out"
LEVEL: Final = 100
"""Difference in height from which models are on different floors."""
SLACK: Final = 2
"""Overlap of bases that is tolerated because of rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The position of a model and its state. `wounds` None means all Wounds; `level` "" means the highest floor
    there."""

    x: int
    y: int
    level: int | None = None
    wounds: int | None = None
    posture: int = STANDING
    is_hidden: bool = False
    is_out: bool = False


class ImpossiblePosition(Refusal):
    """The table or the rules do not allow this position."""

    code = "impossible_position"
    message = _("This position is not possible.")


def position(setup: SetupData, places: Mapping[str, Place], *, side: str, phase: str) -> tuple[Game, BattleState]:
    """The game and its state at the beginning of `phase` in the turn of `side`, with these models in these places
    (others are where the engine sets them up). Raises BadSetup, ImpossiblePosition."""
    scenario = {**setup.get("scenario", {}), "first": side}
    battle = EngineBattle.begin({**setup, "scenario": scenario}, PlainDice(1))
    for _step in range(MOST_STEPS):
        frame = battle.state.flow[-1] if battle.state.flow else None
        if frame is None or battle.outcome is not None or battle.state.turn_number > 1:
            break
        waiting = battle.awaiting()[0]
        if battle.state.turn_number == 0 and frame.kind == "deployment":
            for command in suggested_deployment(battle.game, battle.state, waiting):
                battle.play(waiting, command)
            _put(battle, places)
            battle.play(waiting, Ready())
        elif battle.state.turn_number and battle.state.phase == phase and frame.kind != "decision":
            return _finished(battle, places, side)
        elif frame.kind == "decision":
            battle.play(waiting, Answer(str(frame.data["silence"])))
        else:
            battle.play(waiting, Fight() if frame.kind == "combat" else EndStep())
    raise ImpossiblePosition(
        message=_("In this position nothing can be done in that phase. Choose another phase, or move the models.")
    )


def _finished(battle: EngineBattle, places: Mapping[str, Place], side: str) -> tuple[Game, BattleState]:
    _put(battle, places, with_losses=True)
    if battle.state.active != side:
        raise ImpossiblePosition
    battle.state.dice_position = 0
    return battle.game, battle.state


def _put(battle: EngineBattle, places: Mapping[str, Place], *, with_losses: bool = False) -> None:
    """Put the models into their places. With `with_losses`, also take models out of action that should be."""
    game, state = battle.game, battle.state.fork()
    ctx = Context(game, state, PlainDice(1))
    for model_id, place in places.items():
        model, fighter = state.models[model_id], game.fighters[model_id]
        x, y = place.x, place.y
        height = place.level if place.level is not None else max(heights_at(game.table, x, y), default=0)
        wounds = fighter.profile.wounds if place.wounds is None else min(place.wounds, fighter.profile.wounds)
        gone = OUT if with_losses and place.is_out else model.gone
        state.models[model_id] = model._replace(
            x=x, y=y, z=height, wounds=max(1, wounds), posture=place.posture, engaged=(), gone=gone,
            flags=model.flags | HIDDEN if place.is_hidden else model.flags & ~HIDDEN,
        )  # fmt: skip
    _check(game, state, places)
    for model_id in places:
        if state.models[model_id].on_table:
            engage_all(ctx, model_id)
    battle.state = state


def _check(game: Game, state: BattleState, places: Mapping[str, Place]) -> None:
    """Raise ImpossiblePosition for a model that cannot stand where it is. Bases may touch."""
    bodies = {name: body_of(game, state, name) for name, model in state.models.items() if model.on_table}
    for model_id in places:
        if model_id not in bodies:
            continue
        body, name = bodies[model_id], game.name(model_id)
        fault = ground_fault(game.table, body) or wall_fault(game, model_id, body)
        if fault is not None:
            reason = translate(fault.sentence)
            raise ImpossiblePosition(
                message=_("%(name)s cannot be placed there. %(reason)s") % {"name": name, "reason": reason}
            )
        for other, found in bodies.items():
            apart = hypot(body.x - found.x, body.y - found.y)
            if other != model_id and abs(body.z - found.z) < LEVEL and apart < body.radius + found.radius - SLACK:
                raise ImpossiblePosition(
                    message=_("%(name)s cannot be placed there: the base of %(other)s is in the way.")
                    % {"name": name, "other": game.name(other)}
                )
