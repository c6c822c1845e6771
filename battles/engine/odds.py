"""Exact chances: the rules' own step code run on branching dice.

A question is a function of a context. `outcomes` runs it once for every way the dice can fall, most of them bundled:
where only "passed or failed" can matter, the faces that pass count as one. Longer play (a round, a duel) is cut at
every step of the flow, positions that came out equal are merged, and each position is worked out once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from battles.engine.commands import Answer, Command, EndStep, Fight
from battles.engine.events import Modifier, Rolled
from battles.engine.flow import STEPS, Context, Roll
from battles.engine.game import Game, Side
from battles.engine.profile import Fighter, Weapon
from battles.engine.rulesets.keys import Rules
from battles.engine.state import (
    CHARGED,
    FIRST_ROUND,
    FRENZIED,
    OUT_OF_ACTION,
    POSTURE_NAMES,
    BattleState,
    Frame,
    Miniature,
    SideState,
)
from battles.engine.steps.combat import strike
from battles.engine.steps.firing import fire
from battles.engine.steps.parrying import means_of_parry
from battles.engine.steps.shot_plans import ShotPlan
from battles.engine.steps.strikers import attack_plan
from battles.engine.table.table import Table

T = TypeVar("T", bound=Hashable)
Branch = tuple[int, int]
"""A face that stands for several, and how many of the six it stands for."""

EVERY_FACE: tuple[Branch, ...] = tuple((face, 1) for face in range(1, 7))
PASS_OR_FAIL = frozenset({"armour", "ward", "regen", "helmet", "parry", "reroll"})
"""Purposes of which nobody reads more than whether they passed."""
CUTS: dict[str, set[int]] = {"hit": {6}, "hit2": set(), "wound": {5, 6}, "wound2": set(), "": {2, 3, 4, 5, 6}}
"""Where faces begin to mean something else, besides passing: a natural 6 to hit, a critical to wound."""
NEGLIGIBLE = 1e-15
ENOUGH = 1e-9
"""A duel is followed until this much chance is left undecided."""
_OPEN = Table.open_field()


class _Branching(Context):
    """A context whose dice are chosen by a path through the tree of all rolls."""

    __slots__ = ("_offs", "_place", "path", "weight", "whole_hits")

    def __init__(
        self, game: Game, state: BattleState, path: list[tuple[Sequence[Branch], int]], whole_hits: bool
    ) -> None:
        super().__init__(game, state, self)  # type: ignore[arg-type]
        self.path = path
        self.weight = 1.0
        self.whole_hits = whole_hits
        self._place = 0
        self._offs = 0

    @property
    def position(self) -> int:
        return self._place

    def face(self, purpose: str) -> int:
        """A die asked for past the context: every face is a branch; a roll-off between two is an even chance."""
        if purpose == "rolloff":
            self._offs += 1
            return 3 if self._offs % 2 else self._take(((1, 3), (6, 3)))
        return self._take(EVERY_FACE)

    def _take(self, branches: Sequence[Branch]) -> int:
        if self._place == len(self.path):
            self.path.append((branches, 0))
        taken, number = self.path[self._place]
        self._place += 1
        face, count = taken[number]
        self.weight *= count / 6
        return face

    def roll(
        self,
        purpose: str,
        who: str,
        *,
        need: int = 0,
        mods: Sequence[Modifier] = (),
        against: str = "",
        rule: str = "",
    ) -> Roll:
        face = self._take(self._branches(purpose, need))
        passed = need > 0 and face >= need
        self.emit(Rolled(purpose, who, (face,), need, passed if need else None, tuple(mods), against, rule))
        return Roll((face,), face, passed)

    def _branches(self, purpose: str, need: int) -> Sequence[Branch]:
        if need <= 0 or (self.whole_hits and purpose in ("hit", "parry", "reroll")):
            return EVERY_FACE
        cuts = {1, max(2, need)} if purpose in PASS_OR_FAIL else CUTS.get(purpose, CUTS[""]) | {1, max(2, need)}
        if purpose == "hit" and self.state.phase == "shooting":
            cuts.add(need - 1)
        starts = sorted(cut for cut in cuts if 1 <= cut <= 6)
        return tuple(
            (start, (starts[place + 1] if place + 1 < len(starts) else 7) - start) for place, start in enumerate(starts)
        )

    def check(
        self, purpose: str, who: str, value: int, *, mods: Sequence[Modifier] = (), rule: str = "CHAR-TEST-01"
    ) -> Roll:
        good = max(0, min(value, 5))
        branches = [(1, good)] if good else []
        face = self._take([*branches, (6, 6 - good)])
        passed = face <= value and face != 6
        self.emit(Rolled(purpose, who, (face,), value, passed, tuple(mods), "", rule))
        return Roll((face,), face, passed)


@dataclass(slots=True)
class _Leaf:
    """What the tree holds at one place: a result and its chance."""

    chances: dict[Any, float] = field(default_factory=dict)

    def add(self, result: Any, chance: float) -> None:
        self.chances[result] = self.chances.get(result, 0.0) + chance


def outcomes(
    game: Game, state: BattleState, question: Callable[[Context], T], *, whole_hits: bool = False
) -> dict[T, float]:
    """The chance of every result of a question; they sum to 1 within 1e-12.

    `question` gets a fresh context on a fork of `state` each time and returns what is counted. `whole_hits` keeps every
    face to hit apart, which a parry needs.
    """
    found = _Leaf()
    path: list[tuple[Sequence[Branch], int]] = []
    while True:
        context = _Branching(game, state.fork(), path, whole_hits)
        result = question(context)
        found.add(result, context.weight)
        while path and path[-1][1] + 1 == len(path[-1][0]):
            path.pop()
        if not path:
            return found.chances
        branches, number = path[-1]
        path[-1] = (branches, number + 1)


# -- one attack, one shot ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """Chances of one fighter's attacks on one enemy: a hit or more, a Wound lost or more, and the posture after."""

    hit: float
    wounded: float
    postures: dict[str, float]
    wounds: dict[int, float]
    """By Wounds lost."""

    @property
    def out_of_action(self) -> float:
        return self.postures.get("out_of_action", 0.0)

    def to_data(self) -> dict[str, Any]:
        """Plain values."""
        return {"hit": self.hit, "wounded": self.wounded, "postures": self.postures, "wounds": self.wounds}


