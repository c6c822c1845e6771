"""Updates a roster to another version of a custom pack: gives the same warband with the codes of that version, and the
differences. Facts that the other version does not contain stay: their codes name the old version, so they can still be
looked up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from battles.engine.profile import CHARACTERISTICS
from catalogue.packs.book import Book
from mordheim_site.refusals import Sentence
from warbands.core.state import WarbandState
from warbands.rules.check import check_roster
from warbands.rules.member_facts import ABBREVIATIONS, characteristics_of
from warbands.rules.rating import rating_of

LISTS: Final = {"skills": "skills", "skill_lists": "skill_lists", "spells": "spells", "mutations": "mutations"}
"""Field of a member -> kind of the codes in the field."""

Names = Mapping[str, Mapping[str, str]]
"""Type: kind -> code in the old version -> code in the new version."""


@dataclass(frozen=True, slots=True)
class CharacteristicChange:
    """Change of one characteristic of one warrior: the old and the new value."""

    name: str
    short: str
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class Difference:
    """What an update to another version would change on one roster. `kept` are the names of facts that stay from the
    old version."""

    rating_was: int
    rating_now: int
    moved: tuple[CharacteristicChange, ...]
    broken: tuple[Sentence, ...]
    kept: tuple[str, ...]
    is_touched: bool

    @property
    def is_empty(self) -> bool:
        """Whether there are no visible differences."""
        return not (self.moved or self.broken or self.kept) and self.rating_was == self.rating_now


def updated_roster(state: WarbandState, names: Names) -> WarbandState:
    """The warband with its codes replaced by those of the other version, where that version has them."""
    after = state.copy()
    after.warband_type_code = _current_code(after.warband_type_code, names, "warband_types")
    for member in after.members.values():
        member.warrior_type_code = _current_code(member.warrior_type_code, names, "warrior_types")
        for field, kind in LISTS.items():
            setattr(member, field, [_current_code(code, names, kind) for code in getattr(member, field)])
        member.injuries = _inside(member.injuries, _flat(names))
    for line in after.kit.values():
        line.item_code = _current_code(line.item_code, names, "items")
        line.material_code = _current_code(line.material_code, names, "items")
    return after


def _current_code(code: str, names: Names, kind: str) -> str:
    return names.get(kind, {}).get(code, code)


def _flat(names: Names) -> dict[str, str]:
    return {old: new for codes in names.values() for old, new in codes.items()}


def _inside(value: Any, codes: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return codes.get(value, value)
    if isinstance(value, list):
        return [_inside(inner, codes) for inner in value]
    if isinstance(value, dict):
        return {key: _inside(inner, codes) for key, inner in value.items()}
    return value


def difference(before: WarbandState, after: WarbandState, source: Book, target: Book, left: str) -> Difference:
    """The differences of a roster before and after the update; `left` is the old release."""
    known = {violation.identity for violation in check_roster(before, source)}
    moved = []
    for member in after.active():
        was = characteristics_of(before.members[member.key], source)
        now = characteristics_of(member, target)
        moved += [
            CharacteristicChange(member.name, ABBREVIATIONS[name], getattr(was, name), getattr(now, name))
            for name in CHARACTERISTICS
            if getattr(was, name) != getattr(now, name)
        ]
    broken = [
        violation.sentence for violation in check_roster(after, target) if _is_new(violation.identity, known, left)
    ]
    return Difference(
        rating_was=rating_of(before, source).total,
        rating_now=rating_of(after, target).total,
        moved=tuple(moved),
        broken=tuple(broken),
        kept=tuple(
            dict.fromkeys(
                target.facts_of(kind)[code].name
                for kind, code in (*codes_of(after), *_marks_of(after, target))
                if _is_of(code, left)
            )
        ),
        is_touched=any(_is_of(code, left) for _kind, code in (*codes_of(before), *_marks_of(before, source))),
    )


def _is_new(identity: tuple[str, str, str], known: set[tuple[str, str, str]], left: str) -> bool:
    """Whether a violation is new. One that differs only in the version of its item is not."""
    places = {(code, warrior) for code, warrior, item in known if item}
    return identity not in known and (not identity[2] or identity[:2] not in places)


def _marks_of(state: WarbandState, facts: Book) -> list[tuple[str, str]]:
    """(kind, code) of the injuries and locations that left an effect on a member."""
    codes = [str(mark["code"]) for member in state.members.values() for mark in member.injuries]
    return [(kind, code) for code in codes for kind in ("injuries", "exploration") if code in facts.facts_of(kind)]


def _is_of(code: str, release: str) -> bool:
    return code.startswith(f"{release}_")


def codes_of(state: WarbandState) -> list[tuple[str, str]]:
    """(kind, code) of every fact on a roster; some appear more than once."""
    found = [("warband_types", state.warband_type_code)]
    for member in state.members.values():
        found.append(("warrior_types", member.warrior_type_code))
        found += [(kind, code) for field, kind in LISTS.items() for code in getattr(member, field)]
    for line in state.kit.values():
        found += [("items", code) for code in (line.item_code, line.material_code) if code]
    return found
