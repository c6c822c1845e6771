"""The movement phase of one side: charges, compulsory moves, remaining moves. Rules: MV-ORDER-01, MV-ORDER-02,
MV-ORDER-03

Stages: start, charges (the side declares), searches, fear, reactions, snapshot, resolving, compulsory, owed (the side
orders its compulsory moves), remaining (the side moves), over. Data: `declared`, a list of plain charge records (see
`charge.declarations`), and `next`, the index in it; `skipped` if no model could declare a charge, so that there was no
prompt.
"""

from __future__ import annotations

from battles.engine.commands import Charge, Command, EndStep, Face, Move
from battles.engine.errors import IllegalAction
from battles.engine.flow import Context, Step, register
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import BattleState, Frame
from battles.engine.steps.charge import charger_checks, declarations, reactions
from battles.engine.steps.models.bodies import on_table
from battles.engine.steps.movement import options, riding, running, walking
from battles.engine.steps.movement.forced import compulsory
from battles.engine.steps.movement.heights import leaping
from battles.engine.steps.turn import ending
from battles.engine.terrain.buildings import assault_results

_PASSED_STEP = {"charges": "charge", "owed": "compulsory", "remaining": "remaining"}


class MovementStep(Step):
    """The frame of the whole phase; one charger's move has its own frame (`charge.moves`)."""

    kind = "movement"

    def enter(self, ctx: Context, frame: Frame) -> None:
        getattr(self, f"_{frame.stage}")(ctx, frame)

    # -- stages --------------------------------------------------------------------------------------------------------

    def _start(self, ctx: Context, frame: Frame) -> None:
        side = ctx.state.active
        doors = [] if frame.data.get("doors") else assault_results.doors_of(ctx)
        if doors:
            ctx.replace(doors=True)
            ctx.push(Frame("garrison_door", "renew", {"queue": doors}))
            return
        if any(declarations.has_target(ctx.game, ctx.state, model_id) for model_id in on_table(ctx.state, side)):
            ctx.replace(stage="charges", declared=[], next=0)
            ending.await_command(ctx, side)
        else:
            ctx.replace(stage="snapshot", declared=[], next=0, skipped=True)

    def _searches(self, ctx: Context, frame: Frame) -> None:
        declared = charger_checks.search_targets(ctx, frame.data["declared"])
        declared = charger_checks.test_fear(ctx, declared)
        ctx.replace(stage="reactions", declared=declared, next=0)

    def _reactions(self, ctx: Context, frame: Frame) -> None:
        if not reactions.carry_on(ctx, frame):
            ctx.replace(stage="snapshot", next=0)

    def _snapshot(self, ctx: Context, frame: Frame) -> None:
        running.take_snapshot(ctx)
        ctx.replace(stage="resolving", next=0)

    def _resolving(self, ctx: Context, frame: Frame) -> None:
        place, declared = frame.data["next"], frame.data["declared"]
        if ending.settle(ctx):
            return
        if place == len(declared):
            ctx.replace(stage="compulsory")
            return
        ctx.replace(next=place + 1)
        ctx.push(Frame("charge_move", "start", declared[place]))

    def _compulsory(self, ctx: Context, frame: Frame) -> None:
        movers = compulsory.models_that_must_move(ctx.game, ctx.state)
        if not movers:
            ctx.replace(stage="remaining")
        elif len(movers) == 1 and not compulsory.needs_heading(ctx.game, ctx.state, movers[0]):
            compulsory.carry_out(ctx, movers[0], ())
        else:
            ctx.replace(stage="owed")
            ending.await_command(ctx, ctx.state.active)

    def _owed(self, ctx: Context, frame: Frame) -> None:
        ctx.replace(stage="compulsory")

    def _remaining(self, ctx: Context, frame: Frame) -> None:
        side = ctx.state.active
        if any(self._may_do_something(ctx, model_id) for model_id in on_table(ctx.state, side)):
            ending.await_command(ctx, side)
        else:
            ctx.note("nobody_can_move", side, rule="MV-ORDER-01")
            self._over(ctx, frame)

    def _may_do_something(self, ctx: Context, model_id: str) -> bool:
        return walking.can_move(ctx.game, ctx.state, model_id) or bool(leaping.leaps_of(ctx.game, ctx.state, model_id))

    def _over(self, ctx: Context, frame: Frame) -> None:
        ctx.pop()

    # -- commands ------------------------------------------------------------------------------------------------------

    def legal(self, game: Game, state: BattleState, frame: Frame, side: str) -> list[Command]:
        if frame.stage == "charges":
            commands: list[Command] = list(declarations.offers(game, state, frame.data["declared"]))
            if not declarations.must_still_charge(game, state, frame.data["declared"]):
                commands.append(EndStep())
            return commands
        if frame.stage == "owed":
            return list(compulsory.commands(game, state))
        found: list[Command] = []
        faced = frame.data.get("faced", ())
        for model_id in on_table(state, side):
            moves = options.moves_of(game, state, model_id)
            found.extend(move for move in moves if model_id not in faced or not isinstance(move, Face))
            found.extend(leaping.leaps_of(game, state, model_id))
            found.extend(riding.offers(game, state, model_id))
        return [*found, EndStep()]

    def validate(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        if frame.stage == "charges":
            self._validate_charges(game, state, frame, side, command)
        elif frame.stage == "owed":
            compulsory.check(game, state, side, command)
        elif isinstance(command, Charge):
            if frame.data.get("skipped"):
                declarations.check_charge(game, state, side, command, ())
            raise IllegalAction("charges_are_over", "The time for declaring charges is over.", "MV-ORDER-01")
        elif isinstance(command, Move) and command.manner == "leap":
            leaping.check_leap(game, state, side, command)
        elif isinstance(command, Move) and command.manner == "dismount":
            riding.check_dismount(game, state, side, command)
        elif isinstance(command, Move) and command.manner == "mount":
            riding.check_mount(game, state, side, command.who)
        elif isinstance(command, Move):
            walking.check_move(game, state, side, command)
        elif isinstance(command, Face):
            walking.check_face(game, state, side, command)
        elif not isinstance(command, EndStep):
            raise IllegalAction("not_now", "Only moves are possible in the movement phase.", "TURN-SEQ-01")

    def _validate_charges(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        declared = frame.data["declared"]
        if isinstance(command, Charge):
            declarations.check_charge(game, state, side, command, declared)
        elif isinstance(command, EndStep):
            forced = declarations.must_still_charge(game, state, declared)
            if forced:
                raise IllegalAction(
                    "must_charge",
                    say("{forced} is frenzied and must declare a charge.", forced=game.name(forced)),
                    "MV-CHG-18",
                )
        elif isinstance(command, Move | Face):
            raise IllegalAction("charges_first", "Declare the charges first, or end the charge step.", "MV-ORDER-01")
        else:
            raise IllegalAction("not_now", "Only moves are possible in the movement phase.", "TURN-SEQ-01")

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        if isinstance(command, Charge):
            ctx.replace(declared=[*frame.data["declared"], declarations.declare(ctx, command)])
        elif isinstance(command, EndStep):
            ctx.replace(stage="searches" if frame.stage == "charges" else "over", owner="")
        elif isinstance(command, Move) and frame.stage == "owed":
            ctx.replace(stage="compulsory", owner="")
            compulsory.carry_out(ctx, command.who, command.path)
        elif isinstance(command, Move) and command.manner == "leap":
            leaping.leap(ctx, command)
            ctx.replace(owner="")
        elif isinstance(command, Move) and command.manner == "dismount":
            riding.dismount(ctx, command)
            ctx.replace(owner="")
        elif isinstance(command, Move) and command.manner == "mount":
            riding.mount(ctx, command.who)
            ctx.replace(owner="")
        elif isinstance(command, Move):
            walking.make_move(ctx, command)
            ctx.replace(owner="")
        elif isinstance(command, Face):
            walking.turn_to(ctx, command)
            ctx.replace(faced=[*frame.data.get("faced", ()), command.who])


register(MovementStep())
