"""Gold and shards gained or lost without trade. Each call is safe to repeat with the same `by.source_key`."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book
from mordheim_site.refusals import Refusal
from warbands.core.company import Company
from warbands.core.ledger import By, Note, NotEnoughGold, NotEnoughShards, Written, write
from warbands.models import EntryKind
from warbands.rules.counting import sellers


class NotAnAmount(Refusal):
    """Amounts are whole numbers above 0."""

    code = "not_an_amount"
    message = _("Nothing was changed: the amount must be a whole number above 0.")


def gain(*, warband_id: int, gold_gc: int, by: By, because: str = "", is_reversible: bool = False) -> Written:
    """Add gold to the treasury; `because` is a short reason for the ledger."""
    return _move(
        warband_id, by, gold_gc=gold_gc, kind=EntryKind.GAINED_GOLD, because=because, is_reversible=is_reversible
    )


def spend(*, warband_id: int, gold_gc: int, by: By, because: str = "", is_reversible: bool = False) -> Written:
    """Take gold from the treasury. Raises NotEnoughGold."""
    return _move(
        warband_id, by, gold_gc=-gold_gc, kind=EntryKind.SPENT_GOLD, because=because, is_reversible=is_reversible
    )


def gain_shards(*, warband_id: int, shards: int, by: By, because: str = "", is_reversible: bool = False) -> Written:
    """Add wyrdstone; negative for shards lost. Raises NotEnoughShards."""

    def change(company: Company, _facts: Book) -> Note:
        if shards == 0:
            raise NotAnAmount
        company.shards += shards
        return Note(EntryKind.GAINED_SHARDS, "", {"shards": shards, "because": because}, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def sell_shards(*, warband_id: int, shards: int, by: By, is_reversible: bool = False) -> Written:
    """Sell wyrdstone at the table's price for the size of the warband (without hired members). Raises
    NotEnoughShards."""

    def change(company: Company, facts: Book) -> Note:
        if shards < 1:
            raise NotAnAmount
        if shards > company.shards:
            raise NotEnoughShards(asked=shards, held=company.shards)
        gold = facts.sale_price_gc(shards, sellers(company, facts))
        company.shards -= shards
        company.treasury_gc += gold
        return Note(EntryKind.SOLD_SHARDS, "", {"shards": shards, "price": gold}, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def _move(warband_id: int, by: By, *, gold_gc: int, kind: EntryKind, because: str, is_reversible: bool) -> Written:
    def change(company: Company, _facts: Book) -> Note:
        if gold_gc == 0 or (gold_gc < 0) == (kind == EntryKind.GAINED_GOLD):
            raise NotAnAmount
        if company.treasury_gc + gold_gc < 0:
            raise NotEnoughGold(price_gc=-gold_gc, treasury_gc=company.treasury_gc)
        company.treasury_gc += gold_gc
        return Note(kind, "", {"price": abs(gold_gc), "because": because}, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)
