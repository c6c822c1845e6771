"""All Alone tests of models that are outnumbered in a fight without friends nearby. Rule: PSY-ALONE-01

They are taken at the end of the side's own combat phase, which pushes `Frame("all_alone", "start")` after its attacks.
"""

from __future__ import annotations

from battles.engine.flow import Context, Step, register
from battles.engine.game import Game
from battles.engine.state import FLEEING, STANDING, BattleState, Frame
from battles.engine.steps.combat.breaking import take_flight
from battles.engine.steps.models.bodies import is_watchful
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.nerve.psychology import able_friend_near, is_immune


class AllAloneStep(Step):
    """Stages: start, next. Data: `queue`, the models of the active side that are still to be checked."""

    kind = "all_alone"

    def enter(self, ctx: Context, frame: Frame) -> None:
        if frame.stage == "start":
            side = ctx.state.active
            queue = [
                model_id
                for model_id, model in ctx.state.models.items()
                if model_id[0] == side and model.engaged and not model.gone
            ]
            ctx.replace(stage="next", queue=queue if ctx.game.rules.all_alone else [])
            return
        if not frame.data["queue"]:
            ctx.pop()
            return
        model_id, *rest = frame.data["queue"]
        ctx.replace(queue=rest)
        if is_all_alone(ctx.game, ctx.state, model_id) and not take_test(ctx, model_id, "all_alone", "PSY-ALONE-01"):
            take_flight(ctx, model_id, "all_alone")


def opponents_that_count(game: Game, state: BattleState, model_id: str) -> list[str]:
    """Able opponents engaged with the model; in rulesets where size counts, only those of its own size or larger. Rule:
    PSY-ALONE-01
    """
    counted = [other for other in state.models[model_id].engaged if is_watchful(state.models[other])]
    if game.rules.all_alone_counts_size:
        rank = game.fighters[model_id].size_rank
        counted = [other for other in counted if game.fighters[other].size_rank >= rank]
    return counted


def is_all_alone(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model must test: it stands against two or more, has no able friend within 6 inches, and is not
    immune.

    Rule: PSY-ALONE-01
    """
    model = state.models[model_id]
    if model.gone or model.posture != STANDING or model.flags & FLEEING or is_immune(game, state, model_id):
        return False
    if len(opponents_that_count(game, state, model_id)) < 2:
        return False
    return not able_friend_near(game, state, model_id)


register(AllAloneStep())
