"""Lasting effects other than injuries: a worn gem, a studied manual, a blessed weapon. They are stored with the
warrior's injuries, under the code of the location where they were found."""

from __future__ import annotations

from collections.abc import Sequence

from catalogue.packs.book import Book, EffectData
from mordheim_site.public_ids import new_public_id
from warbands.builder.recruiting import member_of
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, write
from warbands.core.state import WarbandState
from warbands.models import EntryKind
from warbands.trading.services import NoSuchKit, line_of


def add_effects(
    *, warband_id: int, warrior: str, source: str, effects: Sequence[EffectData], detail: str, by: ActionContext
) -> LedgerResult:
    """Give a warrior lasting effects. `source` is a code of the packs, `detail` describes the effect. Raises
    NoSuchWarrior. Can safely run twice with the same `by.source_key`."""

    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        lasting = [{"code": effect.code, "params": dict(effect.params)} for effect in effects]
        member.injuries = [*member.injuries, {"code": source, "detail": detail, "effects": lasting}]
        words = {"name": member.name, "learned": detail, "because": source}
        return EntryDetails(EntryKind.LEARNED, warrior, words, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)


def change_material(*, warband_id: int, kit: str, material: str, by: ActionContext, because: str = "") -> LedgerResult:
    """Change one weapon of a line to a better material, with the same holder; the recorded price stays. In the line of
    a group, all weapons change. Raises NoSuchKit."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        line = line_of(state, kit, 1)
        if line.material_code or material not in facts.items:
            raise NoSuchKit
        holder, item = line.holder, line.item_code
        paid = state.take_kit(kit, 1)
        state.add_kit(key=new_public_id(), holder=holder, item=item, material=material, paid_gc=paid)
        words = {"item": f"{facts.items[item].name} ({facts.items[material].name})", "count": 1, "because": because}
        return EntryDetails(EntryKind.FOUND_ITEM, holder, words, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)
