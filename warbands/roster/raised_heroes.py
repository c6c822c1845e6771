"""A dead enemy hero who is raised to serve the warband. Can safely run twice with the same `by.source_key`."""

from __future__ import annotations

from typing import Any

from battles.engine.profile import CHARACTERISTICS
from catalogue.packs.book import Book
from mordheim_site.public_ids import new_public_id
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, write
from warbands.core.state import GROUP, Member, WarbandState
from warbands.models import EntryKind
from warbands.rules.check import refuse_if_worse
from warbands.rules.member_facts import ABBREVIATIONS, characteristics_of


def raise_hero(
    *,
    warband_id: int,
    dead: Member,
    kit: list[tuple[str, str, int]],
    warrior_type: str,
    source: str,
    because: str,
    by: ActionContext,
) -> LedgerResult:
    """Add `dead` as a member of the warband: they keep their own profile and weapons (item, material, count), but no
    skills. `source` is the code of the spell, `because` its name. Raises AgainstRules if the warband is full. Rule:
    AF-RAISE-01"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        before = state.copy()
        entry = facts.warrior_types[warrior_type]
        risen = Member(
            key=new_public_id(),
            kind=GROUP,
            warrior_type_code=entry.code,
            name=dead.name,
            position=state.next_position(),
            experience=entry.starting_experience,
            experience_at_start=entry.starting_experience,
        )
        risen.injuries = [_mark(dead, risen, kit, source, because, facts)]
        state.members[risen.key] = risen
        for item, material, count in kit:
            state.add_kit(key=new_public_id(), holder=risen.key, item=item, material=material, count=count)
        refuse_if_worse(before, state, facts)
        words = {"name": risen.name, "entry": entry.name, "count": 1, "price": 0, "because": because}
        return EntryDetails(EntryKind.HIRED, risen.key, words, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)


def _mark(
    dead: Member, risen: Member, kit: list[tuple[str, str, int]], source: str, because: str, facts: Book
) -> dict[str, Any]:
    """The stored effect that gives a raised hero their own profile and weapons instead of those of the warrior type."""
    was, now = characteristics_of(dead, facts), characteristics_of(risen, facts)
    effects: list[dict[str, Any]] = []
    names = []
    for name in CHARACTERISTICS:
        more = int(getattr(was, name)) - int(getattr(now, name))
        if more:
            effects.append({"code": "characteristic_change", "params": {"characteristic": name, "amount": more}})
            names.append(f"{ABBREVIATIONS[name]} {getattr(was, name)}")
    if kit:
        effects.append({"code": "own_arms", "params": {"items": sorted({item for item, _material, _count in kit})}})
    return {"code": source, "detail": ", ".join([because, *names]), "effects": effects}
