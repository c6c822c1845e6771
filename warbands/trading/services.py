"""Buying, selling and transferring equipment."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import FREE_ITEM, Book
from mordheim_site.refusals import Refusal, concerning
from warbands.builder.recruiting import member_of
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, NotEnoughGold, write
from warbands.core.state import STASH, KitLine, WarbandState
from warbands.models import EntryKind
from warbands.rules import roster_changes
from warbands.rules.kit import was_found, why_not_carry
from warbands.rules.prices import Price, price_for
from warbands.rules.violations import AgainstRules


class NotForSale(Refusal):
    """The item is not sold, or must be found first."""

    code = "not_for_sale"
    about = ("item",)
    rule_id = "RO-BUY-01"


class NoSuchItem(Refusal):
    """No pack has this item."""

    code = "no_such_item"
    about = ("item",)
    message = _("This item does not exist.")


class NoSuchKit(Refusal):
    """The holder does not have the item, or has fewer of it."""

    code = "no_such_kit"
    about = ("held",)
    message = _("This item is no longer there, or there are fewer of them now.")
    status = 409


class FreeDaggerStays(Refusal):
    """The free dagger cannot be sold or transferred."""

    code = "free_dagger_stays"
    about = ("held",)
    message = _("The free dagger cannot be sold or transferred.")
    rule_id = "RO-DAGGER-01"


def line_of(state: WarbandState, kit: str, count: int) -> KitLine:
    """The line with this key if it has at least `count` items. Raises NoSuchKit."""
    line = state.kit.get(kit)
    if line is None or count < 1 or line.count < count:
        raise NoSuchKit
    return line


def check_material(material: str, facts: Book) -> None:
    """Raise NoSuchItem for a material that no pack has. "" stands for the usual material."""
    if material and material not in facts.items:
        raise NoSuchItem(fields={"material": [NoSuchItem.message]})


def buy(
    *,
    warband_id: int,
    item: str,
    by: ActionContext,
    warrior: str = STASH,
    count: int = 1,
    material: str = "",
    price_gc: int | None = None,
    is_found: bool = False,
) -> LedgerResult:
    """Buy `count` of an item for each model of a warrior or group, or for the stash.

    A draft buys from the warrior's own list. Later, common items are bought freely; `is_found` means that a rarity roll
    found a rare one; `price_gc` is the price of one if dice decide it. Raises NoSuchItem, NotForSale, NotEnoughGold,
    AgainstRules. Rules: RO-BUY-01, RO-LIST-01
    """

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        if item not in facts.items or not 1 <= count <= 20:
            raise NoSuchItem
        check_material(material, facts)
        member = member_of(state, warrior) if warrior else None
        price = price_for(state, member, item, facts, material)
        if price is None:
            raise NotForSale(message=_("The %(item)s is not for sale.") % {"item": facts.items[item].name})
        if not (price.is_on_list or is_found) and not facts.deals_in(facts.items[item]):
            sentence = _("The %(item)s belongs to a pack that is not used here, so it is not for sale.")
            raise NotForSale(message=sentence % {"item": facts.items[item].name})
        _may_be_bought(
            state,
            price,
            facts.items[item].name,
            is_found=is_found,
            is_priced=price_gc is not None,
            is_for_stash=member is None,
        )
        if member is not None:
            violation = why_not_carry(state, member, item, facts, count=count, material=material)
            if violation is not None:
                raise AgainstRules(violation)
        each = price.gc if price_gc is None else price_gc
        whole = each * count * (member.headcount if member else 1)
        if whole > state.treasury_gc:
            raise NotEnoughGold(price_gc=whole, treasury_gc=state.treasury_gc)
        roster_changes.buy(state, facts, warrior, item, count=count, material=material, price_gc=each)
        return EntryDetails(
            EntryKind.BOUGHT,
            warrior,
            {
                "item": facts.items[item].name,
                "name": member.name if member else "",
                "count": count * (member.headcount if member else 1),
                "price": whole,
            },
        )

    return write(warband_id=warband_id, by=by, change=change)


def _may_be_bought(
    state: WarbandState, price: Price, name: str, *, is_found: bool, is_priced: bool, is_for_stash: bool
) -> None:
    if state.is_draft and is_for_stash:
        message = _(
            "A draft buys nothing for its stash. Name the warrior who gets the item, or found the warband first."
        )
        raise NotForSale(message=message, fields={"warrior": [message]})
    if state.is_draft and not price.is_on_list:
        raise NotForSale(
            message=_("The %(item)s is not on this warrior's list. You can buy it after the warband is founded.")
            % {"item": name}
        )
    if price.rarity is not None and not is_found:
        raise NotForSale(
            message=_("The %(item)s is rare (%(rarity)s): a hero must search for it after a battle.")
            % {"item": name, "rarity": price.rarity}
        )
    if price.dice and not is_priced and not state.is_draft:
        raise NotForSale(
            message=_("The price of the %(item)s needs a roll of %(dice)s first.") % {"item": name, "dice": price.dice}
        )


def sell(*, warband_id: int, kit: str, by: ActionContext, count: int = 1) -> LedgerResult:
    """Sell `count` of a line (for a group, `count` of each model) for half the price; a draft gets back what was paid.
    Raises NoSuchKit, FreeDaggerStays. Rule: RO-SELL-01"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        line = line_of(state, kit, count)
        if line.item_code == FREE_ITEM and line.holder and line.count == count and line.paid_gc == 0:
            raise FreeDaggerStays
        member = state.members.get(line.holder)
        words = {
            "item": facts.items[line.item_code].name,
            "name": member.name if member else "",
            "count": count * (member.headcount if member else 1),
        }
        holder = line.holder
        gold = roster_changes.sell(state, facts, kit, count)
        return EntryDetails(EntryKind.SOLD, holder, {**words, "price": gold})

    return write(warband_id=warband_id, by=by, change=change)


