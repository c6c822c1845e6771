"""What can be bought for a warrior or the stash, including better materials, with prices or the reason why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from catalogue.packs.book import Book, Item
from catalogue.pages.gear_rules import gear_note
from mordheim_site.refusals import Sentence
from warbands.core.state import Member, WarbandState
from warbands.rules.kit import held_violations, why_not_carry
from warbands.rules.member_facts import open_beside_lists, own_lines, tags_of
from warbands.rules.prices import Price, price_for
from warbands.rules.violations import Violation

GROUPS: Final[tuple[tuple[str, str], ...]] = (
    ("close_combat", "sword"),
    ("missile", "bow"),
    ("black_powder", "flame"),
    ("armour", "shield"),
    ("misc", "chest"),
    ("animal", "boot"),
    ("artefact", "star"),
)


@dataclass(frozen=True, slots=True)
class KitOffer:
    """One item that can be bought. `price_gc` is for the whole line (a group pays for each model); `why_not` is the
    reason why it cannot be bought, or empty."""

    item_code: str
    name: str
    summary: str
    price_gc: int
    each_gc: int
    dice: str
    rarity: int | None
    held: int
    why_not: Sentence | None
    icon: str
    ruleset_note: str = ""
    """What the item does under the ruleset of the warband's league; empty outside leagues."""


@dataclass(frozen=True, slots=True)
class KitGroup:
    """Offers of one class of items."""

    label: str
    offers: tuple[KitOffer, ...]


@dataclass(frozen=True, slots=True)
class MetalGroup:
    """The weapons available in one better material; `why_not` is the reason why none can be bought now."""

    code: str
    name: str
    summary: str
    offers: tuple[KitOffer, ...]
    why_not: Sentence | None


def kit_offers(state: WarbandState, member: Member | None, book: Book, query: str) -> dict[str, list[KitOffer]]:
    """Class of items -> offers: from the warrior's own list and, once the warband is founded, from the common price
    chart. With a `query`, only items whose name contains every word of it. `member` None buys for the stash."""
    own = own_lines(member, book) if member is not None else {}
    codes = list(own)
    if member is not None:
        codes += [
            code
            for code, item in book.items.items()
            if code not in own and item.rarity is None and open_beside_lists(state, member, item, book)
        ]
    if not state.is_draft:
        codes += [
            code
            for code, item in book.items.items()
            if code not in codes and item.price_gc and item.artefact_roll is None
        ]
    wanted = query.casefold().split()
    before = held_violations(state, member, book) if member is not None else None
    found: dict[str, list[KitOffer]] = {}
    for code in codes:
        item = book.items[code]
        if wanted and not all(word in item.name.casefold() for word in wanted):
            continue
        price = price_for(state, member, code, book)
        if price is None:
            continue
        violation = why_not_carry(state, member, code, book, before=before) if member is not None else None
        if violation is not None and code not in own:
            continue
        found.setdefault(item.item_class, []).append(_offer(state, member, item, price, violation))
    return found


def metal_groups(state: WarbandState, member: Member, book: Book, query: str) -> tuple[MetalGroup, ...]:
    """Better metals and other materials for the weapons of the warrior's own list. Rules: RO-MATERIAL-01, RO-BUY-01

    A draft gets only what it may buy. Later, a material that must be found first is one line with the reason.
    """
    found = []
    wanted = query.casefold().split()
    tags = tags_of(state, member, book)
    for metal in book.items.values():
        if metal.made_into is None or not metal.who.allows(tags):
            continue
        priced = [
            (item, price)
            for item in _makeable(member, metal, book)
            if all(word in f"{item.name} {metal.name}".casefold() for word in wanted)
            and (price := price_for(state, member, item.code, book, metal.code)) is not None
        ]
        open_to = [(item, price) for item, price in priced if price.rarity is None]
        if open_to:
            offers = tuple(_made_of(state, member, item, metal, price, book) for item, price in open_to)
            found.append(MetalGroup(metal.code, metal.name, metal.summary, offers, None))
        elif priced and not state.is_draft:
            why_not = _why_not_buy(state, priced[0][1], member.headcount, None)
            found.append(MetalGroup(metal.code, metal.name, metal.summary, (), why_not))
    return tuple(found)


def _makeable(member: Member, metal: Item, book: Book) -> Iterator[Item]:
    for code in own_lines(member, book):
        item = book.items[code]
        if item.slot == metal.made_into and (not metal.made_from or code in metal.made_from):
            yield item


def _made_of(state: WarbandState, member: Member, item: Item, metal: Item, price: Price, book: Book) -> KitOffer:
    violation = why_not_carry(state, member, item.code, book, material=metal.code)
    return _offer(state, member, item, price, violation, metal.code)


def _offer(
    state: WarbandState, member: Member | None, item: Item, price: Price, violation: Violation | None, metal: str = ""
) -> KitOffer:
    headcount = member.headcount if member is not None else 1
    line = state.line(member.key if member is not None else "", item.code, metal)
    return KitOffer(
        item_code=item.code,
        name=item.name,
        summary=item.summary,
        price_gc=price.gc * headcount,
        each_gc=price.gc,
        dice=price.dice,
        rarity=price.rarity,
        held=line.count if line is not None else 0,
        why_not=_why_not_buy(state, price, headcount, violation),
        icon=dict(GROUPS)[item.item_class],
        ruleset_note=gear_note(item, state.ruleset),
    )


def _why_not_buy(state: WarbandState, price: Price, headcount: int, violation: Violation | None) -> Sentence | None:
    if violation is not None:
        return violation.sentence
    if price.rarity is not None:
        return _("Rare (%(roll)d): search for it after a battle") % {"roll": price.rarity}
    if price.dice and not state.is_draft:
        return _("Its price needs a roll of %(dice)s") % {"dice": price.dice}
    whole = price.gc * headcount
    if whole > state.treasury_gc:
        return _("Costs %(price)d gc; you have %(left)d gc") % {"price": whole, "left": state.treasury_gc}
    return None
