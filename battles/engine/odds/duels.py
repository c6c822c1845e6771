"""Duels: two fighters in contact until one is out of action, with exact probabilities for every turn.

The calculation branches where dice are rolled. Equal positions are merged and computed once. Since the same positions
return turn after turn, the results of whole turns are cached too.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from math import isqrt
from typing import NamedTuple

from battles.engine.commands import Answer, Command, EndStep, Fight
from battles.engine.flow import STEPS, Context
from battles.engine.game import Game, Side
from battles.engine.odds.branching_dice import BranchingContext, Memory, Path, next_path
from battles.engine.odds.budget import MERGES_PER_STATE, STATES_PER_STEP, Budget, OverBudget
from battles.engine.odds.merge_keys import plain, timeless
from battles.engine.profile import Fighter
from battles.engine.rulesets.keys import Rules
from battles.engine.state import (
    CHARGED,
    COMPELLED,
    CRITICAL_USED,
    FIRST_ROUND,
    FLEEING,
    FRENZIED,
    STOOD_UP,
    BattleState,
    Frame,
    Miniature,
    SideState,
)
from battles.engine.steps.combat.strike_order import WHIPCRACK
from battles.engine.table.table import Table

NEGLIGIBLE = 1e-15
ENOUGH = 1e-9
"""A duel is followed until the probability that it is undecided is at most this."""
NO_LIMIT = 10**12
"""Number of states for a calculation without a time limit."""
_OPEN = Table.open_field()
SPENT = CHARGED | STOOD_UP
DRIVEN = FRENZIED | FLEEING | COMPELLED
_START = (1000, 1000)
APART = 3000
_LONG = 400
"""Maximum number of steps without dice before a turn is split."""


class Position(NamedTuple):
    """A state with its key. Positions with the same key have the same future."""

    key: Hashable
    state: BattleState


Shares = dict[Hashable, tuple[Position, float]]
"""Positions with their probabilities, by key."""


def key_of(state: BattleState, spent: int = 0) -> Hashable:
    """Everything that the future of a position depends on: not the turn number, nor the flags `spent`."""
    flow = tuple((frame.kind, frame.stage, frame.owner, plain(frame.data)) for frame in state.flow)
    turn = state.turn_number
    models = tuple(
        (model_id, timeless(model._replace(flags=model.flags & ~spent) if model.flags & spent else model, turn))
        for model_id, model in state.models.items()
    )
    return (models, flow, state.active, state.phase, state.outcome, plain(state.marks))


def add(shares: Shares, position: Position, chance: float) -> None:
    """Add the probability of a position, merging it with an equal one."""
    known = shares.get(position.key)
    shares[position.key] = (position, chance) if known is None else (known[0], known[1] + chance)


def _usual(state: BattleState) -> Command:
    """The default command of a side: fight, take the default option, or continue."""
    top = state.flow[-1]
    if top.kind == "decision":
        return Answer(str(top.data["silence"]))
    return Fight() if top.kind == "combat" else EndStep()


def is_decided(state: BattleState) -> bool:
    """Whether one of the fighters has left the table."""
    return state.outcome is not None or any(model.gone for model in state.models.values())


def turn_is_over(state: BattleState) -> bool:
    """Whether the next player turn begins."""
    return len(state.flow) == 1


def step(ctx: Context) -> None:
    """Run one step of the flow; a side that must give a command gives the default one."""
    top = ctx.state.flow[-1]
    if not top.owner:
        STEPS[top.kind].enter(ctx, top)
        return
    STEPS[top.kind].decide(ctx, top, top.owner, _usual(ctx.state))
    below = ctx.state.flow[-1] if ctx.state.flow else top
    if ctx.answer is not None and not below.owner:
        STEPS[below.kind].enter(ctx, below)
        ctx.answer = None


def _has_whip(fighter: Fighter) -> bool:
    return any(WHIPCRACK.on(weapon) for weapon in fighter.weapons)


class Duel:
    """Plays one duel and caches what every position leads to: after its next dice, and after its turn."""

    def __init__(self, game: Game, budget: Budget) -> None:
        self.game = game
        self._budget = budget
        self._touching = sum(fighter.radius for fighter in game.fighters.values())
        once = all(fighter.mount is None and not _has_whip(fighter) for fighter in game.fighters.values())
        self._spent = CRITICAL_USED if once else 0
        """The flag for a used critical hit has no meaning if both fighters strike only once per phase. Rule:
        CRIT-CAP-01
        """
        self._groups: Memory = {}
        self._brought: dict[Hashable, tuple[Position, Path]] = {}
        self._ways: dict[Hashable, list[tuple[Position, float]]] = {}
        self._turns: dict[Hashable, list[tuple[Position, float]]] = {}

    def _ways_from(self, position: Position) -> list[tuple[Position, float]]:
        """The positions just before the dice after next, that is, after the next dice of this position are rolled."""
        standing, path = self._to_the_next_dice(position)
        found = self._ways.get(standing.key)
        if found is None:
            fallen = {standing.key: (standing, 1.0)} if _stops(standing.state) else self._fall_from(standing, path)
            brought: Shares = {}
            for after, chance in fallen.values():
                add(brought, self._to_the_next_dice(after)[0], chance)
            found = self._ways[standing.key] = list(brought.values())
        return found

    def _context(self, state: BattleState, path: Path) -> BranchingContext:
        """A context for one step, which also counts as one state."""
        self._budget.spend(STATES_PER_STEP - 1)
        return BranchingContext(self.game, state, path, None, self._groups, self._spent, self._budget)

    def _fall_from(self, position: Position, path: Path) -> Shares:
        """All outcomes of the step at this position."""
        fallen: Shares = {}
        more = True
        while more:
            context = self._context(position.state.fork(), path)
            step(context)
            self._stand_again(context.state)
            add(fallen, Position(key_of(context.state, self._spent), context.state), context.weight)
            more = next_path(path)
        return fallen

    def _to_the_next_dice(self, position: Position) -> tuple[Position, Path]:
        """The position before the next step with dice, or at which the duel stops, and the first path through that
        step.

        Several steps without dice can lead to the same position, so positions are compared there.
        """
        found = self._brought.get(position.key)
        if found is None:
            state = position.state
            path: Path = []
            for _ in range(_LONG):
                if _stops(state):
                    break
                after = state.fork()
                step(self._context(after, path))
                if path:
                    break
                state = after
            if turn_is_over(state):
                _forget_the_turn(state)
                self._stand_again(state)
            found = self._brought[position.key] = (Position(key_of(state, self._spent), state), path)
        return found

    def _stand_again(self, state: BattleState) -> None:
        """Put two models that were pushed apart back where they began.

        The field is open, so their position and direction make no difference. These models do not choose to charge, so
        models that were pushed apart stay apart, unless frenzy or flight moves one. Such a pair keeps its distance; a
        fleeing model also keeps its position, since the nearest table edge matters.
        """
        miniature, two = state.models["a1"], state.models["b1"]
        flags = miniature.flags | two.flags
        if miniature.gone or two.gone or flags & FLEEING:
            return
        if "b1" in miniature.engaged:
            gap = self._touching
        elif not turn_is_over(state):
            return
        elif flags & DRIVEN:
            gap = max(self._touching + 1, isqrt((two.x - miniature.x) ** 2 + (two.y - miniature.y) ** 2))
        else:
            gap = APART
        if (miniature.x, miniature.y, two.x, two.y) != (*_START, _START[0] + gap, _START[1]):
            state.models["a1"] = miniature._replace(x=_START[0], y=_START[1])
            state.models["b1"] = two._replace(x=_START[0] + gap, y=_START[1])

    def count_merges(self, merges: int) -> None:
        """Count positions that were merged. Raises OverBudget."""
        self._budget.spend(merges // MERGES_PER_STATE)

    def turn_from(self, position: Position) -> list[tuple[Position, float]]:
        """The positions at the end of the player turn, or of the duel, with their probabilities."""
        found = self._turns.get(position.key)
        if found is not None:
            return found
        ended: Shares = {}
        going: Shares = {position.key: (position, 1.0)}
        if turn_is_over(position.state):
            going = self._fall_from(position, [])
        while going:
            onward: Shares = {}
            for here, chance in going.values():
                ways = self._ways_from(here)
                self._budget.spend(1 + len(ways) // MERGES_PER_STATE)
                for there, share in ways:
                    weight = chance * share
                    if _stops(there.state):
                        add(ended, there, weight)
                    elif weight > NEGLIGIBLE:
                        add(onward, there, weight)
            going = onward
        found = self._turns[position.key] = list(ended.values())
        return found


def _forget_the_turn(state: BattleState) -> None:
    """Clear what no longer matters after a player turn: that a model charged or stood up in it.

    Both matter only for the active side and are cleared when its next turn begins. Rules: CC-ORDER-01, MV-CHG-01
    """
    for model_id, model in state.models.items():
        if model.flags & SPENT:
            state.models[model_id] = model._replace(flags=model.flags & ~SPENT)


def _stops(state: BattleState) -> bool:
    return turn_is_over(state) or is_decided(state)


@dataclass(frozen=True, slots=True)
class DuelOdds:
    """How a duel ends: probabilities that either fighter wins, and that either is out of action by each turn.

    All of them are exact for the turns played; `undecided` is the probability that both are still in play after the
    last.
    """

    first_wins: float
    second_wins: float
    undecided: float
    by_turn: tuple[tuple[float, float], ...]
    """After each player turn: (first is out, second is out), cumulative."""
    cut_short: bool = False
    """Whether the limit of states stopped the calculation before the duel was decided or its last turn played."""
    states: int = 0
    """Number of states explored."""


def duel_game(rules: Rules, first: Fighter, second: Fighter) -> tuple[Game, BattleState]:
    """Two fighters in contact on an open table, at the start of the combat phase of the first's turn."""
    attacker, two = replace(first, id="a1", is_leader=False), replace(second, id="b1", is_leader=False)
    sides = {"a": Side("a", attacker.name), "b": Side("b", two.name)}
    game = Game(rules, sides, {"a1": attacker, "b1": two}, _OPEN, {}, {})
    state = BattleState()
    gap = attacker.radius + two.radius
    for model_id, x, other in (("a1", _START[0], "b1"), ("b1", _START[0] + gap, "a1")):
        fighter = game.fighters[model_id]
        flags = FIRST_ROUND | (FRENZIED if "frenzy" in fighter.keywords else 0)
        state.models[model_id] = Miniature(x, _START[1], 0, fighter.profile.wounds, flags=flags, engaged=(other,))
        state.sides[model_id[0]] = SideState(started=1, turns_taken=1)
    state.order = ("a", "b")
    state.active = "a"
    state.turn_number = 1
    state.phase = "combat"
    state.flow = (
        Frame("battle", "turns", {"next": 1, "round": 1}),
        Frame("turn", "phases", {"side": "a", "number": 1, "phase": len(rules.phases)}),
        Frame("combat", "start"),
    )
    return game, state


