"""Items added to or removed from the stash without trade. Safe to repeat with the same `by.source_key`."""

from __future__ import annotations

from catalogue.packs.book import Book
from mordheim_site.public_ids import new_public_id
from warbands.builder.recruiting import member_of
from warbands.core.company import STASH, Company
from warbands.core.ledger import By, Note, Written, write
from warbands.models import EntryKind
from warbands.trading.services import NoSuchItem, line_of


def add(
    *,
    warband_id: int,
    item: str,
    by: By,
    count: int = 1,
    warrior: str = STASH,
    material: str = "",
    because: str = "",
    is_reversible: bool = False,
) -> Written:
    """Add a found item to the stash, or to a warrior. Raises NoSuchItem."""

    def change(company: Company, facts: Book) -> Note:
        if item not in facts.items or (material and material not in facts.items) or count < 1:
            raise NoSuchItem
        if warrior:
            member_of(company, warrior)
        company.add_kit(key=new_public_id(), holder=warrior, item=item, count=count, material=material)
        words = {"item": facts.items[item].name, "count": count, "because": because}
        return Note(EntryKind.FOUND_ITEM, warrior, words, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def lose(
    *, warband_id: int, kit: str, by: By, count: int = 1, because: str = "", is_reversible: bool = False
) -> Written:
    """Remove items without payment: used, broken, stolen. Raises NoSuchKit."""

    def change(company: Company, facts: Book) -> Note:
        line = line_of(company, kit, count)
        words = {"item": facts.items[line.item_code].name, "count": count, "because": because}
        holder = line.holder
        company.take_kit(kit, count)
        return Note(EntryKind.LOST_ITEM, holder, words, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)
