"""The packs of a warband. Its campaign sets them, and an update to a newer version changes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction

from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.library import CHARTS, book_with, pins_of
from catalogue.packs.book import Book, Fact
from warbands.core.ledger import ActionContext, EntryDetails, record
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import EntryKind, Warband
from warbands.rules.pack_updates import Names, codes_of, updated_roster

FROM_OUTSIDE = ("items", "warrior_types")
"""Kinds of facts that a roster may have from an excluded pack, if its own list prints them."""


def store_campaign_packs(warband: Warband, pins: Mapping[str, Any]) -> None:
    """Store a campaign's choice of packs on a locked warband in place of the previous one. The pack of the warband's
    own list stays. The charts of custom packs apply only to warbands of the campaign. Rule: AF-CHART-01"""
    kept = {
        code: version for code, version in warband.pack_pins.items() if version is not None and not is_custom_code(code)
    }
    kept.pop(CHARTS, None)
    charts = {CHARTS: True} if any(map(is_custom_code, pins)) else {}
    noted = {**kept, **pins_of(warband.warband_type_code), **pins, **charts}
    if noted != warband.pack_pins:
        warband.pack_pins = noted
        warband.save(update_fields=["pack_pins"])


def codes_outside(warband: Warband, pins: Mapping[str, Any]) -> list[Fact]:
    """Facts on a roster that are not in these packs: its list, warriors, items, skills. Items on a warrior's own
    equipment list count as part of the list. Raises KeyError for a missing version."""
    state, facts = load_state(warband), book_with(pins)
    return list({fact.code: fact for fact in _foreign(state, facts)}.values())


def _foreign(state: WarbandState, facts: Book) -> Iterator[Fact]:
    listed = {
        line.item_code
        for line in state.kit.values()
        if line.holder and line.item_code in _printed(state.members[line.holder].warrior_type_code, facts)
    }
    for kind, code in codes_of(state):
        fact = facts.facts_of(kind)[code]
        if facts.deals_in(fact) or code in listed:
            continue
        is_entry = kind == "warrior_types" and facts.warrior_types[code].warband_type == state.warband_type_code
        if is_custom_code(code) or kind == "warband_types" or (kind in FROM_OUTSIDE and not is_entry):
            yield fact


def _printed(warrior_type: str, facts: Book) -> set[str]:
    entry = facts.warrior_types[warrior_type]
    brought = {*entry.kit, *entry.innate, *(code for choice in entry.choices for code in choice)}
    metals = {piece.material for piece in entry.kit_materials}
    return {*facts.entries_for(warrior_type), *facts.materials_for(warrior_type), *brought, *metals}


@transaction.atomic
def update_to_version(
    *, warband_id: int, names: Names, pins: Mapping[str, Any], words: Mapping[str, Any], by: ActionContext
) -> bool:
    """Update a roster to another version of a pack: all codes change to that version in one ledger entry, which cannot
    be undone. `words` are the pack's `name` and version `number`. False if the roster has nothing from the pack."""
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    before = load_state(warband)
    after = updated_roster(before, names)
    is_touched = after != before
    if is_touched:
        note = EntryDetails(EntryKind.REPACKED, "", dict(words), is_reversible=False)
        record(warband=warband, before=before, after=after, note=note, by=by)
    store_campaign_packs(warband, pins)
    return is_touched
