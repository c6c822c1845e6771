"""Actions to move and deploy one model. Destinations are only marked as available here, because listing them takes long
(see `model_options.listed`)."""

from __future__ import annotations

from math import hypot

from django.utils.translation import gettext as _

from battles.board.options.choices import label_of, reason_against, refused_verb
from battles.board.options.types import Option, Verb
from battles.board.reach import drawing
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Deploy, Move
from battles.engine.state import STANDING
from battles.engine.steps.movement import options, riding, running, walking
from battles.engine.steps.movement.heights import leaping
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.terrain.buildings.garrisons import garrison_of


def moving(engine: EngineBattle, side: str, model_id: str) -> list[Verb]:
    """Walk, run or crawl, hide. Rules: MV-WALK-01, MV-RUN-01, MV-HIDE-01"""
    game, state = engine.game, engine.state
    refusal = reason_against(lambda: walking.check_free_to_move(game, state, side, model_id))
    if refusal is not None:
        return [refused_verb("walk", refusal), *_leaping(engine, model_id)]
    doors = _through_doors(engine, model_id)
    if garrison_of(state, model_id):
        return doors or [Verb(code="leave", label=label_of("leave"), why=_("There is no way out this turn."))]
    verbs = []
    manners = ("walk", "run") if state.models[model_id].posture == STANDING else ("crawl",)
    for manner in manners:
        refusal = reason_against(lambda: running.check_may_run(game, state, model_id)) if manner == "run" else None
        if refusal is not None:
            verbs.append(refused_verb("run", refusal))
            continue
        verbs.append(Verb(code=manner, label=label_of(manner), is_listed=False))
    refusal = reason_against(lambda: hiding_rules.check_may_hide(game, state, model_id))
    if refusal is not None:
        verbs.append(refused_verb("hide", refusal))
    else:
        stay = Move(model_id, manners[0], (), True)
        here = Option(label=_("Hide here"), command=commands.to_data(stay))
        verbs.append(Verb(code="hide", label=label_of("hide"), options=(here,)))
    return [*verbs, *doors, *_leaping(engine, model_id), *_riding(engine, model_id)]


def _riding(engine: EngineBattle, model_id: str) -> list[Verb]:
    """Mounting and dismounting. Rule: SPEC-MOUNT-01"""
    return [
        Verb(
            code=move.manner,
            label=label_of(move.manner),
            options=(
                Option(
                    label=_("Dismount here; this uses the whole move")
                    if move.manner == "dismount"
                    else _("Mount the steed; this uses the whole move"),
                    command=commands.to_data(move),
                    is_final=True,
                ),
            ),
        )
        for move in riding.offers(engine.game, engine.state, model_id)
    ]


def _through_doors(engine: EngineBattle, model_id: str) -> list[Verb]:
    """Actions to enter a building, or to leave the one that the model occupies. Rules: TR-BLDG-ENTER-01,
    TR-BLDG-EXIT-01"""
    moves = options.through_doors(engine.game, engine.state, model_id)
    if not moves:
        return []
    code = moves[0].manner
    return [Verb(code=code, label=label_of(code), options=tuple(_door(engine, move) for move in moves))]


def _door(engine: EngineBattle, move: Move) -> Option:
    model = engine.state.models[move.who]
    _kind, x, y, z = move.path[-1]
    way = {"where": drawing.direction(x - model.x, y - model.y)}
    label = _("Enter the building %(where)s") % way if move.manner == "enter" else _("Leave %(where)s") % way
    return Option(label=label, command=commands.to_data(move), is_final=True, spot=(x / 100, y / 100, z / 100))


def _leaping(engine: EngineBattle, model_id: str) -> list[Verb]:
    """Landing places of a leap, for models that have the skill and have not used it yet. Rule: MV-GAP-01"""
    leaps = leaping.leaps_of(engine.game, engine.state, model_id)
    if not leaps:
        return []
    return [Verb(code="leap", label=label_of("leap"), options=tuple(_leap(engine, leap) for leap in leaps))]


def _leap(engine: EngineBattle, leap: Move) -> Option:
    model = engine.state.models[leap.who]
    _kind, x, y, z = leap.path[0]
    inches = round(hypot(x - model.x, y - model.y) / 100)
    return Option(
        label=_("Leap %(where)s, %(inches)d inches") % {
            "where": drawing.direction(x - model.x, y - model.y), "inches": inches,
        },
        command=commands.to_data(leap),
        note=_("needs a %(inches)d on the die") % {"inches": inches},
        is_final=True,
        spot=(x / 100, y / 100, z / 100),
    )  # fmt: skip


def deploying(engine: EngineBattle, side: str, model_id: str) -> list[Verb]:
    """Actions to place the model at one of a few places in the side's zone. Rule: SCN-DEPLOY-01"""
    found = [command for command in engine.legal(side) if isinstance(command, Deploy) and command.who == model_id]
    made = tuple(
        Option(
            label=drawing.place_label(engine.game, command.x, command.y, command.z),
            command=commands.to_data(command),
            spot=(command.x / 100, command.y / 100, command.z / 100),
        )
        for command in found
    )
    if made:
        return [Verb(code="deploy", label=label_of("deploy"), options=made)]
    why = _("Select another position in your zone to move %(who)s there.") % {"who": engine.game.name(model_id)}
    return [Verb(code="deploy", label=label_of("deploy"), why=why)]
