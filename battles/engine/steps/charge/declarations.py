"""Declaration of charges: which models may charge which targets.

Rules: MV-CHG-01 to MV-CHG-05, MV-CHG-10, MV-CHG-18, MV-MEAS-01
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any, TypedDict

from battles.engine.commands import Charge
from battles.engine.errors import IllegalAction
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import (
    ACTED,
    CHARGED,
    COMPELLED,
    DETECT_TRIED,
    FAILED_CHARGE,
    FELL,
    FLEEING,
    FRENZIED,
    RALLIED,
    SEARCH_FAILED,
    STANDING,
    STOOD_UP,
    STUPID,
    BattleState,
)
from battles.engine.steps.charge import climbing_routes, interception, routes
from battles.engine.steps.combat import building_assaults
from battles.engine.steps.legality_cache import judged_once
from battles.engine.steps.models.bodies import body_of, enemies_of, on_table
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.models.contact import is_held
from battles.engine.steps.movement import partners
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.movement.hiding.detection import is_hidden_from
from battles.engine.steps.movement.hiding.visibility import sees
from battles.engine.steps.movement.tracks import Track
from battles.engine.table.vectors import gap_at_most, toward, within
from battles.engine.terrain.buildings import assaults
from battles.engine.terrain.buildings.garrisons import bodies_between, garrison_of, occupants
from battles.engine.terrain.pieces import brewhouse
from battles.engine.traits import Flag

SEARCH_REACH = 400
"""Distance within which a charger may search for a target, in hundredths of an inch. Rule: MV-CHG-04"""
DIVE_FROM = 200
"""Minimum height of the jump in a diving charge; from lower it is an ordinary charge. Rule: MV-DIVE-01"""
PAIRS_OFFERED = 6
MUST_CHARGE = Flag("must_charge")
"""Trait of models that must charge if they can. Rule: MV-CHG-18"""
CHARGES_UNSEEN = Flag("charges_unseen")
"""Trait of models that may charge enemies they do not see. Rule: MV-CHG-04"""

_BARRED = (
    (FLEEING, "fleeing", "is fleeing", "MV-CHG-02"),
    (STOOD_UP, "stood_up", "stood up this turn", "MV-CHG-02"),
    (RALLIED, "rallied", "rallied this turn", "MV-CHG-02"),
    (SEARCH_FAILED, "search_failed", "failed to detect an enemy this turn", "MV-CHG-02"),
    (STUPID | COMPELLED, "stupid", "is affected by stupidity this turn", "PSY-STUPID-01"),
    (FELL, "fell", "fell this turn", "MV-FALL-03"),
    (ACTED | CHARGED | FAILED_CHARGE, "acted", "has already moved in this phase", "MV-ORDER-01"),
)
_BARRED_FLAGS = reduce(or_, (bits for bits, *_ in _BARRED))


class Record(TypedDict):
    """A declared charge as plain values, as the step's frame stores it."""

    who: str
    targets: list[str]
    path: list[list[Any]]
    """Segments [kind, x, y, z] of the route that the player chose; empty for the most direct route."""
    search: str
    """Id of a target that must be found first; "" for none."""
    status: str
    """"" for a charge that continues, "void" for one that has no effect, "search_failed" or "afraid" for one that
    fails.
    """


def check_charger(game: Game, state: BattleState, side: str, model_id: str, declared: Sequence[Record]) -> None:
    """Raise IllegalAction unless the model may declare a charge. Rule: MV-CHG-02"""
    model = state.models.get(model_id)
    if model is None:
        raise IllegalAction("no_such_model", "That model is not in this battle.")
    name = game.name(model_id)
    if model_id[0] != side:
        raise IllegalAction("not_yours", say("{name} is not yours to command.", name=name))
    if model.gone:
        raise IllegalAction("not_on_table", say("{name} is not on the table.", name=name))
    if model.posture != STANDING:
        raise IllegalAction("down", say("{name} is on the ground and cannot charge.", name=name), "MV-CHG-02")
    for bits, code, words, rule in _BARRED:
        if model.flags & bits:
            raise IllegalAction(code, say("{name} {words} and cannot charge.", name=name, words=words), rule)
    if garrison_of(state, model_id):
        raise IllegalAction("inside", say("{name} cannot charge out of a building.", name=name), "TR-BLDG-EXIT-01")
    if is_held(game, state, model_id):
        raise IllegalAction("engaged", say("{name} is in combat and cannot charge.", name=name), "MV-ENGAGED-01")
    if any(record["who"] == model_id for record in declared):
        raise IllegalAction("declared", say("{name} has already declared a charge.", name=name), "MV-ORDER-02")
    if "random_movement" in keywords_of(game, state, model_id):
        raise IllegalAction("random", say("{name} moves at random and cannot charge.", name=name), "MV-RAND-01")
    if not allowance_of(game, state, model_id).may_charge:
        raise IllegalAction("cannot_charge", say("{name} cannot charge.", name=name), "MV-CHG-02")


