"""All outcomes of a group of attacks, with probabilities.

A group is computed stage by stage; after each stage, outcomes that no later die can distinguish are merged. From the
roll to wound up to the saves, attacks are independent of each other, so each kind of attack is computed once and the
outcomes of several are combined: six equal attacks cost little more than one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import groupby
from typing import Any

from battles.engine.flow import AGAIN
from battles.engine.game import Game
from battles.engine.odds.branching_dice import (
    Branch,
    BranchingContext,
    Path,
    cuts_for,
    extra_attacks_share_a_critical,
    next_path,
    reading_of,
    use_for_attacks,
)
from battles.engine.odds.budget import ATTACKS_PER_STATE, STATES_PER_GROUP, Budget
from battles.engine.odds.injury_keys import injury_key_of
from battles.engine.odds.merge_keys import (
    CRITICALS,
    END,
    EVERY_ORDER,
    INJURIES,
    PARRIED,
    SAVES,
    WOUNDS,
    Reading,
    attack_key,
    group_key,
    separate_keys,
    state_key,
)
from battles.engine.state import CRITICAL_USED, BattleState
from battles.engine.steps.combat.extra_attacks import BARRAGE, may_press_on
from battles.engine.steps.harm.attacks import IN_ORDER, Attack, Group, hook_functions_of
from battles.engine.steps.harm.saves import WARD

Stage = Callable[[Any, Any], int]
Merged = dict[Hashable, list[Any]]
"""Outcomes that continue in the same way: `[state, group, probability]` by key."""
Rows = tuple[tuple[Any, ...], ...]
"""Keys of attacks at one stage."""
FIRST_BLOW, PRESSES_ON = range(2)
"""Which roll to wound of an attack is computed: the first, or that of an additional attack."""
Outcome = tuple[BattleState, list[Attack], list[Attack], float]
"""(state, attacks, additional attacks that they caused, probability). Additional attacks come last in the group."""
Harm = dict[Hashable, Outcome]
"""Outcomes of several attacks up to their saves, by key."""


def attack_outcomes(
    game: Game,
    state: BattleState,
    stages: Sequence[Stage],
    group: Group,
    indifferent: int = 0,
    budget: Budget | None = None,
) -> list[Branch]:
    """All outcomes of a group of attacks, as (state after, group after), with probabilities that sum to 1.

    `stages` are the remaining stages of `pipeline.STAGES`. `indifferent` are flags that no code reads after the group.
    Raises OverBudget.
    """
    if budget is not None:
        budget.spend(STATES_PER_GROUP)
    work = _Spread(game, state, stages, group, indifferent, budget)
    live: Merged = {"": [state, group, 1.0]}
    ended: Merged = {}
    if work.first <= PARRIED and _are_separate(game, state, group):
        work.reading = work.reading._replace(own=0)
        live = work.through(range(work.first, PARRIED + 1), live, ended)
        live = work.attack_by_attack(live, ended)
        live = work.through(range(INJURIES, END + 1), live, ended)
    else:
        live = work.through(range(work.first, END + 1), live, ended)
    return [((after, worked), chance) for after, worked, chance in ended.values()]


def _are_separate(game: Game, state: BattleState, group: Group) -> bool:
    """Whether the attacks can be computed one at a time from the roll to wound on.

    They cannot if traits depend on the order of rolls, unless these count in the attacker's record, which is passed
    from one attack to the next; nor if an attack causes others, whose rolls come after those of all attacks. Shots are
    examined again after their dice (cover hit, ricochets) and keep their places. If only one critical hit counts per
    phase, it is the first in the order of all attacks, which `attack_by_attack` keeps. Rule: CRIT-CAP-01
    """
    if len(group.attacks) < 2 or group.how == "shot":
        return False
    counting = [
        function
        for hook in ("wound_rolled", "save_rolled")
        for attack in group.attacks
        for function, bearer, _ in hook_functions_of(game, state, attack, hook)
        if function not in IN_ORDER or bearer == attack.who
    ]
    if not counting:
        return True
    return all(function in IN_ORDER for function in counting) and not any(
        BARRAGE.on(attack.weapon) or attack.weapon.chart == "unarmed" or attack.part == "mount"
        for attack in group.attacks
    )


class _Spread:
    """Computes the outcomes of one group of attacks."""

    def __init__(
        self, game: Game, state: BattleState, stages: Sequence[Stage], group: Group, indifferent: int,
        budget: Budget | None,
    ) -> None:  # fmt: skip
        self.game, self.state, self.group = game, state, group
        self.stages, self.first = stages, END + 1 - len(stages)
        self.cuts, self.reading = cuts_for(game, state, group), reading_of(game, state, group)
        self.reading = self.reading._replace(injury=injury_key_of(BranchingContext(game, state, []), group))
        self.indifferent = self._unread = indifferent
        self.budget = budget
        self._quiet = {END} if self.reading.parries else {PARRIED, END}
        """Stages without dice. Outcomes are not merged before them."""
        self._pressing_waits = extra_attacks_share_a_critical(game, group)
        """Whether additional attacks of weapons that attack again are computed only after all others. Rule: CRIT-CAP-01

        """
        self._alone: dict[Hashable, list[Outcome]] = {}
        self._together: dict[Hashable, Harm] = {}

    def through(self, numbers: Iterable[int], live: Merged, ended: Merged, reading: Reading | None = None) -> Merged:
        """Run outcomes through these stages. Returns those that continue after the last one; adds the others to
        `ended`.
        """
        numbers = list(numbers)
        onward: dict[int, Merged] = {number: {} for number in numbers}
        onward[numbers[0] - 1] = live
        for number in numbers:
            live = onward[number - 1]
            while live:
                for key, entry in _next_batch(live):
                    del live[key]
                    self._branch(number, entry, live, onward, ended, reading or self.reading)
        return onward[numbers[-1]]

    def _branch(
        self, number: int, entry: list[Any], live: Merged, onward: dict[int, Merged], ended: Merged, reading: Reading
    ) -> None:
        """Add all results of a stage, or of its next die, for one outcome."""
        before, attacked, chance = entry
        path: Path = []
        more = True
        while more:
            context = BranchingContext(self.game, before.fork(), path, self.cuts, budget=self.budget)
            worked = attacked.copy(attacks=number < INJURIES)
            if self.budget is not None and number < INJURIES:
                self.budget.spend(len(worked.attacks) // ATTACKS_PER_STATE)
            place = number
            answer = self.stages[place - self.first](context, worked)
            while not answer and place + 1 in self._quiet and place + 1 in onward:
                place += 1
                answer = self.stages[place - self.first](context, worked)
            kept = live
            if answer != AGAIN:
                kept = ended if answer or place == END else onward[place]
                place = END if answer else place
            unread = 0 if answer == AGAIN and place <= CRITICALS else self._unread
            key = (group_key(worked, place, reading), state_key(context.state, self.state, unread))
            _merge(kept, key, context.state, worked, chance * context.weight)
            more = next_path(path)

    # -- attack by attack, from the roll to wound to the saves

    def attack_by_attack(self, live: Merged, ended: Merged) -> Merged:
        """Compute outcomes from after the parry to after the saves, one attack at a time."""
        onward: Merged = {}
        self._unread = self.indifferent & ~CRITICAL_USED  # Read by the attacks that follow. Rule: CRIT-CAP-01
        for state, group, chance in live.values():
            landed = [attack for attack in group.attacks if attack.lands]
            rows = [attack_key(attack, PARRIED) or () for attack in landed]
            if not self.reading.order:
                pairs = list(zip(rows, landed, strict=True))
                pairs = [
                    pair
                    for _, alike in groupby(pairs, key=lambda pair: pair[0][1:])
                    for pair in sorted(alike, key=lambda pair: pair[0][:1])
                ]
                rows, landed = [row for row, _ in pairs], [attack for _, attack in pairs]
            for after, attacks, brought, share in self._pressed(group, self._harm(state, landed, tuple(rows))).values():
                worked = group.copy(attacks=False)
                worked.attacks = [*attacks, *brought]
                harmful = any(attack.unsaved or attack.critical for attack in worked.attacks)
                kept, place = (onward, SAVES) if harmful else (ended, END)
                key = (group_key(worked, place, self.reading), state_key(after, self.state, self.indifferent))
                _merge(kept, key, after, worked, chance * share)
        self._unread = self.indifferent
        return onward

    def _harm(self, state: BattleState, attacks: list[Attack], rows: Rows) -> Harm:
        """Outcomes of attacks in this order. Sequences with the same beginning share the calculation."""
        if not attacks:
            return {(): (state, [], [], 1.0)}
        known = (state_key(state, self.state), rows)
        found = self._together.get(known)
        if found is not None:
            return found
        found = {}
        for before, others, brought, chance in self._harm(state, attacks[:-1], rows[:-1]).values():
            for after, own, more, share in self._single(before, attacks[-1], rows[-1]):
                if self.budget is not None:
                    self.budget.spend()
                self._add(found, after, [*others, *own], [*brought, *more], chance * share)
        self._together[known] = found
        return found

    def _add(
        self,
        found: Harm,
        after: BattleState,
        attacks: list[Attack],
        brought: list[Attack],
        chance: float,
        done: int = 0,
    ) -> None:
        """Merge an outcome into `found`. Attacks before number `done` can cause no more attacks."""
        waiting: tuple[Any, ...] = ()
        if self._pressing_waits:
            waiting = tuple(attack_key(attacks[number], PARRIED) for number in self._presses(attacks, done))
        key = (self._told_apart(attacks, brought), waiting, state_key(after, self.state))
        kept = found.get(key)
        if kept is None:
            found[key] = (after, attacks, brought, chance)
        else:
            found[key] = (*kept[:3], kept[3] + chance)

    def _presses(self, attacks: list[Attack], done: int) -> list[int]:
        """Numbers of the attacks, from `done` on, that hit without wounding and so give another attack."""
        return [
            number
            for number in range(done, len(attacks))
            if not attacks[number].wounded and may_press_on(self.group, attacks[number])
        ]

    def _pressed(self, group: Group, harm: Harm) -> Harm:
        """Add the additional attacks of weapons that attack again, in the order of the attacks that caused them."""
        if not self._pressing_waits:
            return harm
        for number in range(sum(attack.lands for attack in group.attacks)):
            found: Harm = {}
            for state, attacks, brought, chance in harm.values():
                if number not in self._presses(attacks, number):
                    self._add(found, state, attacks, brought, chance, number + 1)
                    continue
                row = attack_key(attacks[number], PARRIED)
                for after, (_, *further), more, share in self._single(state, attacks[number], row, PRESSES_ON):
                    if self.budget is not None:
                        self.budget.spend()
                    self._add(found, after, [*attacks, *further], [*brought, *more], chance * share, number + 1)
            harm = found
        return harm

    def _told_apart(self, attacks: list[Attack], brought: list[Attack]) -> Hashable:
        """The key of attacks whose saves were rolled. Additional attacks may still come between them and `brought`."""
        injury = self.reading.injury
        rows = tuple(row for attack in attacks if (row := attack_key(attack, SAVES, injury)))
        extra = tuple(row for attack in brought if (row := attack_key(attack, SAVES, injury)))
        if sum(row[0] for row in rows) >= self.reading.order:
            return separate_keys((*rows, *extra), self.reading)
        return (rows, extra)

    def _single(self, state: BattleState, attack: Attack, row: Hashable, blow: int = FIRST_BLOW) -> list[Outcome]:
        """Outcomes of one attack that hit, without those that do no harm.

        `blow`: whether this is the first attack or an additional one, for weapons that attack again.
        """
        known = (state_key(state, self.state), row, blow)
        found = self._alone.get(known)
        if found is None:
            alone = self.group.copy(attacks=False)
            alone.attacks = [attack.copy()]
            if self._pressing_waits:
                alone.rolling = [(blow, 0)]
            ended: Merged = {}
            reading = self.reading
            if reading.order:
                reading = reading._replace(order=EVERY_ORDER, own=1)
            unwounded: Merged = {}
            live: Merged = {"": [state, alone, 1.0]}
            first = WOUNDS
            if self._pressing_waits:
                live = self.through([WOUNDS], live, unwounded, reading)
                first = CRITICALS
            live = self.through(range(first, SAVES + 1), live, ended, reading)
            found = self._alone[known] = []
            for after, worked, chance in (*live.values(), *ended.values(), *unwounded.values()):
                own = 1
                if blow == PRESSES_ON:
                    own = sum(not attack.chained for attack in worked.attacks)
                struck, *further = worked.attacks[:own]
                brought = [attack for attack in worked.attacks[own:] if attack_key(attack, SAVES)]
                found.append(
                    (after, [struck, *(attack for attack in further if attack_key(attack, SAVES))], brought, chance)
                )
        return found


def _merge(kept: Merged, key: Hashable, state: BattleState, group: Group, chance: float) -> None:
    known = kept.get(key)
    if known is None:
        kept[key] = [state, group, chance]
    else:
        known[2] += chance


def _next_batch(live: Merged) -> list[tuple[Hashable, list[Any]]]:
    """The outcomes with the most dice left to roll. They go first, so that equal outcomes are merged before they
    continue.
    """
    if len(live) == 1:
        return list(live.items())
    left = {key: _left(kept[1]) for key, kept in live.items()}
    most = max(left.values())
    return [(key, live[key]) for key, many in left.items() if many == most]


def _left(group: Group) -> int:
    """Number of stages and dice that a group still needs."""
    if group.hurting is not None:
        return len(group.hurting)
    if group.rolling is not None:
        return len(group.rolling)
    return 999 if group.saving is None else 99 + sum(WARD + 1 - save for save, _, _ in group.saving)


use_for_attacks(attack_outcomes)