def _summed(chances: dict[tuple[bool, int, int], float]) -> AttackOdds:
    postures: dict[str, float] = {}
    wounds: dict[int, float] = {}
    hit = wounded = 0.0
    for (has_hit, lost, posture), chance in chances.items():
        name = POSTURE_NAMES[posture]
        postures[name] = postures.get(name, 0.0) + chance
        wounds[lost] = wounds.get(lost, 0.0) + chance
        hit += chance if has_hit else 0.0
        wounded += chance if lost else 0.0
    return AttackOdds(hit, wounded, postures, wounds)


def attack_odds(game: Game, state: BattleState, who: str, whom: str, weapons: list[Weapon] | None = None) -> AttackOdds:
    """All blows of a fighter at an enemy in contact, with parry, criticals, saves and injuries."""
    plan = attack_plan(game, state, who, "self") if weapons is None else weapons
    before = state.models[whom].wounds

    def question(ctx: Context) -> tuple[bool, int, int]:
        group = strike(ctx, who, whom, plan)
        model = ctx.model(whom)
        posture = OUT_OF_ACTION if model.gone else model.posture
        return group.hits > 0, min(before, group.wounds_lost), posture

    return _summed(outcomes(game, state, question, whole_hits=means_of_parry(game, state, whom) is not None))


def shot_odds(game: Game, state: BattleState, who: str, whom: str, plan: ShotPlan, shots: int = 1) -> AttackOdds:
    """A shooting action at a target, as the shooting phase works it out."""
    before = state.models[whom].wounds

    def question(ctx: Context) -> tuple[bool, int, int]:
        group = fire(ctx, who, whom, plan, shots)
        model = ctx.model(whom)
        posture = OUT_OF_ACTION if model.gone else model.posture
        return group is not None and group.hits > 0, before - model.wounds, posture

    return _summed(outcomes(game, state, question))


# -- longer play ------------------------------------------------------------------------------------------------------


def _key(state: BattleState) -> Hashable:
    """Positions with the same key go on alike; turn numbers are left out."""
    flow = tuple((frame.kind, frame.stage, frame.owner, _plain(frame.data)) for frame in state.flow)
    return (tuple(state.models.items()), flow, state.active, state.phase, state.outcome)


def _plain(value: Any) -> Hashable:
    if isinstance(value, dict):
        return tuple((name, _plain(entry)) for name, entry in value.items() if name not in ("round", "number"))
    if isinstance(value, list | tuple):
        return tuple(_plain(entry) for entry in value)
    found: Hashable = value
    return found


def _usual(state: BattleState) -> Command:
    """What a side without a plan does: fights, takes the silent option, goes on."""
    top = state.flow[-1]
    if top.kind == "decision":
        return Answer(str(top.data["silence"]))
    return Fight() if top.kind == "combat" else EndStep()


Weighed = list[tuple[BattleState, float]]
"""Positions with their chances."""
Ways = dict[Hashable, list[tuple[Hashable, BattleState, float]]]
"""For positions seen before: where one step leads, with the chance of each."""


