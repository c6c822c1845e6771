"""Dice that branch: the rules' own step code, run once for every way the dice can fall.

Faces that cannot be told apart count as one. A group of attacks is worked out stage by stage: after each stage, ways
that came to the same are merged, so that a group costs the sum of its stages and not their product.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from battles.engine.events import Event, Modifier, Rolled, apply
from battles.engine.flow import AGAIN, Context, Roll
from battles.engine.game import Game
from battles.engine.merging import (
    INJURIES,
    PARRIED,
    fresh_key,
    group_key,
    is_like,
    models_key,
    moved_over,
    order_matters,
    state_key,
    usual_state,
)
from battles.engine.state import PARRIED as HAS_PARRIED
from battles.engine.state import BattleState
from battles.engine.steps.attacks import Attack, Group, hearers
from battles.engine.steps.parrying import means_of_parry
from battles.engine.steps.saves import WARD

T = TypeVar("T", bound=Hashable)
Branch = tuple[Any, float]
"""A face that stands for several (or a group worked out), and its chance."""
Path = list[tuple[Sequence[Branch], int]]
"""The branches met on the way, and which of them was taken."""
Stage = Callable[[Any, Any], int]
Memory = dict[Hashable, Sequence[Branch]]
"""Groups of attacks worked out, by what they are and the models as they stand; empty for what cannot be kept."""
Merged = dict[Hashable, list[Any]]
"""What came to the same: `[state, group, chance]` by key."""

EVERY_FACE: tuple[Branch, ...] = tuple((face, 1 / 6) for face in range(1, 7))
PASS_OR_FAIL = frozenset({"armour", "ward", "regen", "helmet", "parry"})
"""Purposes of which nobody reads more than whether they passed."""
ALL_CUTS = frozenset({2, 3, 4, 5, 6})
NO_CUTS: frozenset[int] = frozenset()


class Cuts(NamedTuple):
    """Where faces begin to mean something else, besides passing."""

    hit: frozenset[int] = ALL_CUTS
    wound: frozenset[int] = ALL_CUTS
    below: bool = True
    """Do cuts under the score needed count?"""


@cache
def branches_between(starts: frozenset[int]) -> tuple[Branch, ...]:
    """One branch from each start to the next."""
    ordered = sorted(starts | {1})
    ends = [*ordered[1:], 7]
    return tuple((start, (end - start) / 6) for start, end in zip(ordered, ends, strict=True))


@cache
def _branches_of(need: int, cuts: frozenset[int], below: bool) -> tuple[Branch, ...]:
    kept = {cut for cut in cuts if 1 < cut <= 6 and (below or cut >= need)}
    return branches_between(frozenset(kept | {max(2, need)} if need <= 6 else kept))


class BranchingContext(Context):
    """A context whose dice are chosen by a path through the tree of all rolls."""

    __slots__ = ("_offs", "_place", "cuts", "indifferent", "memory", "path", "weight")

    def __init__(
        self,
        game: Game,
        state: BattleState,
        path: Path,
        cuts: Cuts | None = None,
        memory: Memory | None = None,
        indifferent: int = 0,
    ) -> None:
        super().__init__(game, state, self)  # type: ignore[arg-type]
        self.path = path
        self.weight = 1.0
        self.cuts = cuts or _CAREFUL
        self.memory = memory
        self.indifferent = indifferent
        """Flags that nobody reads after a group of attacks."""
        self._place = 0
        self._offs = 0

    @property
    def position(self) -> int:
        return self._place

    def emit(self, event: Event) -> None:
        """Fold the event in; the dice themselves leave no trace."""
        if type(event) is not Rolled:
            self.events.append(event)
            apply(self.state, event)

    def note(self, what: str, who: str = "", whom: str = "", detail: str = "", rule: str = "") -> None:
        """Nobody reads along."""

    def face(self, purpose: str) -> int:
        """A die asked for past the context: every face is a branch; a roll-off between two is an even chance."""
        if purpose == "rolloff":
            self._offs += 1
            return 3 if self._offs % 2 else int(self._take(_EVEN))
        return int(self._take(EVERY_FACE))

    def _take(self, branches: Sequence[Branch]) -> Any:
        if self._place == len(self.path):
            self.path.append((branches, 0))
        taken, number = self.path[self._place]
        self._place += 1
        value, chance = taken[number]
        self.weight *= chance
        return value

    def roll(
        self,
        purpose: str,
        who: str,
        *,
        need: int = 0,
        mods: Sequence[Modifier] = (),
        against: str = "",
        rule: str = "",
        bands: Sequence[int] = (),
        about: str = "",
    ) -> Roll:
        face = self._take(self._branches(purpose, need, bands))
        return Roll((face,), face, 0 < need <= face)

    def _branches(self, purpose: str, need: int, bands: Sequence[int]) -> Sequence[Branch]:
        if need <= 0:
            return branches_between(frozenset(cut for cut in bands if 1 < cut <= 6)) if bands else EVERY_FACE
        if purpose in PASS_OR_FAIL:
            return _branches_of(need, NO_CUTS, False)
        if purpose == "hit":
            return _branches_of(need, self.cuts.hit, self.cuts.below)
        if purpose in ("wound", "wound2"):
            return _branches_of(need, self.cuts.wound, False)
        if purpose == "reroll":
            return _branches_of(need, self.cuts.hit | self.cuts.wound, self.cuts.below)
        return _branches_of(need, NO_CUTS if purpose == "hit2" else ALL_CUTS, True)

    def check(
        self,
        purpose: str,
        who: str,
        value: int,
        *,
        mods: Sequence[Modifier] = (),
        rule: str = "CHAR-TEST-01",
        about: str = "",
    ) -> Roll:
        good = max(0, min(value, 5))
        face = self._take(((1, good / 6), (6, (6 - good) / 6)) if good else ((6, 1.0),))
        return Roll((face,), face, face <= value and face != 6)

    def go_through(self, stages: Sequence[Stage], subject: Any) -> None:
        """Branch over what a whole group of attacks may come to."""
        branches: Sequence[Branch] = ()
        if self._place == len(self.path):
            branches = self._spread(stages, subject)
        after, group = self._take(branches)
        _adopt(self.state, after)
        _take_over(subject, group)

    def _spread(self, stages: Sequence[Stage], group: Group) -> Sequence[Branch]:
        """Work a group out, or remember how the same attacks on the same models went in another player turn."""
        state, memory = self.state, self.memory
        if memory is None:
            return spread(self.game, state, stages, group, self.indifferent)
        usual = usual_state(state, group)
        key = (fresh_key(group), models_key(usual))
        found = memory.get(key)
        if found is None:
            found = spread(self.game, usual, stages, group, self.indifferent)
            memory[key] = found = found if all(is_like(usual, after, group.who) for (after, _), _ in found) else ()
        if not found:
            return spread(self.game, state, stages, group, self.indifferent)
        return [((moved_over(state, usual, after), worked), chance) for (after, worked), chance in found]


_CAREFUL = Cuts()
_EVEN: tuple[Branch, ...] = ((1, 0.5), (6, 0.5))


def next_path(path: Path) -> bool:
    """Step a path on to the next way through the tree; False when there is none."""
    while path and path[-1][1] + 1 == len(path[-1][0]):
        path.pop()
    if not path:
        return False
    branches, number = path[-1]
    path[-1] = (branches, number + 1)
    return True


def outcomes(
    game: Game, state: BattleState, question: Callable[[Context], T], *, indifferent: int = 0
) -> dict[T, float]:
    """The chance of every result of a question; they sum to 1 within 1e-12.

    `question` gets a fresh context on a fork of `state` each time and returns what is counted. `indifferent`: flags
    that it does not look at after its attacks.
    """
    found: dict[T, float] = {}
    path: Path = []
    while True:
        context = BranchingContext(game, state.fork(), path, indifferent=indifferent)
        result = question(context)
        found[result] = found.get(result, 0.0) + context.weight
        if not next_path(path):
            return found


def ways_of(
    game: Game, state: BattleState, attack: Callable[[Context], Group], indifferent: int = 0
) -> Iterator[tuple[BattleState, Group, float]]:
    """Every way that one group of attacks can go: the state after, the group, the chance.

    `attack` gets a context and gives back the group that it took through the stages, as the last thing it does; where
    other dice fall around the stages, it is asked again for each way.
    """
    path: Path = []
    more = True
    while more:
        context = BranchingContext(game, state.fork(), path, indifferent=indifferent)
        group = attack(context)
        if len(path) == 1 and isinstance(path[0][0][0][0], tuple):
            yield from ((after, worked, chance) for (after, worked), chance in path[0][0])
            return
        yield context.state, group, context.weight
        more = next_path(path)


# -- groups of attacks ------------------------------------------------------------------------------------------------


def cuts_for(game: Game, state: BattleState, group: Group) -> Cuts:
    """Which faces of a group can be told apart: by a parry, poison, cover, by criticals and those who change them."""
    attacks = group.attacks
    hit: set[int] = set()
    below = False
    if may_parry(game, state, group):
        hit |= ALL_CUTS
    if any(attack.poison for attack in attacks):
        hit.add(6)
    if group.how == "shot":
        below = True
        hit |= {cut for attack in attacks for cut in (attack.raw_need_hit - 1, attack.raw_need_hit)}
    wound = {6} | {attack.critical_face for attack in attacks}
    if _changes_criticals(game, state, attacks):
        wound |= ALL_CUTS
    return Cuts(frozenset(hit), frozenset(wound), below)


def may_parry(game: Game, state: BattleState, group: Group) -> bool:
    """May the target try to turn one of these attacks aside?"""
    if group.how != "blow" or state.models[group.whom].flags & HAS_PARRIED:
        return False
    return means_of_parry(game, state, group.whom) is not None


def _changes_criticals(game: Game, state: BattleState, attacks: list[Attack]) -> bool:
    return any(True for attack in attacks for _ in hearers(game, state, attack, "critical"))


def spread(game: Game, state: BattleState, stages: Sequence[Stage], group: Group, indifferent: int = 0) -> list[Branch]:
    """Everything a group of attacks may come to, as (state after, group after) with chances, worked out by stages."""
    cuts = cuts_for(game, state, group)
    ordered = order_matters(game, state, group.whom)
    wounds = state.models[group.whom].wounds
    last = len(stages) - 1
    quiet = {last} if may_parry(game, state, group) else {PARRIED, last}
    onward: list[Merged] = [{} for _ in stages]
    ended: Merged = {}
    for number, stage in enumerate(stages):
        live: Merged = onward[number - 1] if number else {"": [state, group, 1.0]}
        while live:
            for key, (before, attacked, chance) in _next_batch(live):
                del live[key]
                path: Path = []
                more = True
                while more:
                    context = BranchingContext(game, before.fork(), path, cuts)
                    worked = attacked.copy(attacks=number < INJURIES)
                    answer = stage(context, worked)
                    place = number
                    while not answer and place + 1 in quiet:
                        place += 1
                        answer = stages[place](context, worked)
                    after = context.state
                    kept = live
                    if answer != AGAIN:
                        kept = ended if answer or place == last else onward[place]
                        place = last if answer else place
                    key = (
                        group_key(worked, place, ordered=ordered, wounds=wounds),
                        state_key(after, state, indifferent),
                    )
                    share = chance * context.weight
                    known = kept.get(key)
                    if known is None:
                        kept[key] = [after, worked, share]
                    else:
                        known[2] += share
                    more = next_path(path)
    return [((after, worked), chance) for after, worked, chance in ended.values()]


def _next_batch(live: Merged) -> list[tuple[Hashable, list[Any]]]:
    """Those with the most saves or injuries left to roll, so that others wait until all ways to them have come in."""
    if len(live) == 1:
        return list(live.items())
    left = {key: _left(kept[1]) for key, kept in live.items()}
    most = max(left.values())
    return [(key, live[key]) for key, many in left.items() if many == most]


def _left(group: Group) -> int:
    """How far a group is from the end of its dice."""
    if group.hurting is not None:
        return len(group.hurting)
    return 999 if group.saving is None else 99 + sum(WARD + 1 - save for save, _, _ in group.saving)


def _adopt(state: BattleState, after: BattleState) -> None:
    """Make a working state equal to another, in place."""
    state.models.update(after.models)
    state.sides.update(after.sides)
    if state.marks != after.marks:
        state.marks.clear()
        state.marks.update(after.marks)
    state.flow = after.flow
    state.snapshot = after.snapshot
    state.outcome = after.outcome


def _take_over(group: Group, worked: Group) -> None:
    """Give a group and its own attacks the values worked out, for a caller who holds on to them."""
    own = group.attacks
    attacks: list[Attack] = []
    place = 0
    for attack in worked.attacks:
        if attack.how != "flames" and place < len(own):
            own[place].become(attack)
            attacks.append(own[place])
            place += 1
        else:
            attacks.append(attack.copy())
    group.become_but_attacks(worked)
    group.attacks = attacks
