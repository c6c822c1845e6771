"""Keys for merging equal outcomes: keys of groups of attacks and of working states.

A key contains everything that later stages and the caller still read, and nothing else. Outcomes with equal keys
therefore have the same future.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from battles.engine.odds.injury_keys import InjuryKey
from battles.engine.state import (
    CRITICAL_USED,
    FOUGHT,
    HAMMERED,
    OUT_OF_ACTION,
    STOOD_UP,
    TURN_FLAGS,
    BattleState,
    Miniature,
)
from battles.engine.state import PARRIED as HAS_PARRIED
from battles.engine.steps.harm.attacks import Attack, Group

HITS, PARRIED, WOUNDS, CRITICALS, SAVES, INJURIES, END = range(7)
"""Numbers of the stages of `pipeline.STAGES`; the key of a stage describes the situation after it."""

_MAKE = (
    "whom", "how", "strength", "save_strength", "part", "automatic", "may_be_critical", "flaming", "magical",
    "spell_damage", "poison", "killing_blow", "chained", "need_hit", "raw_need_hit", "damage", "critical_face",
    "chart_bonus", "wound_worst", "armour", "ward", "helmet", "injury_bonus",
)  # fmt: skip
_make = attrgetter(*_MAKE)
_to_critical = attrgetter(*(name for name in _MAKE if name not in ("need_hit", "raw_need_hit", "wound_worst")))
"""Facts that a critical hit reads, since a body blow makes another attack like the first. Rule: CRIT-UNARMED-BODY-01"""
_to_wound = attrgetter("wound_face", "need_wound", "poison_critical")
_to_save = attrgetter(
    "critical", "wounds", "save_once", "armour", "ward", "helmet", "injury_bonus", "on_contact", "on_wound",
    "save_strength", "strength", "part", "how", "flaming", "magical", "spell_damage", "killing_blow", "chained",
)  # fmt: skip
_to_injury = attrgetter(
    "helmet", "injury_bonus", "on_wound", "how", "part", "strength", "save_strength", "flaming", "magical",
)  # fmt: skip
EVERY_ORDER = 99
"""Value of `Reading.order` when the order of all unsaved wounds matters: a mount takes the first of them. Rule:
INJ-CAV-01
"""
FLAGS = Miniature._fields.index("flags")
THROWS = ("sweep", "kebab")
"""Effects of a critical hit that move the body after its injuries; all other effects of `on_wound` have been applied.

"""


def attack_key(attack: Attack, stage: int, injury: InjuryKey | None = None) -> tuple[Any, ...] | None:
    """The facts of one attack that still matter after a stage past the dice to hit; None if none do.

    `injury`: see `Reading.injury`.
    """
    if not attack.hit or attack.parried:
        return None
    if stage <= PARRIED:
        return (attack.face == 6 and attack.poison != "", id(attack.weapon), tuple(attack.hit_mods), *_make(attack))
    if not attack.wounded:
        return None
    if stage == WOUNDS:
        if attack.weapon.chart == "unarmed" or attack.part == "mount":
            return (*_to_wound(attack), id(attack.weapon), tuple(attack.hit_mods), *_make(attack))
        return (*_to_wound(attack), id(attack.weapon), (), *_to_critical(attack))
    if stage == CRITICALS:
        return (id(attack.weapon), *_to_save(attack))
    if stage == SAVES:
        return _of_harm(attack, injury)
    contact = attack.on_contact if attack.critical and not attack.warded else ""
    thrown = attack.on_wound if attack.critical and attack.unsaved and attack.on_wound in THROWS else ""
    return (contact, thrown) if contact or thrown else None


def _of_harm(attack: Attack, injury: InjuryKey | None) -> tuple[Any, ...] | None:
    """The facts that still matter of an attack whose saves were rolled: injuries, and other effects of a critical hit.

    A mount takes all the Wounds of a critical hit at once. Rule: INJ-CAV-01
    """
    contact = attack.on_contact if attack.critical and not attack.warded else ""
    if attack.unsaved:
        dead = attack.killing_blow if attack.critical else ""
        several = attack.critical and attack.unsaved > 1
        if injury is not None:
            return (attack.unsaved, contact, dead, several, attack.on_wound, injury(attack))
        return (attack.unsaved, contact, dead, several, id(attack.weapon), *_to_injury(attack))
    return (0, contact) if contact else None


def _after_a_shot(group: Group) -> tuple[Any, ...]:
    """What `firing.fire` reads when its shots have been computed: cover hit, ricochets."""
    return tuple(
        sorted(
            (not attack.hit and attack.face == attack.raw_need_hit - 1, attack.on_contact if attack.hit else "")
            for attack in group.attacks
        )
    )


class Reading(NamedTuple):
    """What matters about the attacks of a group for the remaining dice. It is the same for all outcomes of the
    group.
    """

    order: int
    """Number of unsaved wounds for which it matters which attack caused them: those the target can lose without an
    injury roll. Rule: INJ-WOUND-01
    """
    wounds: int
    """Wounds that the target had at the start; further lost Wounds are not counted."""
    own: int = 0
    """Number of the group's own attacks, if they differ from additional ones (which come last)."""
    parries: int = 0
    """How many parries the target may try. Each must beat the highest die to hit that is left."""
    reads_dice: bool = False
    """Whether traits apply after the dice to hit. They may read every die, including misses."""
    injury: InjuryKey | None = None
    """Key function for unsaved wounds: the facts that the injury roll depends on. None if all facts matter."""