def duel(
    rules: Rules,
    first: Fighter,
    second: Fighter,
    *,
    charges: bool = True,
    turns: int = 40,
    states: int = 0,
) -> DuelOdds:
    """A duel until one fighter is out of action, or for `turns` player turns. `charges`: the first fighter has just
    charged.

    Fighters use the first weapons that the rules offer, and always try to parry. With `states`, at most this many
    states are explored: the result then covers as many whole turns as that allows.
    """
    game, state = duel_game(rules, first, second)
    if charges:
        model = state.models["a1"]
        state.models["a1"] = model._replace(flags=model.flags | CHARGED)
    budget = Budget(states or NO_LIMIT)
    play = Duel(game, budget)
    start = Position(key_of(state), state)
    going: Shares = {start.key: (start, 1.0)}
    out = {"a1": 0.0, "b1": 0.0}
    by_turn: list[tuple[float, float]] = []
    cut_short = False
    for _ in range(turns):
        try:
            going = _one_turn(play, going, out)
        except OverBudget:
            cut_short = True
            break
        by_turn.append((out["a1"], out["b1"]))
        if sum(chance for _, chance in going.values()) < ENOUGH:
            break
    left = sum(chance for _, chance in going.values())
    return DuelOdds(out["b1"], out["a1"], left, tuple(by_turn), cut_short, budget.spent)


def _one_turn(play: Duel, going: Shares, out: dict[str, float]) -> Shares:
    """Play one turn from every position. Adds to `out` which fighter went out of action; returns the undecided
    positions.

    Raises OverBudget, and then `out` is unchanged.
    """
    ends = [(play.turn_from(here), chance) for here, chance in going.values()]
    play.count_merges(sum(len(rows) for rows, _ in ends))
    onward: Shares = {}
    for rows, chance in ends:
        for there, share in rows:
            if is_decided(there.state):
                for model_id in out:
                    out[model_id] += chance * share if there.state.models[model_id].gone else 0.0
            elif chance * share > NEGLIGIBLE:
                add(onward, there, chance * share)
    return onward
