"""A lured warrior: in their side's own turn another side moves them and shoots with them.

A frame of a turn before the movement phase, one before the shooting phase and one before a magic phase, each for one
command of the luring side: a charge at the warrior's own side, a move, a shot, a spell where spells are cast; or
nothing. The warrior takes no leap, cannot be made to kill themselves, and does not fight the luring side
(`Game.side_of`). Spells that help friends help the warrior's original side; the luring side decides who is an enemy.
Frame data: `who`. Rules: MAG-WHO-01, CHAR-LD-01, MV-CHG-01, SHOOT-ONE-01
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
from battles.engine.steps.charge import before_moving, declarations
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
"""Distance that models move apart who were fighting when the lure began, hundredths of an inch."""
BENDS = (0, 45, -45, 90, -90, 135, -135, 180)
"""Directions to draw back, in degrees from the straight line."""


def turn(ctx: Context, who: str, side: str) -> None:
    """The warrior obeys that side from now on: they disengage from its models, and fight friends in contact.

    Rule: GM-PLACE-01
    """
    ctx.emit(Marked(TURNED, {**ctx.game.turned, who: side}))
    refresh(ctx)
    before = [foe for foe in ctx.model(who).engaged if foe[0] == side]
    for foe in before:
        contact.separate(ctx, who, foe)
    if before:
        _draw_back(ctx, who, before)
    contact.engage_all(ctx, who)


def turn_back(ctx: Context, who: str) -> None:
    """The warrior belongs to their own side again, and is separated from friends they fought."""
    left = {other: side for other, side in ctx.game.turned.items() if other != who}
    ctx.emit(Marked(TURNED, left or None))
    refresh(ctx)
    for friend in ctx.model(who).engaged:
        if not ctx.game.are_enemies(who, friend):
            contact.separate(ctx, who, friend)
    contact.engage_all(ctx, who)


def begin(ctx: Context, phase: str, side: str) -> None:
    """Before a phase of a side: the commands for its lured warriors, in roster order."""
    if phase in PHASES:
        for who in sorted((who for who in ctx.game.turned if who[0] == side), reverse=True):
            ctx.push(Frame("lured", phase, {"who": who}))


def is_under_orders(state: BattleState) -> bool:
    """Whether a lured warrior now acts for the luring side."""
    return any(frame.kind == LuredStep.kind for frame in state.flow)


class LuredStep(Step):
    """Stages: movement, magic, shooting, over."""

    kind = "lured"

    def enter(self, ctx: Context, frame: Frame) -> None:
        who = frame.data["who"]
        side = ctx.game.turned.get(who, "")
        if frame.stage == "over" or not side or ctx.model(who).gone:
            ctx.pop()
        elif ctx.state.sides[side].routed or len(self.legal(ctx.game, ctx.state, frame, side)) == 1:
            ctx.pop()
            ctx.flag(who, on=ACTED, why="lured")
        else:
            ending.await_command(ctx, side)

    def legal(self, game: Game, state: BattleState, frame: Frame, side: str) -> list[Command]:
        who = frame.data["who"]
        found: list[Command] = [EndStep()]
        if frame.stage == game.rules.casting_phase:
            found.extend(magic_phase.casts_by(game, state, who))
        if frame.stage == "magic":
            return found
        if frame.stage == "shooting":
            if may_shoot(game, state, who):
                for plan in plans_of(game, state, who):
                    found.extend(Shoot(who, seen.who, plan.slot) for seen in legal_targets(game, state, who, plan))
            return found
        found.extend(declarations.offers_of(game, state, who))
        found.extend(move for move in options.moves_of(game, state, who) if isinstance(move, Move) and _is_safe(move))
        return found

    def validate(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        who = frame.data["who"]
        if isinstance(command, EndStep):
            return
        if isinstance(command, Cast) and command.who == who and frame.stage == game.rules.casting_phase:
            magic_phase.check_cast(game, state, who[0], command)
            return
        if isinstance(command, Charge | Move | Shoot) and command.who == who:
            if isinstance(command, Charge) and frame.stage == "movement":
                declarations.check_charge(game, state, who[0], command, ())
                return
            if isinstance(command, Move) and frame.stage == "movement" and _is_safe(command):
                walking.check_move(game, state, who[0], command)
                return
            if isinstance(command, Shoot) and command._replace(shots=0) in self.legal(game, state, frame, side):
                plan = plan_of(game, state, who, command.weapon)
                if 0 <= command.shots <= firing.allowed_shots(game, state, who, command.target, plan):
                    return
        raise IllegalAction(
            "not_now", say("It is for {who} alone to obey now, and without a leap.", who=game.name(who)), "MAG-WHO-01"
        )

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        who = frame.data["who"]
        ctx.replace(stage="over", owner="")
        if isinstance(command, Charge):
            declared = before_moving.search_targets(ctx, [declarations.declare(ctx, command)])
            ctx.push(Frame("charge_move", "start", {**before_moving.test_fear(ctx, declared)[0]}))
        elif isinstance(command, Move):
            walking.make_move(ctx, command)
        elif isinstance(command, Shoot):
            plan = plan_of(ctx.game, ctx.state, who, command.weapon)
            allowed = firing.allowed_shots(ctx.game, ctx.state, who, command.target, plan)
            firing.fire(ctx, who, command.target, plan, command.shots or allowed)
        elif isinstance(command, Cast):
            magic_phase.cast(ctx, command)
        else:
            ctx.flag(who, on=ACTED, why="lured")


def _is_safe(move: Move) -> bool:
    return bool(move.path) and move.manner in options.OFFERED and all(step[0] not in LEAPS for step in move.path)


def _draw_back(ctx: Context, who: str, foes: list[str]) -> None:
    """Move an inch away from the middle of their opponents, or as close to that as there is room."""
    state = ctx.state
    model = state.models[who]
    x = model.x - sum(state.models[foe].x for foe in foes) / len(foes)
    y = model.y - sum(state.models[foe].y for foe in foes) / len(foes)
    far = hypot(x, y)
    if not far:
        return
    mover = mover_of(ctx.game, state, who, "walk", budget=2 * APART)
    for bend in BENDS:
        cosine, sine = cos(bend * pi / 180), sin(bend * pi / 180)
        step = APART / far
        spot = round(model.x + step * (x * cosine - y * sine)), round(model.y + step * (y * cosine + x * sine)), model.z
        track = judge(ctx.game, mover, (("walk", *spot),), others_of(ctx.game, state, who), who)
        if not isinstance(track, Refused):
            carry(ctx, who, "walk", track)
            return


register(LuredStep())
