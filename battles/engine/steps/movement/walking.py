"""Moves after charges and compulsory moves: which models may still move, and how a move is carried out.

Rules: MV-WALK-01, MV-WALK-02, MV-ENGAGED-01
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from battles.engine.commands import Face, Move, Segment
from battles.engine.errors import IllegalAction
from battles.engine.events import Faced
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import (
    ACTED,
    CHARGED,
    COMPELLED,
    FAILED_CHARGE,
    FELL,
    FLEEING,
    HIDDEN,
    KNOCKED_DOWN,
    MOVED,
    RALLIED,
    RAN,
    STANDING,
    STOOD_UP,
    STUNNED,
    STUPID,
    BattleState,
)
from battles.engine.steps.legality_cache import judged_once
from battles.engine.steps.models.bodies import body_of, enemies_of
from battles.engine.steps.models.contact import is_held
from battles.engine.steps.movement import partners, running
from battles.engine.steps.movement.allowances import allowance_of, budget_of, is_mounted
from battles.engine.steps.movement.crawling import check_crawl
from battles.engine.steps.movement.execution import carry
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.movement.tracks import Leg, Track, measure, start_of
from battles.engine.table.contact import REACH, in_contact
from battles.engine.table.ground import building_of
from battles.engine.table.vectors import Body, Spot, gap_at_most
from battles.engine.terrain.buildings import entering
from battles.engine.terrain.buildings.garrisons import garrison_of
from battles.engine.terrain.pieces import brewhouse, rivers

_DONE = (
    (ACTED, "acted", "has already moved in this phase", "MV-ORDER-01"),
    (CHARGED | FAILED_CHARGE, "charged", "has charged and is finished for this phase", "MV-ORDER-01"),
    (FLEEING, "fleeing", "is fleeing", "MV-ORDER-03"),
    (COMPELLED, "compelled", "owes a compulsory move", "MV-ORDER-03"),
    (STUPID, "stupid", "is affected by stupidity this turn", "PSY-STUPID-01"),
    (RALLIED, "rallied", "rallied this turn and may not move", "TURN-RALLY-03"),
    (FELL, "fell", "fell this turn and may not move", "MV-FALL-03"),
)
_DONE_FLAGS = reduce(or_, (bits for bits, *_ in _DONE))


def check_free_to_move(game: Game, state: BattleState, side: str, model_id: str) -> None:
    """Raise IllegalAction unless the model may still make a move this phase."""
    model = state.models.get(model_id)
    if model is None:
        raise IllegalAction("no_such_model", "That model is not in this battle.")
    name = game.name(model_id)
    if model_id[0] != side:
        raise IllegalAction("not_yours", say("{name} is not yours to command.", name=name))
    if model.gone:
        raise IllegalAction("not_on_table", say("{name} is not on the table.", name=name))
    for bits, code, words, rule in _DONE:
        if model.flags & bits:
            raise IllegalAction(code, say("{name} {words}.", name=name, words=words), rule)
    if model.posture == STUNNED and not game.rules.stunned_crawl:
        raise IllegalAction("stunned", say("{name} is stunned and can do nothing.", name=name), "MV-CRAWL-02")
    if model.posture == STANDING and model.engaged:
        if is_held(game, state, model_id):
            raise IllegalAction("engaged", say("{name} is in combat and cannot move.", name=name), "MV-ENGAGED-01")
        if model.flags & STOOD_UP:
            raise IllegalAction(
                "stood_up_in_contact",
                say("{name} has just stood up beside an enemy and cannot move.", name=name),
                "MV-STAND-01",
            )


def can_move(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model may still move; not for crawlers held in combat. See `check_free_to_move`."""
    model = state.models.get(model_id)
    if model is None or model.gone or model.flags & _DONE_FLAGS:
        return False
    if model.posture == STANDING and model.engaged and is_held(game, state, model_id):
        return False
    try:
        check_free_to_move(game, state, model_id[0], model_id)
        if state.models[model_id].posture != STANDING:
            check_crawl(game, state, model_id)
    except IllegalAction:
        return False
    return True


