"""The complete check of a roster."""

from __future__ import annotations

from collections.abc import Iterable

from catalogue.packs.book import Book
from warbands.core.state import WarbandState
from warbands.rules.development import development_violations
from warbands.rules.kit import kit_violations
from warbands.rules.limits import limit_violations
from warbands.rules.violations import AgainstRules, Violation


def check_roster(state: WarbandState, book: Book) -> list[Violation]:
    """Every violation on the roster, missing things first; empty for a legal roster."""
    found = limit_violations(state, book)
    by_holder: dict[str, list[Violation]] = {}
    for member in state.active():
        by_holder[member.key] = [
            *development_violations(state, member, book),
            *kit_violations(state, member, state.held_by(member.key), book),
        ]
    found += [violation for breaches in by_holder.values() for violation in breaches]
    return sorted(found, key=lambda violation: not violation.is_lack)


def refuse_new_violations(before: Iterable[Violation], after: Iterable[Violation]) -> None:
    """Raise AgainstRules for the first new violation, ignoring those where something is only missing."""
    known = {violation.identity for violation in before}
    for violation in after:
        if not violation.is_lack and violation.identity not in known:
            raise AgainstRules(violation)


def refuse_if_worse(before: WarbandState, after: WarbandState, book: Book) -> None:
    """Raise AgainstRules if a change breaks a rule that the roster obeyed before."""
    refuse_new_violations(check_roster(before, book), check_roster(after, book))
