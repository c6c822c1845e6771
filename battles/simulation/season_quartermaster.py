"""Recruiting between two rounds of a season: fills empty slots and equips unarmed warriors in a simple way."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from catalogue.packs.book import Book, WarriorType
from catalogue.packs.installed import book
from mordheim_site.refusals import Refusal
from warbands.builder import founding, recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state import GROUP, WarbandState
from warbands.core.state_storage import load_state
from warbands.models import LedgerEntry, Warband
from warbands.rules.limits import why_not_hire
from warbands.rules.prices import veteran_price_gc

RESERVE_GC = 15
"""Gold reserved for upkeep and equipment."""
MOST_PURCHASES = 6


@transaction.atomic
def spend_gold(*, warband_id: int, key: str, now: datetime) -> int:
    """Recruit while gold and list allow, then equip. Returns the number of purchases; a second call makes none."""
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    if LedgerEntry.objects.filter(warband=warband, source_key__startswith=f"{key}:").exists():
        return 0
    facts, count = book(), 0
    for number in range(MOST_PURCHASES):
        by = ActionContext(actor_id=warband.owner_id, at=now, source_key=f"{key}:{number}")
        if not _buy_one(warband, load_state(warband), facts, by):
            break
        warband.refresh_from_db()
        count += 1
    try:
        founding.arm_all(
            warband_id=warband_id,
            by=ActionContext(actor_id=warband.owner_id, at=now, source_key=f"{key}:{MOST_PURCHASES}"),
        )
    except Refusal:
        return count
    return count + 1


def _buy_one(warband: Warband, state: WarbandState, facts: Book, by: ActionContext) -> bool:
    """Buy one thing: a hero if possible, otherwise one more model for a group, otherwise a new group. Returns whether
    it bought anything."""
    gold = state.treasury_gc - RESERVE_GC
    if _hire_of(warband, state, facts, facts.heroes_of(state.warband_type_code), by):
        return True
    for group in state.active(GROUP):
        price = sum(veteran_price_gc(state, group, facts))
        if group.headcount < facts.tables.group_size_max and price <= gold and _try_reinforce(warband, group.key, by):
            return True
    return _hire_of(warband, state, facts, facts.henchmen_of(state.warband_type_code), by)


def _hire_of(
    warband: Warband, state: WarbandState, facts: Book, entries: Sequence[WarriorType], by: ActionContext
) -> bool:
    gold = state.treasury_gc - RESERVE_GC
    return any(
        entry.price_gc <= gold and why_not_hire(state, entry, facts) is None and _try_hire(warband, entry.code, by)
        for entry in entries
    )


def _try_hire(warband: Warband, entry: str, by: ActionContext) -> bool:
    try:
        recruiting.hire(warband_id=warband.pk, warrior_type=entry, by=by)
    except Refusal:
        return False
    return True


def _try_reinforce(warband: Warband, group: str, by: ActionContext) -> bool:
    try:
        recruiting.reinforce(warband_id=warband.pk, warrior=group, by=by)
    except Refusal:
        return False
    return True
