"""Branching dice: run the code of the rules once for every result of the dice. Faces with the same meaning count as
one.

A group of attacks is computed stage by stage. Equal outcomes are merged after each stage, so that the cost of a group
is the sum of its stages and not their product.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from battles.engine.events import Event, Modifier, Moved, Rolled, apply
from battles.engine.flow import Context, Roll
from battles.engine.game import Game
from battles.engine.hooks import HookFunction
from battles.engine.odds.budget import STATES_PER_MOVE, Budget
from battles.engine.odds.merge_keys import EVERY_ORDER, Reading, fresh_key, is_like, models_key, moved_over, usual_state
from battles.engine.state import PARRIED as HAS_PARRIED
from battles.engine.state import BattleState
from battles.engine.steps.combat.extra_attacks import BARRAGE
from battles.engine.steps.combat.parrying import means_of_parry
from battles.engine.steps.harm.attacks import FACE_READERS, SHOTS_ONLY, Attack, Group, hook_functions_of

T = TypeVar("T", bound=Hashable)
Branch = tuple[Any, float]
"""A face with its probability. The face stands for all faces with the same meaning; a computed group can take its
place.
"""
Path = list[tuple[Sequence[Branch], int]]
"""The branches at each die, and the number of the one that was taken."""
Stage = Callable[[Any, Any], int]
Memory = dict[Hashable, Sequence[Branch]]
"""Computed groups of attacks, by their content and the models. Groups that cannot be cached are missing."""

EVERY_FACE: tuple[Branch, ...] = tuple((face, 1 / 6) for face in range(1, 7))
PASS_OR_FAIL = frozenset({"armour", "ward", "regen", "helmet", "parry"})
"""Purposes of rolls for which it only matters whether they pass."""
ALL_CUTS = frozenset({2, 3, 4, 5, 6})
NO_CUTS: frozenset[int] = frozenset()


class Cuts(NamedTuple):
    """Faces at which the meaning of a roll changes, apart from passing."""

    hit: frozenset[int] = ALL_CUTS
    wound: frozenset[int] = ALL_CUTS
    below: bool = True
    """Whether different faces below the score needed are also distinguished."""


@cache
def branches_between(starts: frozenset[int]) -> tuple[Branch, ...]:
    """One branch for each range of faces that begins at one of `starts`."""
    ordered = sorted(starts | {1})
    ends = [*ordered[1:], 7]
    return tuple((start, (end - start) / 6) for start, end in zip(ordered, ends, strict=True))


@cache
def _branches_of(need: int, cuts: frozenset[int], below: bool) -> tuple[Branch, ...]:
    kept = {cut for cut in cuts if 1 < cut <= 6 and (below or cut >= need)}
    return branches_between(frozenset(kept | {max(2, need)} if need <= 6 else kept))


_spreaders: list[Callable[..., Sequence[Branch]]] = []


def use_for_attacks(spreader: Callable[..., Sequence[Branch]]) -> None:
    """Register the function that computes the outcomes of a group of attacks: `attack_outcomes`, which itself uses
    branching dice.
    """
    _spreaders[:] = [spreader]


class BranchingContext(Context):
    """A context whose dice follow a given path through the tree of all rolls."""

    __slots__ = ("_offs", "_place", "budget", "cuts", "indifferent", "memory", "path", "weight")

    def __init__(
        self,
        game: Game,
        state: BattleState,
        path: Path,
        cuts: Cuts | None = None,
        memory: Memory | None = None,
        indifferent: int = 0,
        budget: Budget | None = None,
    ) -> None:
        super().__init__(game, state, self)  # type: ignore[arg-type]
        self.budget = budget
        if budget is not None:
            budget.spend()
        self.path = path
        self.weight = 1.0
        self.cuts = cuts or _CAREFUL
        self.memory = memory
        self.indifferent = indifferent
        """Flags that no code reads after a group of attacks."""
        self._place = 0
        self._offs = 0

    @property
    def position(self) -> int:
        return self._place

    def emit(self, event: Event) -> None:
        """Apply the event. Events are not collected."""
        if type(event) is not Rolled:
            if self.budget is not None and type(event) is Moved:
                self.budget.spend(STATES_PER_MOVE)
            self.events.append(event)
            apply(self.state, event)

    def note(self, what: str, model_id: str = "", target: str = "", detail: str = "", rule: str = "") -> None:
        """Do nothing: these events have no log."""

    def face(self, purpose: str) -> int:
        """Roll a die that the context did not request itself: every face is a branch; a roll-off between two is an even
        chance.
        """
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
        model_id: str,
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
        model_id: str,
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
        """Branch over all outcomes of a group of attacks."""
        branches: Sequence[Branch] = ()
        if self._place == len(self.path):
            branches = self._spread(stages, subject)
        after, group = self._take(branches)
        _adopt(self.state, after)
        _take_over(subject, group)

    def _spread(self, stages: Sequence[Stage], group: Group) -> Sequence[Branch]:
        """Outcomes of a group, computed or from the cache. The cache also serves the same attacks on the same models in
        another turn.
        """
        state, memory = self.state, self.memory
        if memory is None:
            return _spreaders[0](self.game, state, stages, group, self.indifferent, self.budget)
        usual = usual_state(state, group)
        key = (fresh_key(group), models_key(usual))
        found = memory.get(key)
        if found is None:
            found = _spreaders[0](self.game, usual, stages, group, self.indifferent, self.budget)
            memory[key] = found = found if all(is_like(usual, after, group.who) for (after, _), _ in found) else ()
        if not found:
            return _spreaders[0](self.game, state, stages, group, self.indifferent, self.budget)
        return [((moved_over(state, usual, after), worked), chance) for (after, worked), chance in found]


_CAREFUL = Cuts()
_EVEN: tuple[Branch, ...] = ((1, 0.5), (6, 0.5))


def next_path(path: Path) -> bool:
    """Change a path to the next one through the tree. Returns False if there is no other."""
    while path and path[-1][1] + 1 == len(path[-1][0]):
        path.pop()
    if not path:
        return False
    branches, number = path[-1]
    path[-1] = (branches, number + 1)
    return True


def outcomes(
    game: Game,
    state: BattleState,
    question: Callable[[Context], T],
    *,
    indifferent: int = 0,
    budget: Budget | None = None,
) -> dict[T, float]:
    """The probability of every result of a question; they sum to 1 within 1e-12.

    `question` receives a fresh context on a fork of `state` for every path and returns the result to count.
    `indifferent`: flags that it does not read after its attacks. Raises OverBudget.
    """
    found: dict[T, float] = {}
    path: Path = []
    while True:
        context = BranchingContext(game, state.fork(), path, indifferent=indifferent, budget=budget)
        result = question(context)
        found[result] = found.get(result, 0.0) + context.weight
        if not next_path(path):
            return found


def ways_of(
    game: Game,
    state: BattleState,
    attack: Callable[[Context], Group],
    indifferent: int = 0,
    budget: Budget | None = None,
) -> Iterator[tuple[BattleState, Group, float]]:
    """All outcomes of one group of attacks: the state after, the group, the probability.

    `attack` receives a context, and the last thing it does is to run a group through the stages; it returns this group.
    If other dice are rolled before, `attack` is called again for each of their results.
    """
    path: Path = []
    more = True
    while more:
        context = BranchingContext(game, state.fork(), path, indifferent=indifferent, budget=budget)
        group = attack(context)
        if len(path) == 1 and isinstance(path[0][0][0][0], tuple):
            yield from ((after, worked, chance) for (after, worked), chance in path[0][0])
            return
        yield context.state, group, context.weight
        more = next_path(path)


# -- groups of attacks ------------------------------------------------------------------------------------------------


def cuts_for(game: Game, state: BattleState, group: Group) -> Cuts:
    """The faces that make a difference for a group: for a parry, poison, cover, critical hits and hooks that change
    them.
    """
    attacks = group.attacks
    hit: set[int] = set()
    below = False
    if parries(game, state, group):
        hit |= ALL_CUTS
    if any(function in FACE_READERS for function in _hit_rolled_functions(game, state, group)):
        hit |= ALL_CUTS
        below = True
    if any(attack.poison for attack in attacks):
        hit.add(6)
    if group.how == "shot":
        below = True
        hit |= {cut for attack in attacks for cut in (attack.raw_need_hit - 1, attack.raw_need_hit)}
    wound = {6} | {attack.critical_face for attack in attacks}
    if _changes_criticals(game, state, attacks):
        wound |= ALL_CUTS
    return Cuts(frozenset(hit), frozenset(wound), below)


def reading_of(game: Game, state: BattleState, group: Group) -> Reading:
    """The facts that the keys of a group's outcomes depend on."""
    wounds = state.models[group.whom].wounds
    return Reading(
        EVERY_ORDER if game.rules.hr_cavalry_first_wound else max(0, wounds - 1),
        wounds,
        len(group.attacks) if extra_attacks_share_a_critical(game, group) else 0,
        parries(game, state, group),
        bool(_hit_rolled_functions(game, state, group)),
    )