def group_key(group: Group, stage: int, reading: Reading) -> Hashable:
    """Key of a group after a stage, or within it while `group.rolling` or `group.saving` has dice left.

    Equal attacks may change places unless their order matters.
    """
    harm: Hashable = ()
    rows: list[tuple[Any, ...]]
    if reading.own and stage < INJURIES:
        own, brought = range(reading.own), range(reading.own, len(group.attacks))
        harm = tuple(_rows(group, stage, reading, brought))
        rows = _rows(group, stage, reading, own)
    else:
        rows = _rows(group, stage, reading, range(len(group.attacks)))
    if stage == INJURIES:
        thrown = [row for row in rows if row[1]]
        rows = [*sorted({row for row in rows if not row[1]}), *thrown]
        harm = _of_injuries(group)
    shots = _after_a_shot(group) if group.how == "shot" else ()
    lost = group.wounds_lost
    return (
        tuple(rows), harm, shots, _has_hit(group), lost if lost < reading.wounds else reading.wounds, group.felled,
        group.out, *group.facts,
    )  # fmt: skip


def _rows(group: Group, stage: int, reading: Reading, numbers: range) -> list[tuple[Any, ...]]:
    """Keys of the attacks with these numbers, in an order that equal attacks share."""
    rows: list[tuple[Any, ...]] = []
    if stage == HITS:
        rows = _of_hits(group, reading)
    elif group.rolling:
        rows = _of_rolling(group, stage, group.rolling, numbers)
    elif stage == SAVES and group.saving:
        rows = _of_saves(group, group.saving, numbers, reading.injury)
    elif stage != END:
        for number in numbers:
            row = attack_key(group.attacks[number], stage, reading.injury)
            if row is not None:
                rows.append(row)
    if not reading.order:
        rows.sort()
    elif stage == SAVES and not group.saving:
        rows = list(separate_keys(tuple(rows), reading))
    return rows


def separate_keys(rows: tuple[tuple[Any, ...], ...], reading: Reading) -> tuple[tuple[Any, ...], ...]:
    """Keys of attacks whose saves were rolled, in their order as far as it matters."""
    if reading.order >= EVERY_ORDER:
        return rows
    left, place = reading.order, 0
    while left > 0 and place < len(rows):
        left -= rows[place][0]
        place += 1
    return (*rows[:place], *sorted(rows[place:]))


NOT_ROLLED, HIT, TO_REROLL, MISSED = range(4)


