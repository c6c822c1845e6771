"""Checks that replaying the whole ledger gives the current warband."""

from __future__ import annotations

import datetime

from warbands.core.state import WarbandState, apply, delta
from warbands.core.state_storage import empty_state, load_state
from warbands.models import LedgerEntry, Warband


def roster_on(warband: Warband, *, number: int | None = None, at: datetime.datetime | None = None) -> WarbandState:
    """The warband after ledger entry `number`, or at the time `at`; without either, after the whole ledger."""
    entries = LedgerEntry.objects.filter(warband=warband).order_by("number")
    if number is not None:
        entries = entries.filter(number__lte=number)
    if at is not None:
        entries = entries.filter(at__lte=at)
    state = empty_state(warband)
    for index, entry in enumerate(entries):
        if index == 0:
            _begin(state, entry)
        apply(state, entry.changes, gold_gc=entry.gold_delta_gc, shards=entry.shards_delta, checked=False)
    return state


def most_models(warband: Warband, *, since: datetime.datetime) -> int:
    """The largest number of models, including hired ones, that the warband has had since this time. One query."""
    state, largest = empty_state(warband), 0
    for index, entry in enumerate(LedgerEntry.objects.filter(warband=warband).order_by("number")):
        if index == 0:
            _begin(state, entry)
        apply(state, entry.changes, gold_gc=entry.gold_delta_gc, shards=entry.shards_delta, checked=False)
        models = sum(member.headcount for member in state.active())
        largest = max(largest, models) if entry.at >= since else models
    return largest


def _begin(state: WarbandState, entry: LedgerEntry) -> None:
    state.name = entry.arguments.get("name", state.name)
    state.status = "draft"
    state.warband_type_code = entry.arguments.get("type", state.warband_type_code)


def reconcile(warband: Warband) -> list[str]:
    """All differences between ledger and rows, as text for developers; empty when they agree. Rule: RO-LEDGER-01"""
    folded, stored = roster_on(warband), load_state(warband)
    gap = delta(folded, stored)
    wrong = [f"{name}: ledger {pair[0]!r}, rows {pair[1]!r}" for name, pair in gap.state.items()]
    wrong += [f"warrior {key}: ledger {pair[0]!r}, rows {pair[1]!r}" for key, pair in gap.members.items()]
    wrong += [f"kit {key}: ledger {pair[0]!r}, rows {pair[1]!r}" for key, pair in gap.kit.items()]
    if gap.gold_gc:
        wrong.append(f"treasury: ledger {folded.treasury_gc}, rows {stored.treasury_gc}")
    if gap.shards:
        wrong.append(f"shards: ledger {folded.shards}, rows {stored.shards}")
    return wrong