def may_charge(game: Game, state: BattleState, model_id: str, declared: Sequence[Record] = ()) -> bool:
    """Whether the model may declare a charge; see `check_charger`."""
    model = state.models.get(model_id)
    if model is None or model.gone or model.posture != STANDING or model.flags & _BARRED_FLAGS:
        return False
    if model.engaged and is_held(game, state, model_id):
        return False
    try:
        check_charger(game, state, model_id[0], model_id, declared)
    except IllegalAction:
        return False
    return True


def check_target(game: Game, state: BattleState, model_id: str, target: str, track: Track | None = None) -> str:
    """How a target may be charged: "seen", or "search" if an Initiative test must find it first. Raises IllegalAction.

    `track` is a route that the player chose: for a diving charge, sight is checked from the point of the jump. Rules:
    MV-CHG-03, MV-CHG-04, MV-CHG-05, MV-DIVE-01
    """
    enemy = state.models.get(target)
    if enemy is None or enemy.gone or not game.are_enemies(model_id, target):
        raise IllegalAction("no_such_enemy", "That is not an enemy on the table.", "MV-CHG-02")
    name, target_name = game.name(model_id), game.name(target)
    model = state.models[model_id]
    if target in model.engaged:
        raise IllegalAction(
            "in_contact", say("{name} is already in contact with {foe}.", name=name, foe=target_name), "MV-CHG-02"
        )
    partners.check_charge(game, state, model_id, target)
    if is_hidden_from(game, state, model_id, target):
        if not game.rules.hidden_charge:
            raise IllegalAction("hidden", say("{foe} is hidden and cannot be charged.", foe=target_name), "MV-CHG-05")
        hiding_rules.check_may_search(game, state, model_id, target)
        return "search"
    if sees(game, state, model_id, target):
        return "seen"
    take_off = dive_spot(track, game.fighters[model_id].radius) if track is not None else None
    if take_off is not None and sees(game, state, model_id, target, eye_spot=take_off):
        return "seen"
    mode = game.rules.unseen_charge
    if mode == "never" and not CHARGES_UNSEEN.of(game.fighters[model_id]):
        raise IllegalAction("unseen", say("{name} does not see {foe}.", name=name, foe=target_name), "MV-CHG-04")
    far_sighted = CHARGES_UNSEEN.of(game.fighters[model_id])
    near = within(body_of(game, state, model_id), body_of(game, state, target), SEARCH_REACH)
    if mode == "near" and not far_sighted and not near:
        raise IllegalAction(
            "unseen",
            say("{name} does not see {foe} and is not close enough to detect it.", name=name, foe=target_name),
            "MV-CHG-04",
        )
    if model.flags & DETECT_TRIED:
        raise IllegalAction("already_searched", say("{name} has already searched this turn.", name=name), "MV-HIDE-07")
    return "search"


def dive_spot(track: Track, radius: int) -> tuple[int, int, int] | None:
    """The point on the edge from which a track jumps down at least 2 inches, or None. Rule: MV-DIVE-01"""
    x, y, z = track.start
    for leg in track.legs:
        if leg.kind == "down" and -leg.rise >= DIVE_FROM:
            rim = toward(leg.x, leg.y, x, y, radius)
            return rim[0], rim[1], z
        x, y, z = leg.x, leg.y, leg.z
    return None