def _of_hits(group: Group, reading: Reading) -> list[tuple[Any, ...]]:
    """What still matters of the dice to hit: all of them while traits may read them, else hits and highest faces."""
    rolling = group.rolling or ()
    first = {number for again, number in rolling if not again}
    again = {number for again, number in rolling if again}
    looked_at = reading.reads_dice and group.rolling is not None
    rows: list[tuple[Any, ...]] = []
    for number, attack in enumerate(group.attacks):
        if number in first:
            rows.append((NOT_ROLLED, number))
            continue
        stands = HIT if attack.hit else TO_REROLL if number in again else MISSED
        if stands == MISSED and not looked_at:
            continue
        kind = (attack.face == 6 and attack.poison != "", id(attack.weapon), tuple(attack.hit_mods), *_make(attack))
        if looked_at:
            kind = (*kind, attack.rerolls_misses, attack.rerolled)
        rows.append((stands, *kind, attack.face if looked_at or stands == HIT else 0))
    return rows if looked_at else _highest(rows, reading.parries)


def _highest(rows: list[tuple[Any, ...]], parries: int) -> list[tuple[Any, ...]]:
    """For neighbouring hits by equal attacks: only the highest faces, one for each parry, sorted to the
    front.
    """
    found: list[tuple[Any, ...]] = []
    for kind, alike in groupby(rows, key=lambda row: row[:-1]):
        if kind[0] != HIT:
            found += alike
            continue
        faces = sorted((row[-1] for row in alike), reverse=True)
        found += [(*kind, face if place < parries else 0) for place, face in enumerate(faces)]
    return found


def _of_rolling(group: Group, stage: int, rolling: list[tuple[int, int]], numbers: range) -> list[tuple[Any, ...]]:
    """What still matters of attacks while a stage after the dice to hit rolls them one at a time."""
    waiting: dict[int, int] = {}
    for again, number in rolling:
        waiting.setdefault(number, again)
    rows: list[tuple[Any, ...]] = []
    for number in numbers:
        attack = group.attacks[number]
        again = waiting.get(number, -1)
        if again == 1 and attack.wounded:
            again = -1
        row = attack_key(attack, stage if again < 0 else stage - 1)
        if row is not None:
            rows.append((again, *row))
    return rows


def _of_saves(
    group: Group, saving: list[tuple[int, int, int]], numbers: range, injury: InjuryKey | None
) -> list[tuple[Any, ...]]:
    """What still matters of attacks while their saves are rolled."""
    rows: list[tuple[Any, ...]] = []
    for number in numbers:
        attack = group.attacks[number]
        if attack.hit and attack.wounded and not attack.parried:
            waiting = sorted((save, worth) for save, whose, worth in saving if whose == number)
            if waiting:
                rows.append((tuple(waiting), attack.unsaved, attack.warded, id(attack.weapon), *_to_save(attack)))
            else:
                row = _of_harm(attack, injury)
                if row is not None:
                    rows.append(((), *row))
    return rows


def _of_injuries(group: Group) -> Hashable:
    """What still matters of current injuries. Once one takes the model out, those that follow can only change how it is
    recorded.
    """
    hurting, worst, decisive = group.hurting, group.worst, group.decisive
    if not hurting:
        return (worst, decisive)
    if worst == OUT_OF_ACTION and (decisive[0].marks_the_dead or not any(harm.marks_the_dead for harm in hurting)):
        return (worst, decisive, True)
    return (worst, decisive, tuple(sorted(hurting)))


def fresh_key(group: Group) -> Hashable:
    """Everything that the result of attacks that have not begun depends on."""
    rows = [
        (id(attack.weapon), attack.rerolls_misses, attack.hits_on, attack.hit, attack.wounded, tuple(attack.hit_mods),
         tuple(sorted(attack.ignores)), *_make(attack))
        for attack in group.attacks
    ]  # fmt: skip
    return (
        group.who, group.whom, group.how, group.downed, group.second, group.may_slip, group.posture_before,
        tuple(group.facts), tuple(rows),
    )  # fmt: skip


def models_key(state: BattleState) -> Hashable:
    """Key of the models and marks. The active side is included if a model has acted in its turn."""
    models = tuple((model_id, timeless(model, state.turn_number)) for model_id, model in state.models.items())
    acted = any(model.flags & TURN_FLAGS for _, model in models)
    return (models, state.active if acted else "", plain(state.marks))


def timeless(model: Miniature, turn_number: int) -> Miniature:
    """The model with the ends of its effects as numbers of turns from now, so that different turns can be compared."""
    return _later(model, -turn_number) if model.effects else model


