"""Pays hired swords after a battle, or lets them leave. Every function can safely run twice with the same
`by.source_key`."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book
from mordheim_site.refusals import Refusal
from warbands.builder.recruiting import member_of
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, NotEnoughGold, write
from warbands.core.state import HIRED, PERSONA, Member, WarbandState
from warbands.models import EntryKind
from warbands.rules import roster_changes
from warbands.rules.member_facts import effects_of, entry_of, owned_terms, rules_of_list, total


class NotPaid(Refusal):
    """Only hired members are paid."""

    code = "not_paid"
    message = _("Only hired swords and dramatis personae are paid after a battle.")
    rule_id = "RO-HIRE-03"


class NotEnoughShards(Refusal):
    """A hired sword must be paid in wyrdstone, and the warband does not have enough."""

    code = "not_enough_shards"
    message = _("The warband does not have enough wyrdstone.")
    rule_id = "RO-HIRE-06"
    status = 409


def upkeep_gc(state: WarbandState, member: Member, book: Book) -> int | None:
    """The upkeep of a hired member after a battle, in gold crowns; higher if the warband has members they dislike. None
    if they leave after one battle. Rules: RO-HIRE-03, RO-HIRE-05"""
    hire = book.warrior_types[member.warrior_type_code].hire
    if hire is None or hire.upkeep_gc is None:
        return None
    tags = set(book.warband_tags(state.warband_type_code)) | {
        tag
        for warrior in state.active()
        for tag in (warrior.warrior_type_code, book.warrior_types[warrior.warrior_type_code].race)
        if tag and warrior.key != member.key
    }
    price = hire.upkeep_gc * (2 if tags & set(hire.upkeep_doubled_with) else 1)
    for effect, _source in effects_of(member, book):
        if effect.code == "upkeep_change" and tags & set(map(str, effect.get("who"))):
            price = price * int(effect.get("percent", 100)) // 100 + int(effect.get("amount", 0))
    price += owned_terms(state, member, book, "upkeep")
    return max(0, price + _asked_together(state, member, book))


def _asked_together(state: WarbandState, member: Member, book: Book) -> int:
    """The surcharge for two members who dislike each other. It is paid once, together with the last of them. Rule:
    RO-HIRE-05"""
    more = 0
    for effect in rules_of_list(state, book):
        if effect.code == "upkeep_together":
            races = set(map(str, effect.get("races")))
            serving = [warrior for warrior in state.active(HIRED, PERSONA) if entry_of(warrior, book).race in races]
            if (
                serving
                and serving[-1].key == member.key
                and {entry_of(warrior, book).race for warrior in serving} == races
            ):
                more += int(effect.get("amount", 0))
    return more


def upkeep_shards(member: Member, book: Book) -> int:
    """Wyrdstone shards that a hired sword costs after a battle instead of gold. Rule: RO-HIRE-06"""
    return total(member, book, "paid_in_shards", "upkeep")


def pay(*, warband_id: int, warrior: str, by: ActionContext, is_reversible: bool = False) -> LedgerResult:
    """Pay one hired member's upkeep. Raises NotPaid, NotEnoughGold."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        price = upkeep_gc(state, member, facts) if member.kind in (HIRED, PERSONA) else None
        if price is None:
            raise NotPaid
        if price > state.treasury_gc:
            raise NotEnoughGold(price_gc=price, treasury_gc=state.treasury_gc)
        shards = upkeep_shards(member, facts)
        if shards > state.shards:
            raise NotEnoughShards(
                message=_("%(name)s is paid in wyrdstone, and the warband has none.") % {"name": member.name}
            )
        state.treasury_gc -= price
        state.shards -= shards
        return EntryDetails(EntryKind.UPKEEP, warrior, {"name": member.name, "price": price}, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def leave_unpaid(*, warband_id: int, warrior: str, by: ActionContext, is_reversible: bool = False) -> LedgerResult:
    """Remove a hired member who is not paid, with their equipment."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        if member.kind not in (HIRED, PERSONA):
            raise NotPaid
        roster_changes.dismiss(state, member)
        entry = facts.warrior_types[member.warrior_type_code].name
        return EntryDetails(
            EntryKind.DISMISSED, warrior, {"name": member.name, "entry": entry, "gold": 0}, is_reversible
        )

    return write(warband_id=warband_id, by=by, change=change)