def check_charge(
    game: Game, state: BattleState, side: str, command: Charge, declared: Sequence[Record]
) -> tuple[str, Track | None]:
    """Check a declaration. Returns the target that must be found first ("" for none) and the current route."""
    check_charger(game, state, side, command.who, declared)
    return judged_once(game, state, ("charge", command), lambda: _judge_charge(game, state, command))


def _judge_charge(game: Game, state: BattleState, command: Charge) -> tuple[str, Track | None]:
    """Like `check_charge`, for a model that is known to be allowed to declare a charge."""
    model_id, targets = command.who, command.targets
    if not targets or len(set(targets)) != len(targets):
        raise IllegalAction(
            "no_target", say("Name the targets of {who}, each once.", who=game.name(model_id)), "MV-CHG-01"
        )
    for target in targets:
        if target not in state.models:
            raise IllegalAction("no_such_enemy", "That is not an enemy on the table.", "MV-CHG-02")
    section = assaults.check_assault(game, state, model_id, targets)
    if section:
        return "", building_assaults.check_assault_at(game, state, model_id, targets, section, command)
    measured = game.rules.measuring_is_free or game.rules.interception == "blocks"
    reach = allowance_of(game, state, model_id).charge
    track = None
    if command.path:
        track = routes.drawn_route(game, state, model_id, targets, command.path)
    search = ""
    for target in targets:
        if check_target(game, state, model_id, target, track) == "search":
            if search:
                raise IllegalAction("one_search", "Only one of the targets may be out of sight.", "MV-CHG-04")
            search = target
    if not command.path and measured and _may_be_reached(game, state, model_id, targets, reach):
        # The direct path never jumps, so it does not affect sight and need not be found first.
        track = routes.route_to(game, state, model_id, targets)
    if track is not None:
        brewhouse.check_leaving(game, state, model_id, track.end)
    name = game.name(model_id)
    if len(targets) > 1 and not can_touch_all(game, state, model_id, targets):
        raise IllegalAction("too_far_apart", say("{name} cannot touch all of them at once.", name=name), "MV-CHG-10")
    if game.rules.measuring_is_free and (
        track is None or track.cost > routes.charge_budget(game, state, model_id, track)
    ):
        raise IllegalAction(
            "out_of_reach",
            say("{targets} is out of {name}'s reach.", targets=game.name(targets[0]), name=name),
            "MV-MEAS-01",
        )
    if game.rules.interception == "blocks":
        straight = track or routes.bee_line(game, state, model_id, targets[0])
        blocker = interception.who_blocks(game, state, model_id, targets, straight)
        if blocker:
            raise IllegalAction(
                "blocked_route",
                say(
                    "{blocker} blocks the path to {targets}.", blocker=game.name(blocker), targets=game.name(targets[0])
                ),
                "MV-INT-07",
            )
    return search, track


def is_beyond_reach(game: Game, state: BattleState, model_id: str, target: str) -> bool:
    """Whether a charge at an enemy is certain to be refused, since even the straight line is too long (MV-MEAS-01)."""
    if not game.rules.measuring_is_free or garrison_of(state, target):
        return False
    reach = allowance_of(game, state, model_id).charge
    return not gap_at_most(body_of(game, state, model_id), body_of(game, state, target), reach)


def _may_be_reached(game: Game, state: BattleState, model_id: str, targets: Sequence[str], reach: int) -> bool:
    """Whether the target is within straight-line reach, or reach does not matter for the declaration."""
    if not game.rules.measuring_is_free:
        return True
    mine = body_of(game, state, model_id)
    return all(gap_at_most(mine, body_of(game, state, target), reach) for target in targets)


def can_touch_all(game: Game, state: BattleState, model_id: str, targets: Sequence[str]) -> bool:
    """Whether there is a position that touches all targets at once. Rule: MV-CHG-10"""
    bodies = [body_of(game, state, target) for target in targets]
    return bool(routes.contact_points(body_of(game, state, model_id), bodies))


