"""What one model may do now: actions with their destinations and targets, and unavailable actions with the reason. The
engine lists options and decides; `moves` and `attacks` create the texts and hide what may not be revealed where players
guess distances (MV-MEAS-01)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from battles.board.options import attacks
from battles.board.options import moves as options_moves
from battles.board.options.cache import cached
from battles.board.options.choices import Choices, plain_verbs
from battles.board.options.types import Verb
from battles.board.reach import areas
from battles.board.reach import drawing as board_reach
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Charge, Move
from battles.engine.steps.charge import declarations
from battles.engine.steps.models.bodies import on_table
from battles.engine.steps.movement import options, walking
from battles.engine.steps.movement.heights import leaping
from battles.engine.steps.turn import deployment

CHARGES = ("movement", "charges")
"""The step in which charges are declared."""


def stage_of(engine: EngineBattle) -> tuple[str, str]:
    """(kind, stage) of the current step."""
    top = engine.state.flow[-1] if engine.state.flow else None
    return (top.kind, top.stage) if top is not None else ("", "")


def actors(engine: EngineBattle, side: str) -> frozenset[str]:
    """The models of a side that can act now. Computed once for each position, because every reader of the board needs
    them."""
    if side not in engine.awaiting():
        return frozenset()
    return cached(engine, side, "actors", lambda: _actors(engine, side))


def chargers(engine: EngineBattle, side: str) -> dict[str, tuple[str, ...]]:
    """The models that may still declare a charge in this step, each with the enemies it may charge, by id.
    Rule: MV-CHG-02"""
    if side not in engine.awaiting() or stage_of(engine) != CHARGES:
        return {}
    return cached(engine, side, "chargers", lambda: _chargers(engine, side))


def _chargers(engine: EngineBattle, side: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for command in engine.legal(side):
        if isinstance(command, Charge):
            found.setdefault(command.who, {}).update(dict.fromkeys(command.targets))
    return {model_id: tuple(found[model_id]) for model_id in sorted(found, key=lambda each: int(each[1:]))}


def _actors(engine: EngineBattle, side: str) -> frozenset[str]:
    game, state = engine.game, engine.state
    stage = stage_of(engine)
    if stage == CHARGES:
        return frozenset(chargers(engine, side))
    if stage == ("movement", "remaining"):
        return frozenset(
            model_id
            for model_id in on_table(state, side)
            if walking.can_move(game, state, model_id) or leaping.leaps_of(game, state, model_id)
        )
    if stage == ("deployment", "placing"):
        return frozenset(model_id for model_id in deployment.to_place(game, state, side) if state.models[model_id].gone)
    return frozenset(placed_id for command in engine.legal(side) if (placed_id := getattr(command, "who", "")))


ALL = "*"


def for_model(engine: EngineBattle, side: str, model_id: str, *, with_reach: bool = True, opened: str = ALL) -> Choices:
    """What a model of `side` may do now; nothing for a model of another side, or if `side` is not to act. Listing
    destinations takes long, so they are only included for the manner of moving `opened`, or for all."""
    game, state = engine.game, engine.state
    if model_id not in state.models or game.side_of(model_id) != side or side not in engine.awaiting():
        return Choices(who=model_id, name=game.name(model_id))
    found = cached(
        engine, model_id, "verbs", lambda: tuple(_BUILDERS.get(stage_of(engine), _others)(engine, side, model_id))
    )
    verbs = tuple(listed(engine, model_id, verb) if opened in (ALL, verb.code) else verb for verb in found)
    reach = {}
    if with_reach:
        moving = [verb.code for verb in verbs if verb.code in MANNERS and (verb.options or not verb.is_listed)]
        if stage_of(engine) == CHARGES and _may_measure_charge(engine, model_id):
            moving.append("charge")
        reach = {code: areas.draw_reach(engine, model_id, code) for code in moving}
    return Choices(who=model_id, name=game.name(model_id), verbs=verbs, reach=reach)


def _may_measure_charge(engine: EngineBattle, model_id: str) -> bool:
    """Whether the reach of a charge may be shown. Rule: MV-MEAS-01"""
    game, state = engine.game, engine.state
    return game.rules.measuring_is_free and declarations.may_charge(
        game, state, model_id, state.flow[-1].data["declared"]
    )


def listed(engine: EngineBattle, model_id: str, verb: Verb) -> Verb:
    """The action with all of its destinations."""
    return verb if verb.is_listed else cached(engine, model_id, verb.code, lambda: _with_moves(engine, model_id, verb))


def _with_moves(engine: EngineBattle, model_id: str, verb: Verb) -> Verb:
    moves = cached(engine, model_id, "moves", lambda: tuple(options.moves_of(engine.game, engine.state, model_id)))
    fitting = [move for move in moves if isinstance(move, Move) and move.manner == verb.code and move.path]
    return replace(verb, options=tuple(board_reach.option_of(engine, move) for move in fitting), is_listed=True)


MANNERS = ("walk", "run", "crawl")


def _others(engine: EngineBattle, side: str, model_id: str) -> list[Verb]:
    """All other options of the engine for this model."""
    return plain_verbs(engine, [command for command in engine.legal(side) if getattr(command, "who", "") == model_id])


_BUILDERS: dict[tuple[str, str], Callable[[EngineBattle, str, str], list[Verb]]] = {
    ("movement", "remaining"): options_moves.moving,
    CHARGES: attacks.charging_verbs,
    ("shooting", "act"): attacks.shooting_verbs,
    ("deployment", "placing"): options_moves.deploying,
}