def check_manner(game: Game, state: BattleState, model_id: str, manner: str, path: tuple[Segment, ...]) -> None:
    """Raise IllegalAction unless the model may move in this manner now."""
    model = state.models[model_id]
    name = game.name(model_id)
    if model.posture in (KNOCKED_DOWN, STUNNED):
        if manner != "crawl" and path:
            raise IllegalAction(
                "on_the_ground", say("{name} is on the ground and can only crawl.", name=name), "MV-CRAWL-01"
            )
        if path:
            check_crawl(game, state, model_id)
        return
    if manner == "crawl":
        raise IllegalAction("standing", say("{name} is standing and does not crawl.", name=name), "MV-CRAWL-01")
    if manner == "compulsory":
        raise IllegalAction("not_compelled", say("{name} has no compulsory move to make.", name=name), "MV-ORDER-03")
    if manner == "run":
        running.check_may_run(game, state, model_id)


def check_move(game: Game, state: BattleState, side: str, command: Move) -> Track:
    """Check a Move command completely. Returns its track. Raises IllegalAction with the rule that forbids the move."""
    return judged_once(game, state, ("move", side, command), lambda: _judge_move(game, state, side, command))


def _judge_move(game: Game, state: BattleState, side: str, command: Move) -> Track:
    model_id = command.who
    check_free_to_move(game, state, side, model_id)
    if garrison_of(state, model_id):
        return check_from_inside(game, state, model_id, command)
    check_manner(game, state, model_id, command.manner, command.path)
    if not command.path and not command.hide:
        raise IllegalAction("empty_move", "The move leads nowhere; end the step instead.", "MV-WALK-01")
    if command.manner == "leave":
        raise IllegalAction(
            "not_inside", say("{who} is not in a building.", who=game.name(model_id)), "TR-BLDG-EXIT-01"
        )
    track = measure(game, state, model_id, command.path, "walk" if command.manner == "enter" else command.manner)
    if command.manner == "enter":
        entering.check_enter(game, state, model_id, track.end)
    elif track.legs:
        entering.check_wall(game, state, model_id, track.end)
    if command.manner == "crawl" and any(leg.kind not in ("walk", "swim") for leg in track.legs):
        raise IllegalAction(
            "too_high", say("{who} cannot climb or jump while crawling.", who=game.name(model_id)), "MV-CRAWL-01"
        )
    if track.legs:
        check_landscape(game, state, model_id, command.manner, track)
        check_indoors(game, state, model_id, track)
        check_end(game, state, model_id, track.end)
        partners.check_end(game, state, model_id, *track.end)
        brewhouse.check_leaving(game, state, model_id, track.end)
    if command.hide:
        check_hide_at(game, state, model_id, track.end, command.manner)
    return track


def check_from_inside(game: Game, state: BattleState, model_id: str, command: Move) -> Track:
    """Check the move of a model inside a garrison building: it may only leave. Rule: TR-BLDG-EXIT-01"""
    if command.manner != "leave" or command.hide:
        raise IllegalAction(
            "inside", say("{who} is inside and can only come out.", who=game.name(model_id)), "TR-BLDG-EXIT-01"
        )
    spot = entering.check_leave(game, state, model_id, command)
    return Track(start_of(state, model_id), (Leg("leave", *spot, 0),), 0)


def check_landscape(game: Game, state: BattleState, model_id: str, manner: str, track: Track) -> None:
    """Raise IllegalAction for a run through a river, or if roots and mire on the way make the move too long.

    Rules: TR-RIVER-01, TR-MARSH-01, TR-FOREST-ANCIENT-01
    """
    if not game.rules.terrain_pack:
        return
    if manner == "run" and rivers.runs_through_a_river(game, track, game.fighters[model_id].radius):
        raise IllegalAction("river", say("{who} cannot run through the river.", who=game.name(model_id)), "TR-RIVER-01")
    slower = 0 if manner == "crawl" else rivers.slowed_by(game, state, model_id, track)
    if slower and track.cost > budget_of(allowance_of(game, state, model_id), manner) - slower * (
        1 + (manner == "run")
    ):
        raise IllegalAction(
            "slow_ground", say("The ground slows {who} too much for that.", who=game.name(model_id)), "TR-MARSH-01"
        )