def declare(ctx: Context, command: Charge) -> Record:
    """Record a declared charge; a hidden charger is revealed. Rules: MV-ORDER-02, MV-HIDE-09"""
    search, _ = check_charge(ctx.game, ctx.state, command.who[0], command, ())
    section = assaults.section_assaulted(ctx.game, ctx.state, command.targets)
    if section:
        command = command._replace(targets=tuple(occupants(ctx.state, section)[: assaults.PARTY]))
    for target in command.targets:
        ctx.note("charge_declared", command.who, target, rule="MV-ORDER-02")
    hiding_rules.reveal(ctx, command.who, "charges")
    return {
        "who": command.who,
        "targets": list(command.targets),
        "path": [list(segment) for segment in command.path],
        "search": search,
        "status": "",
    }


# -- what is offered ---------------------------------------------------------------------------------------------------


def has_target(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model could charge any enemy. If not, its side need not be prompted."""
    if not may_charge(game, state, model_id):
        return False
    rules = game.rules
    reach = allowance_of(game, state, model_id).charge
    for target in enemies_of(game, state, model_id):
        if is_hidden_from(game, state, model_id, target) and not rules.hidden_charge:
            continue
        if not rules.measuring_is_free or gap_at_most(*bodies_between(game, state, model_id, target), reach):
            return True
    return False


def _single_offers(game: Game, state: BattleState, model_id: str, declared: Sequence[Record]) -> list[Charge]:
    found = []
    for target in enemies_of(game, state, model_id):
        section = garrison_of(state, target)
        if (section and occupants(state, section)[0] != target) or is_beyond_reach(game, state, model_id, target):
            continue
        charge = Charge(model_id, (target,))
        try:
            check_charge(game, state, model_id[0], charge, declared)
        except IllegalAction:
            continue
        found.append(charge)
    return found


def offers_of(game: Game, state: BattleState, model_id: str, declared: Sequence[Record] = ()) -> list[Charge]:
    """The charges that one model may declare: at single enemies, at pairs that it can touch together, over ladders and
    jumps.
    """
    if not may_charge(game, state, model_id, declared):
        return []
    singles = _single_offers(game, state, model_id, declared)
    found = list(singles)
    for first, other in combinations(singles, 2):
        if len(found) - len(singles) == PAIRS_OFFERED:
            break
        pair = Charge(model_id, (first.targets[0], other.targets[0]))
        if not can_touch_all(game, state, model_id, pair.targets):
            continue
        try:
            check_charge(game, state, model_id[0], pair, declared)
        except IllegalAction:
            continue
        found.append(pair)
    for named in climbing_routes.named_charges(game, state, model_id):
        try:
            check_charge(game, state, model_id[0], named, declared)
        except IllegalAction:
            continue
        found.append(named)
    return found


def offers(game: Game, state: BattleState, declared: Sequence[Record]) -> list[Charge]:
    """The charges the active side may still declare."""
    found: list[Charge] = []
    for model_id in on_table(state, state.active):
        found.extend(offers_of(game, state, model_id, declared))
    return found


def must_charge(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether this is a frenzied model with an enemy in sight and in charge range, with no test on the way.

    Rules: MV-CHG-18, PSY-FRENZY-01
    """
    model = state.models[model_id]
    driven = model.flags & FRENZIED or MUST_CHARGE.of(game.fighters[model_id])
    driven = driven or any(effect.code == "taunted" for effect in model.effects)
    if not driven or not may_charge(game, state, model_id):
        return False
    reach = allowance_of(game, state, model_id).charge
    for target in enemies_of(game, state, model_id):
        there = bodies_between(game, state, model_id, target)
        if is_hidden_from(game, state, model_id, target) or not gap_at_most(*there, reach):
            continue
        if not sees(game, state, model_id, target):
            continue
        try:
            search, track = check_charge(game, state, model_id[0], Charge(model_id, (target,)), ())
        except IllegalAction:
            continue
        if search:
            continue
        track = track or routes.route_to(game, state, model_id, (target,))
        if track is not None and track.cost <= routes.charge_budget(game, state, model_id, track):
            return True
    return False


def must_still_charge(game: Game, state: BattleState, declared: Sequence[Record]) -> str:
    """Id of a frenzied model that has not declared its charge yet; "" if there is none."""
    chargers = {record["who"] for record in declared}
    for model_id in on_table(state, state.active):
        if model_id not in chargers and must_charge(game, state, model_id):
            return model_id
    return ""


# -- after the declarations --------------------------------------------------------------------------------------------