def extra_attacks_share_a_critical(game: Game, group: Group) -> bool:
    """Whether additional attacks of weapons that attack again compete with other attacks for the one critical hit of a
    phase. Additional attacks come last. Rule: CRIT-CAP-01
    """
    if not game.rules.criticals_per_phase or group.how != "blow":
        return False
    return any(BARRAGE.on(attack.weapon) for attack in group.attacks)


def parries(game: Game, state: BattleState, group: Group) -> int:
    """How many of these attacks the target may try to parry."""
    if group.how != "blow" or state.models[group.whom].flags & HAS_PARRIED:
        return 0
    means = means_of_parry(game, state, group.whom)
    return 0 if means is None else means.attempts


def _hit_rolled_functions(game: Game, state: BattleState, group: Group) -> list[HookFunction]:
    """The hook functions that run after the dice to hit."""
    functions = [
        function for attack in group.attacks for function, _, _ in hook_functions_of(game, state, attack, "hit_rolled")
    ]
    return (
        functions
        if group.how in ("shot", "cover")
        else [function for function in functions if function not in SHOTS_ONLY]
    )


def _changes_criticals(game: Game, state: BattleState, attacks: list[Attack]) -> bool:
    return any(True for attack in attacks for _ in hook_functions_of(game, state, attack, "critical"))


def _adopt(state: BattleState, after: BattleState) -> None:
    """Change a working state in place so that it equals another."""
    state.models.update(after.models)
    state.sides.update(after.sides)
    if state.marks != after.marks:
        state.marks.clear()
        state.marks.update(after.marks)
    state.flow = after.flow
    state.snapshot = after.snapshot
    state.outcome = after.outcome


def _take_over(group: Group, worked: Group) -> None:
    """Copy the computed values into a group and its own attacks, since the caller still refers to them."""
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
