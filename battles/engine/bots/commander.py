"""The strongest bot: it tries several plans in forks of the battle, up to the end of the enemy's reply, and chooses the
plan that leads to the best positions on average.

A fork has its own dice and never uses the battle's. Where measuring is not allowed, each fork places the enemies at
guessed distances, except for decisions in the middle of an action. The work is limited by a number of nodes (commands
played in forks), so that the same position gives the same choice on every machine; a typical machine plays `SECOND`
nodes per second.
"""

from __future__ import annotations

from contextlib import suppress
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from battles.engine.bots import available_commands
from battles.engine.bots.base import BOTS, Chosen
from battles.engine.bots.reasons import because
from battles.engine.bots.tactician import Tactician
from battles.engine.bots.turn_plans import EXPECTED, PLANS, USUAL, TurnPlan
from battles.engine.bots.values.guessed_distances import supposed
from battles.engine.bots.values.positions import position_value
from battles.engine.commands import Answer, Command
from battles.engine.dice import PlainDice
from battles.engine.errors import IllegalAction
from battles.engine.odds.budget import Budget, OverBudget

if TYPE_CHECKING:
    from battles.engine.battle import Battle

SECOND = 300
"""Number of nodes that take about a second: the default budget of a command."""
QUICK = 60
"""Number of nodes that take about 200 ms."""
MOST_ROUNDS = 16
"""Maximum number of samples of each line."""
MARGIN = 0.06
"""A line is preferred only if it is better by more than this (1 is the worth of a warrior), and by more than chance
explains.
"""
ERRORS = 1.0
"""Differences up to this many standard errors are put down to chance."""
MOST_OF_A_TURN = 120
"""Maximum number of commands in one line, so that every line ends."""
DECISIONS = frozenset({"intercept", "react", "stand_up", "failed_charge", "loadout"})
"""Decisions that are made by playing out each answer; the others are left to the tactician."""


class Line(NamedTuple):
    """One way to continue: its first command, how the turn goes on, and the position up to which no dice are needed."""

    chosen: Chosen
    plan: TurnPlan
    start: Battle
    first: Command | None
    """The command with which each sample begins; None if `start` already includes it."""


class Commander:
    """Compares lines of play within a budget of nodes for each command. `seed` varies its dice."""

    def __init__(self, nodes: int = SECOND, seed: int = 0) -> None:
        self.nodes = nodes
        self.seed = seed

    def choose(self, battle: Battle, side: str) -> Chosen:
        """The first command of the best line; the tactician's command if no line is clearly better."""
        usual = Tactician().choose(battle, side)
        budget = Budget(self.nodes)
        try:
            lines = self._lines(battle, side, usual, budget)
        except OverBudget:
            return usual
        return self._best(battle, side, lines, budget) if len(lines) > 1 else usual

    def _lines(self, battle: Battle, side: str, usual: Chosen, budget: Budget) -> list[Line]:
        """The different lines to compare, the tactician's first."""
        frame = available_commands.top_frame(battle)
        if frame.kind == "decision" and frame.stage in DECISIONS:
            others = [Chosen(Answer(row[0]), because("best_answer")) for row in frame.data["choices"]]
            rows = [usual, *(chosen for chosen in others if chosen.command != usual.command)]
            return [Line(chosen, PLANS[USUAL], battle, chosen.command) for chosen in rows]
        if not available_commands.in_movement(battle):
            return []
        lines: list[Line] = []
        for name, plan in PLANS.items():
            chosen = usual if name == USUAL else plan.choose(battle, side)
            if frame.stage == "charges":
                # A charge may need dice or a distance that may not be measured, so it is not played out for every
                # model.
                line = Line(chosen, plan, battle, chosen.command)
                known = any(chosen.command == other.chosen.command for other in lines)
            else:
                line = self._moved(battle, side, chosen, plan, budget)
                known = any(line.start.state.is_same_as(other.start.state) for other in lines)
            if not known:
                lines.append(line)
        return lines

    def _moved(self, battle: Battle, side: str, chosen: Chosen, plan: TurnPlan, budget: Budget) -> Line:
        """A line played up to the end of the movement phase, or to its first dice."""
        start, command = battle.fork(PlainDice(0)), chosen.command
        while True:
            before = start.fork()
            budget.spend()
            start.play(side, command)
            if start.dice.position or start.state.phase != battle.state.phase:
                return Line(chosen, plan, before, command)
            if start.awaiting() != (side,) or not available_commands.in_movement(start):
                return Line(chosen, plan, start, None)
            command = plan.choose(start, side).command

    def _best(self, battle: Battle, side: str, lines: list[Line], budget: Budget) -> Chosen:
        """Sample all lines in rounds, with the same dice for all, and drop the worse half from time to time."""
        values: list[list[float]] = [[] for _ in lines]
        alive = list(range(len(lines)))
        try:
            for number in range(MOST_ROUNDS):
                for place in alive:
                    values[place].append(self._sample(battle, side, lines[place], number, budget))
                if number in (1, 3, 7) and len(alive) > 2:
                    ranked = sorted(alive[1:], key=lambda place: -sum(values[place]))
                    alive = [0, *ranked[: (len(alive)) // 2]]
        except OverBudget:
            pass
        best, most = 0, 0.0
        for place in range(1, len(lines)):
            gain = _clear_gain(values[place], values[0])
            if gain > most:
                best, most = place, gain
        return lines[best].chosen

    def _sample(self, battle: Battle, side: str, line: Line, number: int, budget: Budget) -> float:
        """The value of the position at the end of the enemy's reply, in one sample."""
        state = battle.state
        seed = crc32(repr((self.seed, state.turn_number, state.active, state.phase, number)).encode())
        fork = line.start.fork(PlainDice(seed))
        if available_commands.top_frame(fork).kind != "decision":
            # In the middle of an action nobody is placed elsewhere: its distances have just been measured, and a model
            # in its way would break it off.
            supposed(fork.game, fork.state, side, fork.dice)
        turn = state.turn_number, state.active
        if line.first is not None:
            budget.spend()
            # With the enemies at guessed distances the command may be illegal, for instance because its target would be
            # hidden there. Such a sample shows what happens without it.
            with suppress(IllegalAction):
                fork.play(side, line.first)
        for _ in range(MOST_OF_A_TURN):
            waiting = fork.awaiting()
            now = fork.state.turn_number, fork.state.active
            if not waiting or (now != turn and now[1] == side):
                break
            acting = waiting[0]
            plan = line.plan if acting == side else EXPECTED
            budget.spend()
            fork.play(acting, plan.choose(fork, acting).command)
        return position_value(fork.game, fork.state, side)


def _clear_gain(values: list[float], usual: list[float]) -> float:
    """How much better a line is than the usual one beyond chance, from the samples that both have."""
    gains = [value - other for value, other in zip(values, usual, strict=False)]
    count = len(gains)
    if count < 2:
        return 0.0
    mean = sum(gains) / count
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / (count - 1) / count)
    return mean - MARGIN - ERRORS * spread


BOTS.add("commander", Commander())