def check_indoors(game: Game, state: BattleState, model_id: str, track: Track) -> None:
    """Raise IllegalAction if a rider would enter a building in rulesets that do not allow it.

    Rule: TR-MOUNT-01
    """
    if game.rules.riders_enter_buildings or not is_mounted(game.fighters[model_id]):
        return
    body = body_of(game, state, model_id)
    for leg in track.legs:
        if building_of(game.table, body.at(leg.x, leg.y, leg.z)):
            raise IllegalAction(
                "indoors", say("{who} cannot ride into a building.", who=game.name(model_id)), "TR-MOUNT-01"
            )


def check_hide_at(game: Game, state: BattleState, model_id: str, end: Spot, manner: str) -> None:
    """Raise IllegalAction unless the model may hide at the end of a move in this manner. Rule: MV-HIDE-01"""
    body = body_of(game, state, model_id).at(end.x, end.y, end.z)
    hiding_rules.check_may_hide(game, state, model_id, body, ran=manner == "run")


def check_end(game: Game, state: BattleState, model_id: str, end: Spot) -> None:
    """Raise IllegalAction if a move that is no charge ends in contact, also across a low wall.

    Enemies that the model touches at the start must be left. The geometry checks contact on the way. Rule: MV-WALK-02
    """
    there = body_of(game, state, model_id).at(end.x, end.y, end.z)
    for other in enemies_of(game, state, model_id):
        if touches(game, there, (body_of(game, state, other),)):
            raise IllegalAction(
                "contact_needs_charge",
                say(
                    "{who} would end touching {other}; that takes a charge.",
                    who=game.name(model_id),
                    other=game.name(other),
                ),
                "MV-WALK-02",
            )


def touches(game: Game, there: Body, enemies: Iterable[Body]) -> bool:
    """Whether a base at this position touches one of the given models. Rule: MV-CHG-07"""
    return any(gap_at_most(there, enemy, REACH) and in_contact(game.table, there, enemy) for enemy in enemies)


def make_move(ctx: Context, command: Move) -> None:
    """Carry out a validated move: the path with its tests, then hiding, and what enemies notice."""
    model_id = command.who
    track = check_move(ctx.game, ctx.state, model_id[0], command)
    if command.manner == "leave":
        entering.leave(ctx, model_id, track.end)
        return
    if not brewhouse.passes_leaving_test(ctx, model_id, track.end):
        return
    if command.manner == "run":
        ctx.flag(model_id, on=RAN, off=HIDDEN, why="run")
    manner = "walk" if command.manner == "enter" else command.manner
    arrived = carry(ctx, model_id, manner, track)
    model = ctx.state.models[model_id]
    if model.gone:
        return
    if command.manner == "enter" and arrived and model.posture == STANDING and not model.flags & STUPID:
        entering.enter(ctx, model_id, entering.check_enter(ctx.game, ctx.state, model_id, track.end))
        return
    ctx.flag(model_id, on=ACTED | (MOVED if track.legs and _left(ctx, model_id, track) else 0), why=command.manner)
    if command.hide and arrived and hiding_rules.may_hide(ctx.game, ctx.state, model_id):
        hiding_rules.hide(ctx, model_id)


def _left(ctx: Context, model_id: str, track: Track) -> bool:
    model = ctx.state.models[model_id]
    return (model.x, model.y, model.z) != tuple(track.start)


def check_face(game: Game, state: BattleState, side: str, command: Face) -> None:
    """Raise IllegalAction unless a mounted model may be turned."""
    check_free_to_move(game, state, side, command.who)
    if not is_mounted(game.fighters[command.who]):
        raise IllegalAction(
            "no_facing",
            say("{who} sees in every direction and cannot be turned.", who=game.name(command.who)),
            "LS-TRUE-01",
        )
    if not 0 <= command.degrees < 360:
        raise IllegalAction("bad_degrees", "A heading is 0 to 359 degrees.", "LS-TRUE-01")


def turn_to(ctx: Context, command: Face) -> None:
    """Turn a mounted model; costs nothing. Rule: MV-WALK-01"""
    ctx.emit(Faced(command.who, command.degrees))