def play_on(
    game: Game, positions: Weighed, is_over: Callable[[BattleState], bool], ways: Ways
) -> tuple[Weighed, Weighed]:
    """Carry every position one step of the flow further and merge equal ones: those that go on, those that ended."""
    going: dict[Hashable, tuple[BattleState, float]] = {}
    ended: Weighed = []
    for state, chance in positions:
        for key, after, share in _ways_from(game, state, ways):
            weight = chance * share
            if is_over(after):
                ended.append((after, weight))
            elif weight > NEGLIGIBLE:
                kept = going.get(key)
                going[key] = (after, weight if kept is None else kept[1] + weight)
    return list(going.values()), ended


def _ways_from(game: Game, state: BattleState, ways: Ways) -> list[tuple[Hashable, BattleState, float]]:
    here = _key(state)
    if here not in ways:
        seen: dict[Hashable, BattleState] = {}
        found = outcomes(game, state, _one_step(seen), whole_hits=_somebody_parries(game, state))
        ways[here] = [(key, seen[key], share) for key, share in found.items()]
    return ways[here]


def _somebody_parries(game: Game, state: BattleState) -> bool:
    return any(means_of_parry(game, state, who) is not None for who in state.models)


def _one_step(seen: dict[Hashable, BattleState]) -> Callable[[Context], Hashable]:
    """One step of the flow as a question; the positions it leads to are kept in `seen` by their keys."""

    def question(ctx: Context) -> Hashable:
        top = ctx.state.flow[-1]
        if top.owner:
            STEPS[top.kind].decide(ctx, top, top.owner, _usual(ctx.state))
            below = ctx.state.flow[-1] if ctx.state.flow else top
            if ctx.answer is not None and not below.owner:
                STEPS[below.kind].enter(ctx, below)
        else:
            STEPS[top.kind].enter(ctx, top)
        key = _key(ctx.state)
        seen.setdefault(key, ctx.state)
        return key

    return question


@dataclass(frozen=True, slots=True)
class DuelOdds:
    """How a duel to out of action ends: chances for either fighter to win, and of either being out by each turn."""

    first_wins: float
    second_wins: float
    undecided: float
    by_turn: tuple[tuple[float, float], ...]
    """After each player turn: (first is out, second is out), cumulative."""

    def to_data(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "first_wins": self.first_wins,
            "second_wins": self.second_wins,
            "undecided": self.undecided,
            "by_turn": [list(pair) for pair in self.by_turn],
        }


def duel_game(rules: Rules, first: Fighter, second: Fighter) -> tuple[Game, BattleState]:
    """Two fighters in contact on an open table, at the start of the combat phase of the first's turn."""
    one, two = replace(first, id="a1", is_leader=False), replace(second, id="b1", is_leader=False)
    sides = {"a": Side("a", one.name), "b": Side("b", two.name)}
    game = Game(rules, sides, {"a1": one, "b1": two}, _OPEN, {}, {})
    state = BattleState()
    gap = one.radius + two.radius
    for who, x, other in (("a1", 1000, "b1"), ("b1", 1000 + gap, "a1")):
        fighter = game.fighters[who]
        flags = FIRST_ROUND | (FRENZIED if "frenzy" in fighter.keywords else 0)
        state.models[who] = Miniature(x, 1000, 0, fighter.profile.wounds, flags=flags, engaged=(other,))
        state.sides[who[0]] = SideState(started=1, turns_taken=1)
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


def duel(rules: Rules, first: Fighter, second: Fighter, *, charges: bool = True, turns: int = 40) -> DuelOdds:
    """A duel until one is out of action, or for `turns` player turns. `charges`: the first fighter has just charged.

    Weapons in hand are the first that the rules offer; parries are always tried.
    """
    game, state = duel_game(rules, first, second)
    if charges:
        model = state.models["a1"]
        state.models["a1"] = model._replace(flags=model.flags | CHARGED)
    positions: Weighed = [(state, 1.0)]
    out = {"a1": 0.0, "b1": 0.0}
    by_turn: list[tuple[float, float]] = []
    ways: Ways = {}
    for _ in range(turns):
        waiting: Weighed = []
        while positions:
            positions, ended = play_on(game, positions, _is_decided, ways)
            for end, chance in ended:
                for who in out:
                    out[who] += chance if end.models[who].gone else 0.0
            waiting += [entry for entry in positions if _turn_is_over(entry[0])]
            positions = [entry for entry in positions if not _turn_is_over(entry[0])]
        by_turn.append((out["a1"], out["b1"]))
        positions = waiting
        if sum(chance for _, chance in positions) < ENOUGH:
            break
    left = sum(chance for _, chance in positions)
    return DuelOdds(out["b1"], out["a1"], left, tuple(by_turn))


def _is_decided(state: BattleState) -> bool:
    return state.outcome is not None or any(model.gone for model in state.models.values())


def _turn_is_over(state: BattleState) -> bool:
    return len(state.flow) == 1
