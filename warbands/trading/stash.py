"""Items added to or removed from the stash without trade. Every function can safely run twice with the same
`by.source_key`."""

from __future__ import annotations

from catalogue.packs.book import Book
from mordheim_site.public_ids import new_public_id
from warbands.builder.recruiting import member_of
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, write
from warbands.core.state import STASH, WarbandState
from warbands.models import EntryKind
from warbands.trading.services import NoSuchItem, check_material, line_of


def add(
    *,
    warband_id: int,
    item: str,
    by: ActionContext,
    count: int = 1,
    warrior: str = STASH,
    material: str = "",
    because: str = "",
    is_reversible: bool = False,
) -> LedgerResult:
    """Add a found item to the stash, or to a warrior. Raises NoSuchItem."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        if item not in facts.items or count < 1:
            raise NoSuchItem
        check_material(material, facts)
        if warrior:
            member_of(state, warrior)
        state.add_kit(key=new_public_id(), holder=warrior, item=item, count=count, material=material)
        words = {"item": facts.items[item].name, "count": count, "because": because}
        return EntryDetails(EntryKind.FOUND_ITEM, warrior, words, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def lose(
    *, warband_id: int, kit: str, by: ActionContext, count: int = 1, because: str = "", is_reversible: bool = False
) -> LedgerResult:
    """Remove items without payment, because they were used, broken or stolen. Raises NoSuchKit."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        line = line_of(state, kit, count)
        words = {"item": facts.items[line.item_code].name, "count": count, "because": because}
        holder = line.holder
        state.take_kit(kit, count)
        return EntryDetails(EntryKind.LOST_ITEM, holder, words, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)
