"""Mounting and dismounting during a battle. Rules: SPEC-MOUNT-01, TR-MOUNT-01, MV-WALK-01, MV-DIVE-01

The rulebooks do not state the cost of mounting or dismounting, only what skilled riders can do beyond others. Here it
uses the move of the turn: a rider who is not in combat dismounts in place, or mounts a steed within half a move. The
steed waits as a marker that cannot be attacked or moved. Implements the traits `athletic_mount` (mounts at the start of
the turn and may then run or charge) and `running_dismount` (rides at a walk, then leaps off, onto an enemy as a diving
charge from 2 inches).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battles.engine.commands import Move
from battles.engine.errors import IllegalAction
from battles.engine.events import EffectAdded, EffectEnded, Marked, Moved
from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.sentences import say
from battles.engine.state import ACTED, DIVED, HIDDEN, MOVED, SHOT, STANDING, BattleState, Effect
from battles.engine.steps.combat.striking import DIVE
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of, enemies_of
from battles.engine.steps.models.size import rides
from battles.engine.steps.movement import walking
from battles.engine.steps.movement.allowances import Allowance, allowance_of
from battles.engine.steps.movement.execution import carry
from battles.engine.steps.movement.heights import falling
from battles.engine.steps.movement.initiative_tests import initiative_test
from battles.engine.steps.movement.movers import mover_of, others_of, rules_of
from battles.engine.steps.movement.tracks import Track, start_of
from battles.engine.steps.shooting.rate_of_fire import ShotPlan
from battles.engine.steps.turn.optional_choices import TURN_START, offer
from battles.engine.table.ground import can_stand
from battles.engine.table.movement.reach import reach
from battles.engine.table.vectors import Body, Spot, toward
from battles.engine.terrain.setup_changes import ON_FOOT, drawn_fighter, refresh
from battles.engine.traits import Flag

LEAPS_OFF = Flag("running_dismount")
SPRINGS_UP = "athletic_mount"
LEAPING_OFF = "leaping_off"
"""Code of the effect on a rider who will leap off the steed this turn."""
HEIGHT = 200
"""Height from which a rider leaps at an enemy. Rule: MV-DIVE-01"""
declare_inner(LEAPING_OFF)


def steed_of(state: BattleState, model_id: str) -> Spot | None:
    """Where the steed of a dismounted rider waits, or None."""
    place = (state.marks.get(ON_FOOT) or {}).get(model_id)
    return Spot(*place) if place else None


def _fault(model_id: str, game: Game, code: str, sentence: str) -> IllegalAction:
    return IllegalAction(code, say(sentence, who=game.name(model_id)), "SPEC-MOUNT-01")


def _check_free(game: Game, state: BattleState, side: str, model_id: str) -> None:
    walking.check_free_to_move(game, state, side, model_id)
    if state.models[model_id].posture != STANDING:
        raise _fault(model_id, game, "on_the_ground", "{who} is on the ground. Stand up first.")


# -- off ---------------------------------------------------------------------------------------------------------------


def check_dismount(game: Game, state: BattleState, side: str, command: Move) -> Track:
    """Check a dismount, which for riders who can leap off may follow a walk on the steed. Raises IllegalAction."""
    model_id = command.who
    _check_free(game, state, side, model_id)
    if not rides(game, state, model_id):
        raise _fault(model_id, game, "not_mounted", "{who} is not mounted.")
    if not command.path:
        return Track(start_of(state, model_id), (), 0)
    if not LEAPS_OFF.of(game.fighters[model_id]):
        raise _fault(model_id, game, "no_leap_off", "{who} cannot ride and get off in one move. Get off first.")
    return walking.check_move(game, state, side, Move(model_id, "walk", command.path))


def dismount(ctx: Context, command: Move) -> None:
    """Dismount, possibly after a ride; after a ride the rider may not shoot this turn."""
    model_id = command.who
    track = check_dismount(ctx.game, ctx.state, model_id[0], command)
    if track.legs:
        ctx.flag(model_id, on=SHOT, why="dismount")
        if (
            not carry(ctx, model_id, "walk", track)
            or ctx.model(model_id).gone
            or ctx.model(model_id).posture != STANDING
        ):
            return
    get_off(ctx, model_id)
    ctx.flag(model_id, on=ACTED | MOVED, why="dismount")


def get_off(ctx: Context, model_id: str, into: Body | None = None) -> None:
    """Put the rider on foot in the same place, or in contact with the enemy leapt at. The steed waits there."""
    model = ctx.model(model_id)
    ctx.emit(Marked(ON_FOOT, {**(ctx.state.marks.get(ON_FOOT) or {}), model_id: [model.x, model.y, model.z]}))
    refresh(ctx)
    ctx.note("dismounts", model_id, rule="SPEC-MOUNT-01")
    if into is not None:
        x, y = toward(into.x, into.y, model.x, model.y, into.radius + ctx.fighters[model_id].radius)
        ctx.emit(Moved(model_id, "leap", (("walk", x, y, model.z),), 0))
    contact.settle(ctx, model_id)


# -- on ----------------------------------------------------------------------------------------------------------------


def check_mount(game: Game, state: BattleState, side: str, model_id: str) -> Spot:
    """Check whether the model may mount. Returns the place of the steed. Raises IllegalAction."""
    _check_free(game, state, side, model_id)
    spot = steed_of(state, model_id)
    if spot is None:
        raise _fault(model_id, game, "no_steed", "{who} has no steed waiting on the table.")
    half = allowance_of(game, state, model_id).walk // 2
    if not _is_walked_to(game, state, model_id, spot, half):
        raise _fault(
            model_id, game, "steed_too_far", "{who} cannot reach the steed with half a move. Walk nearer first."
        )
    there = _in_the_saddle(game, model_id, spot)
    others = others_of(game, state, model_id)
    enemies = [body_of(game, state, other) for other in enemies_of(game, state, model_id)]
    if walking.touches(game, there, enemies) or not can_stand(
        game.table, there, [other for other in others if other.standing]
    ):
        raise _fault(model_id, game, "no_room", "There is no room for {who} to mount: another model is in the way.")
    return spot


def _in_the_saddle(game: Game, model_id: str, spot: Spot) -> Body:
    rider = drawn_fighter(game, model_id)
    return Body(spot.x, spot.y, spot.z, rider.radius, rider.height)


def _is_walked_to(game: Game, state: BattleState, model_id: str, spot: Spot, budget: int) -> bool:
    """Whether a walk of this length brings the model into contact with the steed."""
    near = game.fighters[model_id].radius + drawn_fighter(game, model_id).radius
    area = reach(
        game.table,
        mover_of(game, state, model_id, "walk", budget=budget),
        others_of(game, state, model_id),
        rules_of(game, model_id),
    )
    return any(
        place.z == spot.z and (place.x - spot.x) ** 2 + (place.y - spot.y) ** 2 <= near * near
        for place, cost in area.spots()
        if cost <= budget
    )


def mount(ctx: Context, model_id: str) -> None:
    """Mount the steed, which uses the move of the turn."""
    get_on(ctx, model_id, check_mount(ctx.game, ctx.state, model_id[0], model_id))
    ctx.flag(model_id, on=ACTED | MOVED, why="mount")


def get_on(ctx: Context, model_id: str, spot: Spot) -> None:
    """Put the model back on its steed, in the steed's place."""
    left = {other: place for other, place in ctx.state.marks[ON_FOOT].items() if other != model_id}
    ctx.flag(model_id, off=HIDDEN, why="mount")
    ctx.emit(Moved(model_id, "walk", (("walk", *spot),), 0))
    ctx.emit(Marked(ON_FOOT, left or None))
    refresh(ctx)
    ctx.note("mounts", model_id, rule="SPEC-MOUNT-01")
    contact.settle(ctx, model_id)


