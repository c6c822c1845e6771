"""The start of a turn: rout, stupidity and panic tests, then the scenario's reinforcements.

Rules: TURN-START-01, PSY-STUPID-01
"""

from __future__ import annotations

from battles.engine.commands import Command, EndStep, GiveUp
from battles.engine.errors import IllegalAction
from battles.engine.flow import Context, Step, register
from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import COMPELLED, FLEEING, STANDING, STUNNED, STUPID, BattleState, Frame
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.nerve.panic import panic_from_fleeing_friends
from battles.engine.steps.nerve.psychology import able_friend_near
from battles.engine.steps.turn import declarations, ending, optional_choices, rout


class TurnStartStep(Step):
    """Stages: start, give_up (waits: continue or rout), rout, minds, declare (prompts), panic, done."""

    kind = "turn_start"

    def enter(self, ctx: Context, frame: Frame) -> None:
        side = ctx.state.active
        if frame.stage == "start":
            offered = rout.may_give_up(ctx.game, ctx.state, side)
            ctx.replace(stage="give_up" if offered else "rout", owner=side if offered else "")
        elif frame.stage == "rout":
            ctx.replace(stage="minds")
            if rout.test_due(ctx.game, ctx.state, side) and not rout.take_rout_test(ctx, side):
                ending.settle(ctx)
                if ctx.state.outcome is None and ctx.state.sides[side].routed:
                    ctx.pop()
        elif frame.stage == "minds":
            ctx.replace(stage="declare", declaring=None)
            for model_id in _own(ctx, side):
                for function, parameters in listeners(
                    ctx.fighters[model_id].hooks, ctx.state.models[model_id].effects, "turn_start"
                ):
                    function(ctx, model_id, **parameters)
            for model_id in _own(ctx, side):
                stupidity_test(ctx, model_id)
        elif frame.stage == "declare":
            self._declare(ctx, frame, side)
        elif frame.stage == "panic":
            ctx.replace(stage="done")
            panic_from_fleeing_friends(ctx, side)
        else:
            ctx.pop()
            scenario_of(ctx.game).turn_start(ctx, side)

    def _declare(self, ctx: Context, frame: Frame, side: str) -> None:
        """Prompt for each model that may declare a skill for this turn."""
        queue = frame.data["declaring"]
        if queue is None:
            queue = declarations.declarers(ctx.game, ctx.state, side)
        elif ctx.answer is not None:
            model_id, *queue = queue
            if ctx.answer == "yes":
                declarations.declare(ctx, model_id)
        if not queue:
            ctx.replace(stage="panic", declaring=[])
            optional_choices.begin(ctx, optional_choices.TURN_START, side)
            return
        ctx.replace(declaring=queue)
        declarations.ask(ctx, queue[0])

    def legal(self, game: Game, state: BattleState, frame: Frame, side: str) -> list[Command]:
        return [EndStep(), GiveUp()]

    def validate(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        if not isinstance(command, EndStep | GiveUp):
            raise IllegalAction(
                "rout_first", "First decide whether to fight on or to rout voluntarily.", "PSY-VROUT-01"
            )

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        if isinstance(command, EndStep):
            ctx.replace(stage="rout", owner="")
            return
        ctx.replace(stage="minds", owner="")
        rout.rout_party(ctx, side, voluntary=True)
        ending.settle(ctx)
        if ctx.state.outcome is None and ctx.state.sides[side].routed:
            ctx.pop()


def _own(ctx: Context, side: str) -> list[str]:
    return [model_id for model_id, model in ctx.state.models.items() if model_id[0] == side and not model.gone]


def stupidity_test(ctx: Context, model_id: str) -> None:
    """Take the Stupidity test of a model at the start of its turn.

    If it fails, it is STUPID and, in rulesets with this rule, staggers. Rule: PSY-STUPID-01
    """
    model = ctx.state.models[model_id]
    if "stupidity" not in keywords_of(ctx.game, ctx.state, model_id):
        return
    if ctx.game.rules.stupidity == "minder":
        if not able_friend_near(ctx.game, ctx.state, model_id, clever=True):
            ctx.note("nobody_minds", model_id, rule="PSY-STUPID-01")
            ctx.flag(model_id, on=STUPID, why="stupidity")
        return
    if model.flags & FLEEING or model.posture >= STUNNED:
        return
    if not take_test(ctx, model_id, "stupidity", "PSY-STUPID-01"):
        staggers = model.posture == STANDING and not model.engaged
        ctx.flag(model_id, on=STUPID | (COMPELLED if staggers else 0), why="stupidity")


register(TurnStartStep())
