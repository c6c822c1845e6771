"""Entry point of the engine: play a battle, list legal commands, keep the log.

    battle = Battle.begin(setup, dice)
    for command in battle.legal("a"): ...
    events = battle.play("a", command)      # raises IllegalAction; then nothing has changed

A `Battle` has a game (immutable), a state, a log of events, and a source of dice that is never part of the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.engine import all_rules as _all_rules  # noqa: F401 - registers every step
from battles.engine import commands as commands_module
from battles.engine.bots.neutral import choose as choose_for_neutrals
from battles.engine.commands import Command, EndStep, Resign
from battles.engine.dice import Dice
from battles.engine.errors import IllegalAction
from battles.engine.events import BattleEnded, Event, apply_all
from battles.engine.flow import STEPS, Context, record_flow, run
from battles.engine.game import Game, opening
from battles.engine.sentences import say
from battles.engine.setup import game_from_data
from battles.engine.state import BattleState, Outcome
from battles.engine.steps.turn import concession
from battles.engine.terrain.setup_changes import present

__all__ = ["Battle", "EndStep", "IllegalAction"]


class Battle:
    """One battle being played."""

    __slots__ = ("_game", "dice", "log", "state")

    def __init__(self, game: Game, state: BattleState, dice: Dice, log: list[Event] | None = None) -> None:
        self._game = game
        self.state = state
        self.dice = dice
        self.log: list[Event] = [] if log is None else log

    @classmethod
    def begin(cls, setup: Mapping[str, Any], dice: Dice) -> Battle:
        """Set up a battle and run it to the first command. Raises BadSetup."""
        game = game_from_data(setup)
        battle = cls(game, opening(game), dice)
        context = Context(game, battle.state, dice)
        before = battle.state.flow
        run(context)
        record_flow(context, before)
        battle.log.extend(context.events)
        battle._play_neutrals()
        return battle

    @classmethod
    def replay(cls, setup: Mapping[str, Any], events: list[Event], dice: Dice) -> Battle:
        """Restore a battle from its stored log. To play on, `dice` must be at `state.dice_position`."""
        game = game_from_data(setup)
        return cls(game, apply_all(opening(game), events), dice, list(events))

    @property
    def game(self) -> Game:
        """The battle's immutable part, with the current table."""
        return present(self._game, self.state)

    # -- questions
    # ------------------------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the battle is in progress."""
        return self.state.outcome

    def awaiting(self) -> tuple[str, ...]:
        """The sides that may command now; empty when the battle is over."""
        if self.state.outcome is not None:
            return ()
        frame = self.state.flow[-1]
        return STEPS[frame.kind].owners(self.game, self.state, frame)

    def legal(self, side: str) -> list[Command]:
        """The commands that the side may give now: all that can be listed, and a limited list of useful moves.
        Conceding is left out.
        """
        if side not in self.awaiting():
            return []
        frame = self.state.flow[-1]
        return STEPS[frame.kind].legal(self.game, self.state, frame, side)

    def validate(self, side: str, command: Command) -> None:
        """Raise IllegalAction unless the side may do this now."""
        if self.state.outcome is not None:
            raise IllegalAction("battle_over", "The battle is over.")
        if side not in self.game.sides:
            raise IllegalAction("no_such_side", "That side is not in this battle.")
        if isinstance(command, Resign):
            if self.state.sides[side].routed:
                raise IllegalAction("has_left", "That side has left the field.")
            return
        if side not in self.awaiting():
            waited = " and ".join(self.game.name(other) for other in self.awaiting())
            raise IllegalAction("not_your_turn", say("It is {waited}'s turn to act.", waited=waited))
        frame = self.state.flow[-1]
        STEPS[frame.kind].validate(self.game, self.state, frame, side, command)

    # -- play
    # -----------------------------------------------------------------------------------------------------------------

    def play(self, side: str, command: Command) -> list[Event]:
        """Carry out a command and return its events. Raises IllegalAction; then nothing has changed.

        What the scenario's own creatures do next belongs to the same command. Rule: SCN-NEUTRAL-01
        """
        self.validate(side, command)
        return [*self._carry_out(side, command), *self._play_neutrals()]

    def _play_neutrals(self) -> list[Event]:
        """Let the scenario's own creatures act until a player has to decide."""
        happened: list[Event] = []
        neutral = self._game.neutral
        while neutral and self.awaiting() == (neutral,):
            happened += self._carry_out(neutral, choose_for_neutrals(self, neutral))
        return happened

    def _carry_out(self, side: str, command: Command) -> list[Event]:
        working = self.state.fork()
        context = Context(self.game, working, self.dice)
        before = working.flow
        if isinstance(command, Resign):
            concession.concede(context, side)
        else:
            frame = working.flow[-1]
            STEPS[frame.kind].decide(context, frame, side, command)
            run(context)
        record_flow(context, before)
        self.state = working
        self.log.extend(context.events)
        return context.events

    def agree_draw(self) -> list[Event]:
        """End the battle as a draw that all sides still in play have agreed to. Raises IllegalAction when the battle is
        over.
        """
        if self.state.outcome is not None:
            raise IllegalAction("battle_over", "The battle is over.")
        context = Context(self.game, self.state.fork(), self.dice)
        context.emit(BattleEnded((), "agreed"))
        self.state = context.state
        self.log.extend(context.events)
        return context.events

    def play_data(self, side: str, raw: Any) -> list[Event]:
        """Like `play`, for a command given as plain data."""
        return self.play(side, commands_module.from_data(raw))

    def fork(self, dice: Dice | None = None) -> Battle:
        """An independent battle from this position; the log starts empty."""
        return Battle(self.game, self.state.fork(), self.dice if dice is None else dice)
