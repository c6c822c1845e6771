"""Additional moves outside the movement phase: a spell lets a model walk once more, optionally into contact.

The frame's data: `who`, and `charges`, which is False if the move may not end in contact. The side may move the model,
charge a target within walking distance, or end the step. Rules: MV-WALK-01, MV-CHG-01
"""

from __future__ import annotations

from battles.engine.commands import Charge, Command, EndStep, Move
from battles.engine.errors import IllegalAction
from battles.engine.flow import Context, Step, register
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import ACTED, CHARGED, FAILED_CHARGE, MOVED, RAN, BattleState, Frame
from battles.engine.steps.charge import moves, routes
from battles.engine.steps.models.bodies import enemies_of
from battles.engine.steps.movement import options, walking
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.execution import carry
from battles.engine.steps.movement.tracks import Track

SPENT = ACTED | MOVED | RAN | CHARGED | FAILED_CHARGE
"""Flags of an earlier move in the turn. They are cleared for the extra move."""


class ExtraMoveStep(Step):
    """An additional move outside the movement phase. Stages: start, waiting, over."""

    kind = "extra_move"

    def enter(self, ctx: Context, frame: Frame) -> None:
        model_id = frame.data["who"]
        if frame.stage != "start" or ctx.model(model_id).gone:
            ctx.pop()
            return
        ctx.flag(model_id, off=SPENT, why="extra_move")
        ctx.replace(stage="waiting", owner=ctx.state.active)

    def legal(self, game: Game, state: BattleState, frame: Frame, side: str) -> list[Command]:
        model_id = frame.data["who"]
        charges = frame.data.get("charges", True)
        enemies = [
            enemy
            for enemy in enemies_of(game, state, model_id)
            if charges and way(game, state, model_id, enemy) is not None
        ]
        found: list[Command] = [Charge(model_id, (enemy,)) for enemy in enemies]
        found += [
            move
            for move in options.moves_of(game, state, model_id)
            if isinstance(move, Move) and move.manner in ("walk", "crawl") and move.path
        ]
        return [*found, EndStep()]

    def validate(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        model_id = frame.data["who"]
        if isinstance(command, EndStep):
            return
        if isinstance(command, Charge | Move) and command.who != model_id:
            raise IllegalAction("not_called", say("Only {who} moves once more.", who=game.name(model_id)), "MAG-WHO-01")
        if isinstance(command, Charge):
            if not frame.data.get("charges", True):
                raise IllegalAction("no_charge", say("{who} may not charge now.", who=game.name(model_id)), "MV-CHG-02")
            if len(command.targets) != 1 or command.targets[0] not in set(enemies_of(game, state, model_id)):
                raise IllegalAction("no_such_enemy", "That is not an enemy on the table.", "MV-CHG-02")
            if way(game, state, model_id, command.targets[0]) is None:
                raise IllegalAction(
                    "out_of_reach", say("{who} cannot move that far.", who=game.name(model_id)), "MV-CHG-06"
                )
        elif isinstance(command, Move) and command.manner in ("walk", "crawl"):
            walking.check_move(game, state, side, command)
        else:
            raise IllegalAction(
                "not_now", say("Move {who} once more, or end the step.", who=game.name(model_id)), "MAG-WHO-01"
            )

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        model_id = frame.data["who"]
        ctx.replace(stage="over", owner="")
        if isinstance(command, Move):
            walking.make_move(ctx, command)
        elif isinstance(command, Charge):
            track = way(ctx.game, ctx.state, model_id, command.targets[0])
            assert track is not None
            if carry(ctx, model_id, "charge", track) and not ctx.model(model_id).gone:
                ctx.flag(model_id, on=CHARGED, why="charge")
                moves.meet(ctx, model_id, list(command.targets))
        if not ctx.model(model_id).gone:
            ctx.flag(model_id, on=ACTED, why="extra_move")


def way(game: Game, state: BattleState, model_id: str, target: str) -> Track | None:
    """The path into contact with an enemy within the distance of a normal move, or None."""
    reach = allowance_of(game, state, model_id).walk
    track = routes.route_to(game, state, model_id, (target,), farthest=reach)
    return track if track is not None and track.cost <= reach else None


register(ExtraMoveStep())
