"""The recovery phase: fleeing models rally, fallen models stand up, stunned models turn over.

Rules: TURN-REC-01, TURN-RALLY-01 to TURN-RALLY-04, TURN-STUN-01, TURN-STAND-01
"""

from __future__ import annotations

from battles.engine.events import PostureChanged
from battles.engine.flow import Choice, Context, Step, register
from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.state import (
    FLEEING,
    HIDDEN,
    KNOCKED_DOWN,
    RALLIED,
    STANDING,
    STOOD_UP,
    STUNNED,
    BattleState,
    Frame,
)
from battles.engine.steps.models.bodies import body_of, is_watchful
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.turn import ending
from battles.engine.table.vectors import distance


class RecoveryStep(Step):
    """Stages: start, stand, turn_over, end.

    Data: `down` and `stunned`, the models in that state when the phase began that were not handled yet.
    """

    kind = "recovery"

    def enter(self, ctx: Context, frame: Frame) -> None:
        side = ctx.state.active
        if frame.stage == "start":
            own = [
                (model_id, model)
                for model_id, model in ctx.state.models.items()
                if model_id[0] == side and not model.gone
            ]
            ctx.replace(
                stage="stand",
                down=[model_id for model_id, model in own if model.posture == KNOCKED_DOWN],
                stunned=[model_id for model_id, model in own if model.posture == STUNNED],
            )
            for model_id, model in own:
                if model.flags & FLEEING:
                    rally(ctx, model_id)
        elif frame.stage == "stand":
            self._stand(ctx, frame)
        elif frame.stage == "turn_over":
            self._turn_over(ctx, frame)
        else:
            for model_id, model in tuple(ctx.state.models.items()):
                if model_id[0] == side and not model.gone:
                    for function, parameters in listeners(ctx.fighters[model_id].hooks, model.effects, "recovery"):
                        function(ctx, model_id, **parameters)
            if not ending.settle(ctx):
                ctx.pop()

    def _stand(self, ctx: Context, frame: Frame) -> None:
        if not frame.data["down"]:
            ctx.replace(stage="turn_over")
            return
        model_id, *rest = frame.data["down"]
        if ctx.answer is None and staying_down_may_help(ctx.game, ctx.state, model_id):
            name = ctx.game.name(model_id)
            options = [Choice("stand", f"{name} stands up", "stand"), Choice("stay", f"{name} stays down", "stay_down")]
            ctx.ask(model_id[0], "stand_up", options, default="stand", who=model_id, rule="TURN-STAND-01")
            return
        if ctx.answer != "stay":
            ctx.emit(PostureChanged(model_id, STANDING, why="recovery"))
            ctx.flag(model_id, on=STOOD_UP, why="recovery")
        ctx.replace(down=rest)

    def _turn_over(self, ctx: Context, frame: Frame) -> None:
        if not frame.data["stunned"]:
            ctx.replace(stage="end")
            return
        model_id, *rest = frame.data["stunned"]
        if ctx.answer is None and ctx.game.rules.turning_over_is_optional:
            name = ctx.game.name(model_id)
            options = [
                Choice("turn", f"turn {name} face up", "turn_over"),
                Choice("leave", f"leave {name} lying", "leave"),
            ]
            ctx.ask(model_id[0], "turn_over", options, default="turn", who=model_id, rule="TURN-STUN-01")
            return
        if ctx.answer != "leave":
            ctx.emit(PostureChanged(model_id, KNOCKED_DOWN, why="recovery"))
        ctx.replace(stunned=rest)


def staying_down_may_help(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether staying down may be useful: to stay out of a shooter's sight, or to crawl out of a fight that a friend
    continues.

    Rules: TURN-STAND-01, MV-CRAWL-03, SHOOT-CLOSE-03
    """
    fights = [other for other in state.models[model_id].engaged if is_watchful(state.models[other])]
    if fights:
        return all(
            any(friend != model_id and is_watchful(state.models[friend]) for friend in state.models[enemy].engaged)
            for enemy in fights
        )
    return any(
        is_watchful(model)
        and game.are_enemies(model_id, other)
        and any(weapon.is_missile for weapon in game.fighters[other].weapons)
        for other, model in state.models.items()
    )


def rally(ctx: Context, model_id: str) -> bool:
    """Test whether a fleeing model rallies, unless the nearest model is an enemy. Returns whether it rallies.

    Rules: TURN-RALLY-01, TURN-RALLY-02
    """
    if ctx.game.rules.rally_barred_by_near_enemy and enemy_is_nearest(ctx.game, ctx.state, model_id):
        ctx.note("rally_barred", model_id, rule="TURN-RALLY-02")
        return False
    if not take_test(ctx, model_id, "rally", "TURN-RALLY-01"):
        return False
    ctx.flag(model_id, on=RALLIED, off=FLEEING, why="rallied")
    return True


def enemy_is_nearest(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the nearest model is an enemy. Fleeing, knocked down, stunned and hidden models of either side do not
    count.

    If a friend is equally near, the model may rally. Rule: TURN-RALLY-02
    """
    mine = body_of(game, state, model_id)
    friend = enemy = float("inf")
    for other, model in state.models.items():
        if other == model_id or not is_watchful(model) or model.flags & HIDDEN:
            continue
        apart = distance(mine, body_of(game, state, other))
        if game.are_enemies(model_id, other):
            enemy = min(enemy, apart)
        else:
            friend = min(friend, apart)
    return enemy < friend


register(RecoveryStep())
