"""A warband as plain values: read by the roster rules and changed by the services.

`WarbandState` mirrors the rows (same field names) and uses neither the database nor the catalogue. Keys are public ids.
The ledger replays documents (`as_doc`, `state_from_doc`). Gold is in whole gold crowns.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final

from warbands.core.house_rules import RosterHouse

STASH: Final = ""
"""The holder of items that no warrior carries."""

HERO: Final = "hero"
GROUP: Final = "henchman_group"
HIRED: Final = "hired_sword"
PERSONA: Final = "dramatis_persona"
ANIMAL: Final = "animal"
OF_THE_BAND: Final = (HERO, GROUP, ANIMAL)
"""Kinds of members that count as warriors of the warband. Hired swords and dramatis personae do not."""

SECTIONS: Final = ((HERO,), (GROUP, ANIMAL), (HIRED, PERSONA))
"""Groups of kinds in the order of pages and sheets: heroes, henchmen, hired members."""

ACTIVE: Final = "active"
CAPTURED: Final = "captured"
DEAD: Final = "dead"
RETIRED: Final = "retired"


@dataclass(slots=True)
class KitLine:
    """A line of equipment: each model of the holder has `count` of the item; `paid_gc` is the total that was paid. A
    group has one line per item, because all its models carry the same. Rule: RO-GROUP-KIT-01"""

    key: str
    holder: str
    item_code: str
    material_code: str = ""
    count: int = 1
    paid_gc: int = 0


@dataclass(slots=True)
class Member:
    """One line of the roster: a warrior or a henchman group. See warbands.models.Warrior for the fields."""

    key: str
    kind: str
    warrior_type_code: str
    name: str
    position: int = 0
    headcount: int = 1
    paid_gc: int = 0
    experience: int = 0
    experience_at_start: int = 0
    advances_taken: int = 0
    increases: dict[str, int] = field(default_factory=dict)
    skills: list[str] = field(default_factory=list)
    skill_lists: list[str] = field(default_factory=list)
    spells: list[str] = field(default_factory=list)
    mutations: list[str] = field(default_factory=list)
    injuries: list[dict[str, Any]] = field(default_factory=list)
    status: str = ACTIVE
    misses_battles: int = 0
    is_leader: bool = False
    kills: int = 0
    battles_fought: int = 0
    notes: str = ""
    crest: str = ""

    def copy(self) -> Member:
        """An independent copy."""
        return replace(
            self,
            increases=dict(self.increases),
            skills=list(self.skills),
            skill_lists=list(self.skill_lists),
            spells=list(self.spells),
            mutations=list(self.mutations),
            injuries=copy.deepcopy(self.injuries),
        )

    @property
    def is_active(self) -> bool:
        """Whether the member is on the roster and not captured, dead or gone."""
        return self.status == ACTIVE

    @property
    def is_hireling(self) -> bool:
        """Whether this is a hired sword or dramatis persona."""
        return self.kind in (HIRED, PERSONA)


def section_number(member: Member) -> int:
    """The index in SECTIONS of the member's section."""
    return next(place for place, kinds in enumerate(SECTIONS) if member.kind in kinds)


@dataclass(slots=True)
class WarbandState:
    """A warband at one moment. Members and equipment are keyed by public id, in roster order."""

    key: str
    name: str
    warband_type_code: str
    founding_gold_gc: int
    treasury_gc: int = 0
    shards: int = 0
    status: str = "draft"
    seed: str = ""
    house: RosterHouse = field(default_factory=RosterHouse)
    """The campaign's house rules for rosters. Rule: RO-HOUSE-01"""
    ruleset: str = ""
    """The ruleset of the league it plays in; empty outside leagues."""
    members: dict[str, Member] = field(default_factory=dict)
    kit: dict[str, KitLine] = field(default_factory=dict)

    @property
    def is_draft(self) -> bool:
        """Whether the warband is not founded yet."""
        return self.status == "draft"

    def active(self, *kinds: str) -> list[Member]:
        """Members who are on the roster now, in roster order; only members of these kinds if any are given."""
        found = [member for member in self.members.values() if member.is_active and (not kinds or member.kind in kinds)]
        return sorted(found, key=lambda member: (member.position, member.key))

    def of_type(self, warrior_type: str) -> list[Member]:
        """Active members of one warrior type."""
        return [member for member in self.active() if member.warrior_type_code == warrior_type]

    def held_by(self, holder: str) -> list[KitLine]:
        """Lines of equipment of one member, or of the stash (STASH)."""
        return [line for line in self.kit.values() if line.holder == holder]

    def ordered_kit(self) -> list[KitLine]:
        """All lines of equipment by holder in roster order, then by item. Ids and the order of rows do not affect
        it."""
        places = {member.key: member.position for member in self.members.values()}
        return sorted(
            self.kit.values(),
            key=lambda line: (places.get(line.holder, 0), line.item_code, line.material_code, line.count, line.paid_gc),
        )

    def line(self, holder: str, item: str, material: str = "") -> KitLine | None:
        """The line of this item of this holder, or None."""
        for line in self.kit.values():
            if line.holder == holder and line.item_code == item and line.material_code == material:
                return line
        return None

    def models_count(self) -> int:
        """Number of models of the warband itself; hired members are not counted. Rule: RO-SIZE-MAX-01"""
        return sum(member.headcount for member in self.active(*OF_THE_BAND))

    def leader(self) -> Member | None:
        """The leader, or None."""
        return next((member for member in self.active() if member.is_leader), None)

    def next_position(self) -> int:
        """The next free position, after all members."""
        return max((member.position for member in self.members.values()), default=0) + 1

    def add_kit(
        self, *, key: str, holder: str, item: str, count: int = 1, paid_gc: int = 0, material: str = ""
    ) -> KitLine:
        """Add items to a holder: to an existing line, or as a new line with the key `key`."""
        line = self.line(holder, item, material)
        if line is None:
            line = self.kit[key] = KitLine(key=key, holder=holder, item_code=item, material_code=material, count=0)
        line.count += count
        line.paid_gc += paid_gc
        return line

    def take_kit(self, key: str, count: int) -> int:
        """Remove `count` from a line, and the line if nothing is left. Returns what was paid for the removed part."""
        line = self.kit[key]
        share = line.paid_gc * count // line.count
        line.count -= count
        line.paid_gc -= share
        if line.count <= 0:
            del self.kit[key]
        return share

    def copy(self) -> WarbandState:
        """An independent copy."""
        return replace(
            self,
            members={key: member.copy() for key, member in self.members.items()},
            kit={key: replace(line) for key, line in self.kit.items()},
        )


