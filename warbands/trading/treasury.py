"""Gold and shards gained or lost without trade. Every function can safely run twice with the same `by.source_key`."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book
from mordheim_site.refusals import Refusal
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, NotEnoughGold, NotEnoughShards, write
from warbands.core.state import WarbandState
from warbands.models import EntryKind
from warbands.rules.counts import sellers

ROBBED = "robbed"
"""Reason in the ledger for gold and shards that a hired sword stole."""


class NotAnAmount(Refusal):
    """Amounts must be whole numbers above 0."""

    code = "not_an_amount"
    message = _("Nothing was changed: the amount must be a whole number above 0.")


def gain(
    *, warband_id: int, gold_gc: int, by: ActionContext, because: str = "", is_reversible: bool = False
) -> LedgerResult:
    """Add gold to the treasury; `because` is a short reason for the ledger."""
    return _move(
        warband_id, by, gold_gc=gold_gc, kind=EntryKind.GAINED_GOLD, because=because, is_reversible=is_reversible
    )


def spend(
    *, warband_id: int, gold_gc: int, by: ActionContext, because: str = "", is_reversible: bool = False
) -> LedgerResult:
    """Take gold from the treasury. Raises NotEnoughGold."""
    return _move(
        warband_id, by, gold_gc=-gold_gc, kind=EntryKind.SPENT_GOLD, because=because, is_reversible=is_reversible
    )


def gain_shards(
    *, warband_id: int, shards: int, by: ActionContext, because: str = "", is_reversible: bool = False
) -> LedgerResult:
    """Add wyrdstone shards; a negative number removes them. Raises NotEnoughShards."""

    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        if shards == 0:
            raise NotAnAmount
        state.shards += shards
        return EntryDetails(EntryKind.GAINED_SHARDS, "", {"shards": shards, "because": because}, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def sell_shards(*, warband_id: int, shards: int, by: ActionContext, is_reversible: bool = False) -> LedgerResult:
    """Sell wyrdstone shards at the price of the table for the size of the warband (without hired members). Raises
    NotEnoughShards."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        if shards < 1:
            raise NotAnAmount
        if shards > state.shards:
            raise NotEnoughShards(asked=shards, held=state.shards)
        gold = facts.sale_price_gc(shards, sellers(state, facts))
        state.shards -= shards
        state.treasury_gc += gold
        return EntryDetails(EntryKind.SOLD_SHARDS, "", {"shards": shards, "price": gold}, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def _move(
    warband_id: int, by: ActionContext, *, gold_gc: int, kind: EntryKind, because: str, is_reversible: bool
) -> LedgerResult:
    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        if gold_gc == 0 or (gold_gc < 0) == (kind == EntryKind.GAINED_GOLD):
            raise NotAnAmount
        if state.treasury_gc + gold_gc < 0:
            raise NotEnoughGold(price_gc=-gold_gc, treasury_gc=state.treasury_gc)
        state.treasury_gc += gold_gc
        return EntryDetails(kind, "", {"price": abs(gold_gc), "because": because}, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)
