"""Explanations of the terms on a roster: each item, skill, spell, mutation, lasting effect and rule once. Chips on the
roster open them by `RosterKit.term` and `Named.term`."""

from __future__ import annotations

from dataclasses import dataclass

from catalogue.custom_packs.codes import is_custom_code
from catalogue.packs.kinds import page_of
from warbands.shared.sheet import Roster, RosterKit, RosterWarrior


@dataclass(frozen=True, slots=True)
class Term:
    """One explanation: the id of its panel, the printed name, our text, and the address of the full fact."""

    id: str
    name: str
    meaning: str
    url: str


def terms_of(roster: Roster) -> list[Term]:
    """Explanations for the chips of a roster, in order of first use. No query."""
    found: dict[str, Term] = {}
    for line in roster.stash:
        _take_kit(found, line)
    for warrior in (*roster.warriors, *roster.gone):
        _take(found, warrior)
    return list(found.values())


def _take(found: dict[str, Term], warrior: RosterWarrior) -> None:
    for line in warrior.kit:
        _take_kit(found, line)
    for fact in (*warrior.skills, *warrior.spells, *warrior.mutations, *warrior.injuries, *warrior.rules):
        if fact.term not in found:
            found[fact.term] = Term(fact.term, fact.name, fact.summary, _url(fact.kind, fact.code))


def _take_kit(found: dict[str, Term], line: RosterKit) -> None:
    if line.term not in found:
        found[line.term] = Term(line.term, line.name, line.words, _url("items", line.item_code))


def _url(kind: str, code: str) -> str:
    return page_of(kind, code) if kind and not is_custom_code(code) else ""
