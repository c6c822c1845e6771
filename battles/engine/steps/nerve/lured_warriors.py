"""A lured warrior: in their own side's turn, another side moves them and shoots with them.

The luring side gives one command before the movement phase, one before the shooting phase and one before a magic phase:
a charge at the warrior's own side, a move, a shot, or a spell where spells are cast; or nothing. The warrior cannot
leap, cannot be made to kill themselves, and does not fight the luring side (`Game.side_of`). Spells that help friends
help the warrior's original side; enemies are those of the luring side. Frame data: `who`. Rules: MAG-WHO-01,
CHAR-LD-01, MV-CHG-01, SHOOT-ONE-01
"""

from __future__ import annotations

from math import cos, hypot, pi, sin

from battles.engine.commands import Cast, Charge, Command, EndStep, Move, Shoot
from battles.engine.errors import IllegalAction
from battles.engine.events import Marked
from battles.engine.flow import Context, Step, register
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import ACTED, BattleState, Frame
from battles.engine.steps.charge import charger_checks, declarations
from battles.engine.steps.magic import phase as magic_phase
from battles.engine.steps.models import contact
from battles.engine.steps.movement import options, walking
from battles.engine.steps.movement.execution import carry
from battles.engine.steps.movement.movers import mover_of, others_of
from battles.engine.steps.movement.tracks import judge
from battles.engine.steps.shooting import firing
from battles.engine.steps.shooting.permission import may_shoot
from battles.engine.steps.shooting.rate_of_fire import plan_of, plans_of
from battles.engine.steps.shooting.targets import legal_targets
from battles.engine.steps.turn import ending
from battles.engine.table.movement.rules import Refused
from battles.engine.terrain.setup_changes import TURNED, refresh

PHASES = ("movement", "magic", "shooting")
"""Phases in which the luring side gives one command each."""
LEAPS = ("down", "gap", "leap")
"""Steps that may end in a fall."""
APART = 100
"""Distance that models move apart if they were fighting when the lure began, in hundredths of an inch."""
BENDS = (0, 45, -45, 90, -90, 135, -135, 180)
"""Directions in which models may move apart, in degrees from straight away."""


def turn(ctx: Context, model_id: str, side: str) -> None:
    """Put the warrior under that side's control: they disengage from its models and fight friends in contact.

    Rule: GM-PLACE-01
    """
    ctx.emit(Marked(TURNED, {**ctx.game.turned, model_id: side}))
    refresh(ctx)
    before = [enemy for enemy in ctx.model(model_id).engaged if enemy[0] == side]
    for enemy in before:
        contact.separate(ctx, model_id, enemy)
    if before:
        _draw_back(ctx, model_id, before)
    contact.engage_all(ctx, model_id)


def turn_back(ctx: Context, model_id: str) -> None:
    """Return the warrior to their own side, and separate them from friends they fought."""
    left = {other: side for other, side in ctx.game.turned.items() if other != model_id}
    ctx.emit(Marked(TURNED, left or None))
    refresh(ctx)
    for friend in ctx.model(model_id).engaged:
        if not ctx.game.are_enemies(model_id, friend):
            contact.separate(ctx, model_id, friend)
    contact.engage_all(ctx, model_id)


def begin(ctx: Context, phase: str, side: str) -> None:
    """Before a phase of a side, start the commands for its lured warriors in roster order."""
    if phase in PHASES:
        for model_id in sorted((model_id for model_id in ctx.game.turned if model_id[0] == side), reverse=True):
            ctx.push(Frame("lured", phase, {"who": model_id}))


def is_under_orders(state: BattleState) -> bool:
    """Whether the luring side is giving a command to a lured warrior now."""
    return any(frame.kind == LuredStep.kind for frame in state.flow)


