"""Lasting effects other than injuries: a worn gem, a studied manual, a blessed weapon.

They are stored with the warrior's injuries, under the code of their location.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalogue.packs.book import Book, EffectData
from mordheim_site.public_ids import new_public_id
from warbands.builder.recruiting import member_of
from warbands.core.company import Company
from warbands.core.ledger import By, Note, Written, write
from warbands.models import EntryKind
from warbands.trading.services import NoSuchKit, line_of


def mark(*, warband_id: int, warrior: str, source: str, effects: Sequence[EffectData], detail: str, by: By) -> Written:
    """Give a warrior lasting effects. `source` is a code of the packs, `detail` describes the effect.

    Raises NoSuchWarrior. Safe to repeat with the same `by.source_key`.
    """

    def change(company: Company, _facts: Book) -> Note:
        member = member_of(company, warrior)
        lasting = [{"code": one.code, "params": dict(one.params)} for one in effects]
        member.injuries = [*member.injuries, {"code": source, "detail": detail, "effects": lasting}]
        words = {"name": member.name, "learned": detail, "because": source}
        return Note(EntryKind.LEARNED, warrior, words, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)


def remake(*, warband_id: int, kit: str, material: str, by: By, because: str = "") -> Written:
    """One weapon of a line becomes one of a material, with the same holder; its recorded cost stays.

    In a group's line all weapons change. Raises NoSuchKit.
    """

    def change(company: Company, facts: Book) -> Note:
        line = line_of(company, kit, 1)
        if line.material_code or material not in facts.items:
            raise NoSuchKit
        holder, item = line.holder, line.item_code
        paid = company.take_kit(kit, 1)
        company.add_kit(key=new_public_id(), holder=holder, item=item, material=material, paid_gc=paid)
        words = {"item": f"{facts.items[item].name} ({facts.items[material].name})", "count": 1, "because": because}
        return Note(EntryKind.FOUND_ITEM, holder, words, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)
