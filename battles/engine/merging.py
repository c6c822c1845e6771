"""When two ways through the dice came to the same: keys of groups of attacks and of working states.

A key holds what later stages and the caller still read, and nothing else, so that outcomes with equal keys go on alike.
"""

from __future__ import annotations

from collections.abc import Hashable
from operator import attrgetter
from typing import Any

from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.attacks import Attack, Group

HITS, PARRIED, WOUNDS, CRITICALS, SAVES, INJURIES, END = range(7)
"""The stages of `pipeline.STAGES`; a key of a stage describes what stands after it."""

_MAKE = (
    "whom", "how", "strength", "save_strength", "part", "automatic", "may_be_critical", "flaming", "magical",
    "spell_damage", "poison", "killing_blow", "chained", "need_hit", "raw_need_hit", "damage", "critical_face",
    "chart_bonus", "wound_worst", "armour", "ward", "helmet", "injury_bonus",
)  # fmt: skip
_make = attrgetter(*_MAKE)
_to_wound = attrgetter("wound_face", "need_wound", "poison_critical")
_to_save = attrgetter(
    "critical", "wounds", "save_once", "armour", "ward", "helmet", "injury_bonus", "on_contact", "on_wound",
    "save_strength", "strength", "part", "how", "flaming", "magical", "spell_damage", "killing_blow", "chained",
)  # fmt: skip
_to_injury = attrgetter(
    "critical", "unsaved", "warded", "helmet", "injury_bonus", "on_contact", "on_wound", "how", "part", "strength",
    "save_strength", "flaming", "magical", "killing_blow",
)  # fmt: skip


def _of_attack(attack: Attack, stage: int) -> tuple[Any, ...] | None:
    """What is still read of one attack after a stage; None when nothing is."""
    if not attack.hit or attack.parried:
        return None
    if stage <= PARRIED:
        face = attack.face if stage == HITS else 0
        return (face, attack.face == 6 and attack.poison != "", id(attack.weapon), attack.hit_mods, *_make(attack))
    if not attack.wounded:
        return None
    if stage == WOUNDS:
        return (*_to_wound(attack), id(attack.weapon), attack.hit_mods, *_make(attack))
    if stage == CRITICALS:
        return (id(attack.weapon), *_to_save(attack))
    if not attack.unsaved and not attack.critical:
        return None
    return (id(attack.weapon), *_to_injury(attack))


def _hashable(key: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(tuple(entry) if isinstance(entry, list) else entry for entry in key)


def _after_a_shot(group: Group) -> tuple[Any, ...]:
    """What `firing.fire` reads once its shots are worked out: covers struck, ricochets."""
    return tuple(
        sorted(
            (not attack.hit and attack.face == attack.raw_need_hit - 1, attack.on_contact if attack.hit else "")
            for attack in group.attacks
        )
    )


def order_matters(game: Game, state: BattleState, whom: str) -> bool:
    """Does it matter which of several alike attacks did what? The first wounds of several need no injury roll."""
    return state.models[whom].wounds > 1 or game.rules.hr_cavalry_first_wound


def group_key(group: Group, stage: int, *, ordered: bool) -> Hashable:
    """What is read of a group after a stage. Alike attacks may change places unless `ordered`."""
    rows: list[tuple[Any, ...]] = []
    if stage != END:
        for attack in group.attacks:
            row = _of_attack(attack, stage)
            if row is not None:
                rows.append(_hashable(row))
        if not ordered and len(rows) > 1:
            rows.sort()
    shots = _after_a_shot(group) if group.how == "shot" else ()
    return (
        tuple(rows), shots, group.hits > 0, group.wounds_lost, group.injuries, group.felled, group.out, *group.facts
    )  # fmt: skip


def state_key(state: BattleState, base: BattleState) -> Hashable:
    """What differs from the state at the start. Records that are the same objects are not looked at."""
    before = base.models
    changed = tuple((who, model) for who, model in state.models.items() if model is not before.get(who))
    rest: Hashable = ()
    if (
        state.flow is not base.flow or state.marks != base.marks or state.sides != base.sides
        or state.outcome is not base.outcome or state.snapshot is not base.snapshot
    ):  # fmt: skip
        rest = (
            tuple((frame.kind, frame.stage, frame.owner, plain(frame.data)) for frame in state.flow),
            plain(state.marks), tuple(state.sides.items()), state.outcome, plain(state.snapshot),
        )  # fmt: skip
    return (changed, rest)


def plain(value: Any) -> Hashable:
    """Plain values as a key, without the numbers of turns."""
    if isinstance(value, dict):
        return tuple((name, plain(entry)) for name, entry in value.items() if name not in ("round", "number"))
    if isinstance(value, list | tuple):
        return tuple(plain(entry) for entry in value)
    found: Hashable = value
    return found
