"""Panic, a house rule of one ruleset: four situations in which a model may panic. Rule: PSY-PANIC-01

The turn pushes a `panic` frame under each phase. It stores the state of all models when the phase began and runs when
the phase ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from battles.engine.flow import Context, Step, register
from battles.engine.game import Game
from battles.engine.state import FLEEING, BattleState, Frame
from battles.engine.steps.combat.breaking import take_flight
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.nerve.psychology import is_friend, is_immune
from battles.engine.terrain.buildings.garrisons import near

RUNNERS, BROKEN, LOSSES, SHOT_DOWN = 1, 2, 5, 6
FROM_AFAR = ("shooting", "magic")


class Before(NamedTuple):
    """The condition of the models when a phase began."""

    phase: str
    wounds: Mapping[str, int]
    """Wounds of all models on the table, by model id."""
    running: Sequence[str]
    """Ids of the models that were fleeing."""


def before_phase(game: Game, state: BattleState, phase: str) -> Frame | None:
    """The frame to push under a phase; None in rulesets without panic."""
    if not set(game.rules.panic_triggers) & {BROKEN, LOSSES, SHOT_DOWN}:
        return None
    wounds = {model_id: model.wounds for model_id, model in state.models.items() if not model.gone}
    running = [model_id for model_id, model in state.models.items() if model.flags & FLEEING]
    return Frame("panic", "start", {"phase": phase, "wounds": wounds, "running": running})


class PanicStep(Step):
    """Stages: start, next. Data: the phase, the Wounds and the fleeing models at its start; `queue`, the models that
    must still test.
    """

    kind = "panic"

    def enter(self, ctx: Context, frame: Frame) -> None:
        if frame.stage == "start":
            queue = [
                model_id
                for model_id in frame.data["wounds"]
                if frightened(ctx.game, ctx.state, model_id, before_of(frame))
            ]
            ctx.replace(stage="next", queue=queue)
            return
        if not frame.data["queue"]:
            ctx.pop()
            return
        model_id, *rest = frame.data["queue"]
        ctx.replace(queue=rest)
        if not ctx.state.models[model_id].gone and not take_test(ctx, model_id, "panic", "PSY-PANIC-01"):
            take_flight(ctx, model_id, "panic")


def before_of(frame: Frame) -> Before:
    """The condition of the models when the phase of this `panic` frame began."""
    return Before(frame.data["phase"], frame.data["wounds"], frame.data["running"])


def frightened(game: Game, state: BattleState, model_id: str, before: Before) -> bool:
    """Whether the phase that ended gives this model a reason to panic."""
    model = state.models[model_id]
    if model.gone or model.flags & FLEEING or is_immune(game, state, model_id):
        return False
    triggers, phase, wounds = game.rules.panic_triggers, before.phase, before.wounds
    if LOSSES in triggers and phase in FROM_AFAR:
        lost = wounds[model_id] - model.wounds
        if lost > 0 and 4 * lost >= game.fighters[model_id].profile.wounds:
            return True
    for other in wounds:
        if not is_friend(game, model_id, other):
            continue
        friend = state.models[other]
        destroyed = friend.gone in ("out", "fled")
        broke = bool(friend.flags & FLEEING) and other not in before.running
        if BROKEN in triggers and (destroyed or broke) and near(game, state, model_id, other, 600):
            return True
        if SHOT_DOWN in triggers and destroyed and phase in FROM_AFAR and near(game, state, model_id, other, 400):
            return True
    return False


def panic_from_fleeing_friends(ctx: Context, side: str) -> None:
    """Test the models with two or more friends fleeing within 4 inches, at the start of the turn (trigger 1)."""
    if RUNNERS not in ctx.game.rules.panic_triggers:
        return
    runners = [model_id for model_id, model in ctx.state.models.items() if not model.gone and model.flags & FLEEING]
    for model_id, model in tuple(ctx.state.models.items()):
        if model_id[0] != side or model.gone or model.flags & FLEEING or is_immune(ctx.game, ctx.state, model_id):
            continue
        close = [
            other
            for other in runners
            if is_friend(ctx.game, model_id, other) and near(ctx.game, ctx.state, model_id, other, 400)
        ]
        if len(close) >= 2 and not take_test(ctx, model_id, "panic", "PSY-PANIC-01"):
            take_flight(ctx, model_id, "panic")


register(PanicStep())