Doc = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Delta:
    """The difference between two states: changed rows (`None` if a row does not exist) and changed totals."""

    state: dict[str, list[Any]]
    members: dict[str, list[Doc | None]]
    kit: dict[str, list[Doc | None]]
    gold_gc: int
    shards: int
    experience: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed."""
        return not (self.state or self.members or self.kit or self.gold_gc or self.shards)

    def as_json(self) -> Doc:
        """The difference as the ledger stores it, without the totals, which have their own columns."""
        return {"company": self.state, "members": self.members, "kit": self.kit}


_PLAIN: Final = ("name", "founding_gold_gc", "status", "warband_type_code")


def delta(before: WarbandState, after: WarbandState) -> Delta:
    """All differences between two states, field by field."""
    return Delta(
        state={
            name: [getattr(before, name), getattr(after, name)]
            for name in _PLAIN
            if getattr(before, name) != getattr(after, name)
        },
        members=_rows(before.members, after.members),
        kit=_rows(before.kit, after.kit),
        gold_gc=after.treasury_gc - before.treasury_gc,
        shards=after.shards - before.shards,
        experience=_experience(after.members.values()) - _experience(before.members.values()),
    )


def _experience(members: Iterable[Member]) -> int:
    return sum(member.experience * member.headcount for member in members)


def _rows(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[Doc | None]]:
    found: dict[str, list[Doc | None]] = {}
    for key in [*before, *(key for key in after if key not in before)]:
        was, now = before.get(key), after.get(key)
        if was is None or now is None:
            found[key] = [None if was is None else asdict(was), None if now is None else asdict(now)]
            continue
        names = [field.name for field in fields(was) if getattr(was, field.name) != getattr(now, field.name)]
        if names:
            found[key] = [
                {name: copy.deepcopy(getattr(was, name)) for name in names},
                {name: copy.deepcopy(getattr(now, name)) for name in names},
            ]
    return found


class ConflictingChange(Exception):
    """A change cannot be applied or undone because its fields have changed since."""


def apply(
    state: WarbandState, changes: Doc, *, gold_gc: int, shards: int, backwards: bool = False, checked: bool = True
) -> None:
    """Apply one ledger entry to `state`, or undo it (`backwards`). If `checked`, raises ConflictingChange when the
    fields do not have the expected values."""
    old, new = (1, 0) if backwards else (0, 1)
    for name, pair in changes.get("company", {}).items():
        if checked and getattr(state, name) != pair[old]:
            raise ConflictingChange(name)
        setattr(state, name, pair[new])
    _apply_rows(state.members, changes.get("members", {}), old, new, Member, checked)
    _apply_rows(state.kit, changes.get("kit", {}), old, new, KitLine, checked)
    if checked and any(line.holder and line.holder not in state.members for line in state.kit.values()):
        raise ConflictingChange("kit")
    sign = -1 if backwards else 1
    state.treasury_gc += sign * gold_gc
    state.shards += sign * shards
    if checked and (state.treasury_gc < 0 or state.shards < 0):
        raise ConflictingChange("treasury")


def _apply_rows(rows: dict[str, Any], changes: Doc, old: int, new: int, shape: type[Any], checked: bool) -> None:
    for key, pair in changes.items():
        was, now = pair[old], pair[new]
        row = rows.get(key)
        if checked and (was is None) != (row is None):
            raise ConflictingChange(key)
        if checked and row is not None and any(getattr(row, name) != value for name, value in was.items()):
            raise ConflictingChange(key)
        if now is None:
            rows.pop(key, None)
        elif was is None or row is None:
            rows[key] = shape(**copy.deepcopy(now))
        else:
            for name, value in now.items():
                setattr(row, name, copy.deepcopy(value))