class LuredStep(Step):
    """Stages: movement, magic, shooting, over."""

    kind = "lured"

    def enter(self, ctx: Context, frame: Frame) -> None:
        model_id = frame.data["who"]
        side = ctx.game.turned.get(model_id, "")
        if frame.stage == "over" or not side or ctx.model(model_id).gone:
            ctx.pop()
        elif ctx.state.sides[side].routed or len(self.legal(ctx.game, ctx.state, frame, side)) == 1:
            ctx.pop()
            ctx.flag(model_id, on=ACTED, why="lured")
        else:
            ending.await_command(ctx, side)

    def legal(self, game: Game, state: BattleState, frame: Frame, side: str) -> list[Command]:
        model_id = frame.data["who"]
        found: list[Command] = [EndStep()]
        if frame.stage == game.rules.casting_phase:
            found.extend(magic_phase.casts_by(game, state, model_id))
        if frame.stage == "magic":
            return found
        if frame.stage == "shooting":
            if may_shoot(game, state, model_id):
                for plan in plans_of(game, state, model_id):
                    found.extend(
                        Shoot(model_id, seen.who, plan.slot) for seen in legal_targets(game, state, model_id, plan)
                    )
            return found
        found.extend(declarations.offers_of(game, state, model_id))
        found.extend(
            move for move in options.moves_of(game, state, model_id) if isinstance(move, Move) and _is_safe(move)
        )
        return found

    def validate(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        model_id = frame.data["who"]
        if isinstance(command, EndStep):
            return
        if isinstance(command, Cast) and command.who == model_id and frame.stage == game.rules.casting_phase:
            magic_phase.check_cast(game, state, model_id[0], command)
            return
        if isinstance(command, Charge | Move | Shoot) and command.who == model_id:
            if isinstance(command, Charge) and frame.stage == "movement":
                declarations.check_charge(game, state, model_id[0], command, ())
                return
            if isinstance(command, Move) and frame.stage == "movement" and _is_safe(command):
                walking.check_move(game, state, model_id[0], command)
                return
            if isinstance(command, Shoot) and command._replace(shots=0) in self.legal(game, state, frame, side):
                plan = plan_of(game, state, model_id, command.weapon)
                if 0 <= command.shots <= firing.allowed_shots(game, state, model_id, command.target, plan):
                    return
        raise IllegalAction(
            "not_now",
            say("Only {who} can be moved now, and it cannot leap.", who=game.name(model_id)),
            "MAG-WHO-01",
        )

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        model_id = frame.data["who"]
        ctx.replace(stage="over", owner="")
        if isinstance(command, Charge):
            declared = charger_checks.search_targets(ctx, [declarations.declare(ctx, command)])
            ctx.push(Frame("charge_move", "start", {**charger_checks.test_fear(ctx, declared)[0]}))
        elif isinstance(command, Move):
            walking.make_move(ctx, command)
        elif isinstance(command, Shoot):
            plan = plan_of(ctx.game, ctx.state, model_id, command.weapon)
            allowed = firing.allowed_shots(ctx.game, ctx.state, model_id, command.target, plan)
            firing.fire(ctx, model_id, command.target, plan, command.shots or allowed)
        elif isinstance(command, Cast):
            magic_phase.cast(ctx, command)
        else:
            ctx.flag(model_id, on=ACTED, why="lured")


def _is_safe(move: Move) -> bool:
    return bool(move.path) and move.manner in options.OFFERED and all(step[0] not in LEAPS for step in move.path)


def _draw_back(ctx: Context, model_id: str, enemies: list[str]) -> None:
    """Move an inch away from the middle of the opponents, or as nearly so as there is room."""
    state = ctx.state
    model = state.models[model_id]
    x = model.x - sum(state.models[enemy].x for enemy in enemies) / len(enemies)
    y = model.y - sum(state.models[enemy].y for enemy in enemies) / len(enemies)
    far = hypot(x, y)
    if not far:
        return
    mover = mover_of(ctx.game, state, model_id, "walk", budget=2 * APART)
    for bend in BENDS:
        cosine, sine = cos(bend * pi / 180), sin(bend * pi / 180)
        step = APART / far
        spot = round(model.x + step * (x * cosine - y * sine)), round(model.y + step * (y * cosine + x * sine)), model.z
        track = judge(ctx.game, mover, (("walk", *spot),), others_of(ctx.game, state, model_id), model_id)
        if not isinstance(track, Refused):
            carry(ctx, model_id, "walk", track)
            return


register(LuredStep())
