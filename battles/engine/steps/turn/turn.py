"""One side's turn: start-of-turn checks, then the phases of the ruleset in order. Rules: TURN-SEQ-01, TURN-START-01"""

from __future__ import annotations

from battles.engine.events import PhaseBegan, PhaseEnded, TurnBegan
from battles.engine.flow import Choice, Context, Step, register
from battles.engine.hooks import listeners
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import Frame
from battles.engine.steps.nerve import losses, lured_warriors, panic
from battles.engine.steps.turn import ending, optional_choices, tunnellers
from battles.engine.terrain import auras, timed_effects


class TurnStep(Step):
    """Stages: begin, started, phases.

    Data: `side`, `number`, `phase` (index into `rules.phases`), `landscape` (moments of the terrain pack that were
    handled), `is_ended` (whether a side that ends its own turns was asked).
    """

    kind = "turn"

    def enter(self, ctx: Context, frame: Frame) -> None:
        if frame.stage == "begin":
            ctx.emit(TurnBegan(frame.data["side"], frame.data["number"]))
            auras.begin_turn(ctx)
            losses.record_survivors(ctx, frame.data["side"])
            ctx.replace(stage="phases", phase=0)
            ctx.push(Frame("turn_start", "start"))
            return
        if ending.settle(ctx):
            return
        index = frame.data["phase"]
        phases = ctx.rules.phases
        done: list[str] = frame.data.get("landscape", [])
        moment = timed_effects.due(ctx.game, index, done)
        if moment:
            ctx.replace(landscape=[*done, moment])
            ctx.push(Frame("terrain", moment))
            return
        if index == len(phases) and _waits_for_its_end(ctx, frame):
            return
        if index:
            ctx.emit(PhaseEnded(phases[index - 1]))
            timed_effects.phase_over(ctx, phases[index - 1])
            scenario_of(ctx.game).phase_over(ctx, phases[index - 1], frame.data["side"])
        if index == len(phases):
            _call_turn_end_hooks(ctx, frame.data["side"])
            tunnellers.come_up(ctx, frame.data["side"])
        if index == len(phases) or ctx.state.sides[frame.data["side"]].routed:
            if not ending.turn_over(ctx, frame.data["side"]):
                ctx.pop()
            return
        ctx.replace(phase=index + 1)
        ctx.emit(PhaseBegan(phases[index]))
        open_phase(ctx, phases[index], frame.data["side"])


def open_phase(ctx: Context, phase: str, side: str) -> None:
    """Push a phase: under it the panic tests for its end, above it everything that happens before its first command.

    Rule: PSY-PANIC-01
    """
    watcher = panic.before_phase(ctx.game, ctx.state, phase)
    if watcher is not None:
        ctx.push(watcher)
    ctx.push(Frame(phase, "start"))
    if phase == "shooting":
        optional_choices.begin(ctx, optional_choices.SHOOTING, side)
    lured_warriors.begin(ctx, phase, side)
    if timed_effects.opens_with_magic(ctx.game, phase):
        ctx.push(Frame("terrain", "magic_start"))


def _waits_for_its_end(ctx: Context, frame: Frame) -> bool:
    """Ask a side that ends its own turns whether its turn is over, once after the last phase. Returns whether it was
    asked.
    """
    side = frame.data["side"]
    if frame.data.get("is_ended") or not ctx.game.sides[side].ends_own_turns or ctx.state.sides[side].routed:
        return False
    ctx.replace(is_ended=True)
    ctx.ask(side, "end_turn", [Choice("end", "end the turn", "end_turn")], default="end", rule="TURN-SEQ-01")
    return True


def _call_turn_end_hooks(ctx: Context, side: str) -> None:
    """Call the `turn_end` hooks of a side's models."""
    for model_id, model in tuple(ctx.state.models.items()):
        if model_id[0] == side and not model.gone:
            for function, parameters in listeners(ctx.fighters[model_id].hooks, model.effects, "turn_end"):
                function(ctx, model_id, **parameters)


register(TurnStep())
