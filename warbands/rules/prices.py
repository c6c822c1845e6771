"""Prices and sale values."""

from __future__ import annotations

from dataclasses import dataclass, replace

from catalogue.facts import effects_with
from catalogue.packs.book import Book, Item, WarriorType, Who
from warbands.core.state import HIRED, PERSONA, KitLine, Member, WarbandState
from warbands.rules.member_facts import (
    effects_of,
    entry_of,
    open_beside_lists,
    own_lines,
    own_metals,
    rules_of_entry,
    rules_of_list,
    tags_of,
)
from warbands.rules.seeds import seeded_dice


@dataclass(frozen=True, slots=True)
class Price:
    """The price of one item: whole gold crowns, dice to add ("3D6"), the roll to find it, and where the price comes
    from."""

    gc: int
    dice: str = ""
    rarity: int | None = None
    is_on_list: bool = False


def price_for(state: WarbandState, member: Member | None, item: str, book: Book, material: str = "") -> Price | None:
    """The price of one item for this buyer (None buys for the stash); None if it is not for sale. Rule: RO-BUY-01"""
    fact = book.items[item]
    tags = tags_of(state, member, book) if member is not None else book.warband_tags(state.warband_type_code)
    line = own_lines(member, book).get(item) if member is not None else None
    if fact.made_into is not None:
        return None
    if line is not None:
        price = Price(line.price_gc, line.price_dice, None if state.is_draft else book.rarity_for(item, tags), True)
    elif fact.price_gc is not None:
        is_open = member is not None and open_beside_lists(state, member, fact, book)
        rarity = book.rarity_for(item, tags)
        price = Price(fact.price_gc, fact.price_dice, rarity, is_on_list=is_open and rarity is None)
    else:
        return None
    if material:
        price = _in_metal(price, book.items[material], member, state, book, book.rarity_for(material, tags))
    percent = heirloom_percent(state, member, item, book) if member is not None else None
    return price if percent is None else replace(price, gc=price.gc * percent // 100)


def _in_metal(
    price: Price, metal: Item, member: Member | None, state: WarbandState, book: Book, rarity: int | None
) -> Price:
    """The price of a weapon made of a better material: a multiple of the weapon's price, or a surcharge. Rule:
    RO-BUY-01 A list that contains the material has its own multiple, which applies at the founding."""
    line = own_metals(member, book).get(metal.code) if member is not None else None
    if line is not None and state.is_draft:
        if line.price_multiplier is not None:
            return replace(price, gc=price.gc * line.price_multiplier, rarity=None)
        return replace(price, gc=price.gc + line.price_gc, rarity=None)
    if metal.price_multiplier is not None:
        return replace(price, gc=price.gc * metal.price_multiplier, rarity=rarity)
    return replace(price, gc=price.gc + (metal.price_gc or 0), rarity=rarity)


def heirloom_percent(state: WarbandState, member: Member, item: str, book: Book) -> int | None:
    """The percentage of the price to pay for the first item bought for a member at the founding; None without such a
    rule. Rule: RO-BUY-02"""
    if not state.is_draft:
        return None
    for effect in effects_with(rules_of_entry(entry_of(member, book), book), "heirloom"):
        allowed = effect.get("items")
        bought = any(
            line.paid_gc and (allowed is None or line.item_code in allowed) for line in state.held_by(member.key)
        )
        if not bought and (allowed is None or item in allowed):
            return int(effect.get("percent"))
    return None


def sale_value_gc(state: WarbandState, line: KitLine, count: int, headcount: int, book: Book) -> int:
    """The sale value of `count` of a line (for each model of a group). Rules: RO-SELL-01, RO-HOUSE-01

    A draft gets back what was paid. Later it is half the printed price without dice. Items that were not paid for, such
    as the free dagger, give nothing.
    """
    if state.is_draft:
        return line.paid_gc * count // line.count
    if line.paid_gc == 0 and line.item_code == "dagger":
        return 0
    fact = book.items[line.item_code]
    base = fact.price_gc or 0
    if line.material_code:
        metal = book.items[line.material_code]
        base = base * metal.price_multiplier if metal.price_multiplier is not None else base + (metal.price_gc or 0)
    part = book.tables.sell_fraction_percent if state.house.sell_percent < 0 else state.house.sell_percent
    pieces = count * headcount
    full, half = base * pieces, base * pieces * part // 100
    return half + _haggled_up(state, line, fact, pieces, full - half, book) if full else 0


def _haggled_up(state: WarbandState, line: KitLine, item: Item, pieces: int, most: int, book: Book) -> int:
    """The bonus from members who know the market: dice for each item, up to the full price, and half of the dice in its
    price. The dice depend on the seed of the warband, what is sold and the battles fought so far, never on ids. So the
    value is the same when looked at twice, and when the same battle is played again. Rule: RO-SELL-01"""
    battles = max((member.battles_fought for member in state.members.values()), default=0)
    seed = f"{state.seed}:sale:{battles}:{line.item_code}:{line.material_code}"
    hired = [effect for member in state.active(HIRED, PERSONA) for effect, _source in effects_of(member, book)]
    effects = (*rules_of_list(state, book), *hired)
    better = (str(effect.get("dice")) for effect in effects_with(effects, "sells_dearer"))
    more = sum(min(most, sum(seeded_dice(dice, f"{seed}:{n}") for n in range(pieces))) for dice in better)
    for _effect in effects_with(effects, "sells_with_dice") if item.price_dice else ():
        faces = sum(seeded_dice(item.price_dice, f"{seed}:price:{n}") for n in range(pieces))
        more += faces * book.tables.sell_fraction_percent // 100
    return more


def mutation_price_gc(member: Member, mutation: str, book: Book) -> int:
    """The price of a mutation: double from the second mutation of a model on. Rule: RO-MUT-03"""
    times = book.tables.second_mutation_multiplier if member.mutations else 1
    return book.mutations[mutation].price_gc * times


def hire_price_gc(entry: WarriorType, state: WarbandState, book: Book) -> int:
    """The price of one model of a warrior type for this warband, without equipment; some types cost more for certain
    warbands. Rule: RO-HIRE-05"""
    if entry.hire is None:
        return entry.price_gc
    price = entry.hire.hire_gc or 0
    tags = book.warband_tags(state.warband_type_code)
    for effect in effects_with(rules_of_entry(entry, book), "hire_change"):
        if Who(only=tuple(map(str, effect.get("who")))).allows(tags):
            price += int(effect.get("amount", 0))
    return max(0, price)


def hire_shards(entry: WarriorType, book: Book) -> int:
    """Wyrdstone shards that a hired sword costs to join. Rule: RO-HIRE-06"""
    return sum(int(effect.get("hire", 0)) for effect in effects_with(rules_of_entry(entry, book), "paid_in_shards"))


def veteran_price_gc(state: WarbandState, group: Member, book: Book) -> tuple[int, int, int]:
    """(recruit, experience surcharge, equipment) for one more model in a group, in gold crowns. Rule: RO-VET-01"""
    entry = entry_of(group, book)
    gained = max(0, group.experience - entry.starting_experience)
    kit = 0
    for line in state.held_by(group.key):
        if line.paid_gc == 0:
            continue
        price = price_for(state, group, line.item_code, book, line.material_code)
        kit += line.count * (price.gc if price is not None else 0)
    return entry.price_gc, gained * book.tables.veteran_surcharge_gc, kit