def hand_over(*, warband_id: int, kit: str, to: str, by: ActionContext, count: int = 1) -> LedgerResult:
    """Transfer items to a warrior or to the stash (STASH). A group gives or receives one for each of its models for
    every `count`. Raises NoSuchKit, FreeDaggerStays, AgainstRules."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        line = line_of(state, kit, 1)
        giver = state.members.get(line.holder)
        taker = member_of(state, to) if to else None
        if line.item_code == FREE_ITEM and line.paid_gc == 0 and line.count == 1 and giver is not None:
            raise FreeDaggerStays
        pieces = count * (taker.headcount if taker else 1)
        held = line.count * (giver.headcount if giver else 1)
        if giver is not None and giver.headcount > 1:
            pieces = giver.headcount * count
            if taker is not None and taker.headcount != giver.headcount:
                raise NoSuchKit(
                    message=_("A group can only transfer all items of a kind. Move them to the stash first.")
                )
        if count < 1 or pieces > held or to == line.holder:
            raise NoSuchKit
        if taker is not None:
            is_found = was_found(state, line)
            violation = why_not_carry(
                state, taker, line.item_code, facts, count=count, material=line.material_code, is_found=is_found
            )
            if violation is not None:
                raise AgainstRules(violation)
        item = facts.items[line.item_code].name
        roster_changes.hand_over(state, line, to, count if taker else pieces)
        words = {"item": item, "count": pieces, "from": giver.name if giver else "", "to": taker.name if taker else ""}
        return EntryDetails(EntryKind.GIVEN, to or (giver.key if giver else ""), words)

    return write(warband_id=warband_id, by=by, change=change)


def copy_kit(*, warband_id: int, source: str, warrior: str, by: ActionContext) -> LedgerResult:
    """Buy for one warrior the equipment that another has and they lack, as far as list, rules and gold allow. One
    ledger entry. Raises NothingCopied if nothing could be bought."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        with concerning("source"):
            pattern = member_of(state, source)
        member = member_of(state, warrior)
        before_gc, count = state.treasury_gc, 0
        for line in state.held_by(pattern.key):
            mine = state.line(member.key, line.item_code, line.material_code)
            wanted = line.count - (mine.count if mine else 0)
            price = price_for(state, member, line.item_code, facts, line.material_code)
            if wanted < 1 or price is None or price.dice or price.rarity is not None:
                continue
            if state.is_draft and not price.is_on_list:
                continue
            if price.gc * wanted * member.headcount > state.treasury_gc:
                continue
            if why_not_carry(state, member, line.item_code, facts, count=wanted, material=line.material_code):
                continue
            roster_changes.buy(state, facts, member.key, line.item_code, count=wanted, material=line.material_code)
            count += wanted
        if not count:
            raise NothingCopied(
                message=_("%(name)s cannot buy any of the equipment of %(source)s.")
                % {"name": member.name, "source": pattern.name}
            )
        words = {"name": member.name, "source": pattern.name, "price": before_gc - state.treasury_gc, "count": count}
        return EntryDetails(EntryKind.ARMED, warrior, words)

    return write(warband_id=warband_id, by=by, change=change)


class NothingCopied(Refusal):
    """None of the other warrior's equipment could be bought."""

    code = "nothing_copied"
    rule_id = "RO-LIST-01"
