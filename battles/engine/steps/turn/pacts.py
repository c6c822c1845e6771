"""Alliances agreed during a battle: after deployment and before the roll for the first turn.

Only in battles of three or more sides whose rules have alliances. One side offers, the other accepts; the offer states
how loot is divided. The agreement is stored in the state under the mark `PACTS` and lasts for the whole battle. Rules:
ALLY-FORMAL-01, ALLY-FORMAL-04
"""

from __future__ import annotations

from itertools import combinations

from battles.engine.events import Marked
from battles.engine.flow import Choice, Context, Step, register
from battles.engine.game import Game
from battles.engine.state import BattleState, Frame
from battles.engine.steps.turn.alliances import offer_fault
from battles.engine.terrain.setup_changes import PACTS, present

NO, OWN, EVEN, YES = "no", "own", "even", "yes"
"""Keys of the options: no alliance; an alliance in which each side keeps its own loot; one in which they divide it
evenly; acceptance.
"""


def may_ally(game: Game, state: BattleState, first: str, other: str) -> bool:
    """Whether two sides may still become allies: neither has an ally, and a third side remains as an enemy."""
    if len(game.players) < 3 or game.sides[first].allies or game.sides[other].allies:
        return False
    if any(state.sides[side].routed for side in (first, other)):
        return False
    return offer_fault(game, state, first, other) is None


def begin(ctx: Context) -> None:
    """Prompt for alliances, if any are possible."""
    queue = [list(pair) for pair in combinations(sorted(ctx.game.players), 2) if may_ally(ctx.game, ctx.state, *pair)]
    if queue:
        ctx.push(Frame("pacts", "offer", {"queue": queue}))


def loot_partner(state: BattleState, side: str) -> str:
    """The ally with whom a side divides its loot evenly; "" for none. Rule: ALLY-FORMAL-04"""
    for first, other, loot in state.marks.get(PACTS) or ():
        if loot == EVEN and side in (first, other):
            return str(other if side == first else first)
    return ""


class PactStep(Step):
    """Stages: offer (prompts the first side of a pair), answer (prompts the other). Data: `queue` of pairs, `loot` as
    offered.
    """

    kind = "pacts"

    def enter(self, ctx: Context, frame: Frame) -> None:
        queue = [pair for pair in frame.data["queue"] if may_ally(ctx.game, ctx.state, *pair)]
        if not queue:
            ctx.pop()
            return
        first, other = queue[0]
        if ctx.answer is None:
            ctx.replace(queue=queue)
            self._ask(ctx, frame, first, other)
        elif ctx.answer == NO:
            ctx.replace(stage="offer", queue=queue[1:])
        elif frame.stage == "offer":
            ctx.replace(stage="answer", queue=queue, loot=ctx.answer)
        else:
            agreed = [*(ctx.state.marks.get(PACTS) or ()), [first, other, frame.data["loot"]]]
            ctx.replace(stage="offer", queue=queue[1:])
            ctx.emit(Marked(PACTS, agreed))
            ctx.game = present(ctx.game, ctx.state)
            ctx.note("allied", first, other, rule="ALLY-FORMAL-01")

    @staticmethod
    def _ask(ctx: Context, frame: Frame, first: str, other: str) -> None:
        name = ctx.game.name
        if frame.stage == "offer":
            choices = [
                Choice(NO, f"no alliance with {name(other)}", "pact_no"),
                Choice(OWN, "an alliance in which each keeps its own loot", "pact_own"),
                Choice(EVEN, "an alliance that divides loot evenly", "pact_even"),
            ]
            ctx.ask(first, "offer_pact", choices, default=NO, ally=other, rule="ALLY-FORMAL-01")
            return
        choices = [
            Choice(NO, f"no alliance with {name(first)}", "pact_no"),
            Choice(YES, f"an alliance with {name(first)}", "pact_yes"),
        ]
        prompt = "answer_pact_even" if frame.data["loot"] == EVEN else "answer_pact_own"
        ctx.ask(other, prompt, choices, default=NO, ally=first, rule="ALLY-FORMAL-01")


register(PactStep())