def offers(game: Game, state: BattleState, model_id: str) -> list[Move]:
    """The commands to mount or dismount that the model may give now."""
    if rides(game, state, model_id):
        command = Move(model_id, "dismount")
        return [command] if _is_allowed(lambda: check_dismount(game, state, model_id[0], command)) else []
    if steed_of(state, model_id) is not None and _is_allowed(lambda: check_mount(game, state, model_id[0], model_id)):
        return [Move(model_id, "mount")]
    return []


def _is_allowed(check: Callable[[], object]) -> bool:
    try:
        check()
    except IllegalAction:
        return False
    return True


# -- skills ------------------------------------------------------------------------------------------------------------


def _may_spring_up(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    if steed_of(state, model_id) is None or not _is_allowed(lambda: check_mount(game, state, model_id[0], model_id)):
        return []
    return [Choice("mount", f"{game.name(model_id)} springs on the steed", "mount")]


@offer(SPRINGS_UP, TURN_START, _may_spring_up, bots_take=False)
def spring_up(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Mount at once; the rider may then run or charge."""
    get_on(ctx, model_id, check_mount(ctx.game, ctx.state, model_id[0], model_id))


def _may_leap_off(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    model = state.models[model_id]
    if not rides(game, state, model_id) or model.engaged or model.posture != STANDING:
        return []
    return [Choice("leap_off", f"{game.name(model_id)} charges at a walk and leaps off at the enemy", "leap_off")]


@offer(LEAPS_OFF.code, TURN_START, _may_leap_off, bots_take=False)
def will_leap_off(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """This turn, a charge goes no farther than a walk and ends with a leap; the rider may not shoot."""
    ctx.emit(EffectAdded(model_id, Effect(LEAPING_OFF, 0, ctx.state.turn_number + 1, model_id[0])))


@on("move", LEAPING_OFF)
def rides_up(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
    """Limit a charge to the normal move of the steed."""
    return allowance._replace(run=0, may_run=False, charge=allowance.walk)


@on("shoot", LEAPING_OFF)
def holds_fire(game: Game, state: BattleState, model_id: str, plan: ShotPlan, **_: Any) -> ShotPlan:
    """The rider may not shoot this turn."""
    return plan._replace(refused="is leaping off the steed this turn")


@on("charge", LEAPING_OFF)
def leaps_into(ctx: Context, model_id: str, target: str, **_: Any) -> None:
    """Roll the jump test: if passed, the rider attacks as after a diving charge, otherwise falls next to the steed.

    Rules: MV-JUMPDN-01, MV-DIVE-01, MV-FALL-01
    """
    ctx.emit(EffectEnded(model_id, LEAPING_OFF))
    if ctx.model(model_id).gone or ctx.model(target).gone or not rides(ctx.game, ctx.state, model_id):
        return
    enemy = body_of(ctx.game, ctx.state, target)
    if not initiative_test(ctx, model_id, "jump", "MV-JUMPDN-01", HEIGHT):
        model = ctx.model(model_id)
        get_off(ctx, model_id)
        falling.fall(ctx, model_id, HEIGHT, Spot(model.x, model.y, model.z), "jump")
        return
    get_off(ctx, model_id, enemy)
    ctx.flag(model_id, on=DIVED, why="charge")
    ctx.emit(Marked(DIVE + model_id, [target, HEIGHT]))