def _later(model: Miniature, turns: int) -> Miniature:
    effects = tuple(
        effect._replace(until_turn=effect.until_turn + turns) if effect.until_turn else effect
        for effect in model.effects
    )
    return model if effects == model.effects else model._replace(effects=effects)


UNREAD_OF_ATTACKER = FOUGHT | HAMMERED | HAS_PARRIED | STOOD_UP
"""Flags that attacks never read from the attacker: that it fought before, lost attacks, parried and stood up."""
UNREAD_OF_TARGET = CRITICAL_USED | STOOD_UP
"""Flags that attacks never read from the target: that it made a critical hit and stood up."""


def _unread_of_target(group: Group) -> int:
    """The flags that attacks of this group do not read from the target. Only a bludgeoning critical hit reads whether
    it has fought. Rule: CRIT-BLUD-HAMMERED-01
    """
    if any(attack.weapon.chart == "bludgeoning" for attack in group.attacks):
        return UNREAD_OF_TARGET
    return UNREAD_OF_TARGET | FOUGHT


def usual_state(state: BattleState, group: Group) -> BattleState:
    """The state with everything that attacks never read set to a standard value.

    That is how many Wounds the attacker has left, whether a target at its last Wound has lost that one already, and
    some flags. Rules: INJ-WOUND-01, CC-ORDER-01, CRIT-CAP-01
    """
    usual = state.fork()
    for model_id, wounds, unread in (
        (group.who, 1, UNREAD_OF_ATTACKER),
        (group.whom, max(1, state.models[group.whom].wounds), _unread_of_target(group)),
    ):
        model = state.models.get(model_id)
        if model is not None and (model.wounds != wounds or model.flags & unread):
            usual.models[model_id] = model._replace(wounds=wounds, flags=model.flags & ~unread)
    return usual


def is_like(usual: BattleState, after: BattleState, model_id: str) -> bool:
    """Whether an outcome can be cached for other situations: not if it changes more than models and marks, or hurts the
    attacker.
    """
    if after.flow is not usual.flow or after.sides != usual.sides:
        return False
    return not model_id or after.models[model_id][3:5] == usual.models[model_id][3:5]


def moved_over(state: BattleState, usual: BattleState, after: BattleState) -> BattleState:
    """The current state with the changes that the attacks made to the standard state `usual`."""
    twin = state.fork()
    turns = state.turn_number - after.turn_number
    for model_id, model in after.models.items():
        was = usual.models[model_id]
        if model is was:
            continue
        now = state.models[model_id]
        if now is not was:
            wounds = now.wounds if model.wounds == was.wounds else model.wounds
            model = model._replace(wounds=wounds, flags=model.flags | (now.flags & ~was.flags))
        twin.models[model_id] = _later(model, turns) if turns and model.effects else model
    twin.marks = after.marks
    return twin


def _has_hit(group: Group) -> bool:
    for attack in group.attacks:  # noqa: SIM110 - half the time of a generator, and asked for every way
        if attack.hit and not attack.parried:
            return True
    return False


def state_key(state: BattleState, base: BattleState, indifferent: int = 0) -> Hashable:
    """The differences from the initial state. Records that are the same objects are not compared.

    `indifferent`: flags that are no longer read.
    """
    before = base.models
    read = ~indifferent
    changed = [
        (model_id, model[:FLAGS], model.flags & read, model[FLAGS + 1 :])
        for model_id, model in state.models.items()
        if model is not before.get(model_id)
    ]
    if (
        state.flow is base.flow and state.marks == base.marks and state.sides == base.sides
        and state.outcome is base.outcome and state.snapshot is base.snapshot
    ):  # fmt: skip
        return tuple(changed)
    return (
        tuple(changed),
        tuple((frame.kind, frame.stage, frame.owner, plain(frame.data)) for frame in state.flow),
        plain(state.marks), tuple(state.sides.items()), state.outcome, plain(state.snapshot),
    )  # fmt: skip


def plain(value: Any) -> Hashable:
    """Plain values as a key, without turn numbers."""
    if isinstance(value, dict):
        return tuple((name, plain(entry)) for name, entry in value.items() if name not in ("round", "number"))
    if isinstance(value, list | tuple):
        return tuple(plain(entry) for entry in value)
    found: Hashable = value
    return found
