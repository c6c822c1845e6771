"""What things cost, and what they bring."""

from __future__ import annotations

from dataclasses import dataclass

from catalogue.book import Book, WarriorType
from warbands.company import Company, KitLine, Member
from warbands.rules.reading import entry_of, tags_of


@dataclass(frozen=True, slots=True)
class Price:
    """What one piece costs: whole gold crowns, dice on top ("3D6"), the roll to find it, where the figure stands."""

    gc: int
    dice: str = ""
    rarity: int | None = None
    is_on_list: bool = False


def price_for(company: Company, member: Member | None, item: str, book: Book, material: str = "") -> Price | None:
    """What one piece costs this buyer (None buys for the stash); None when nobody sells it. Rule: RO-BUY-01"""
    thing = book.items[item]
    tags = tags_of(company, member, book) if member is not None else book.warband_tags(company.warband_type_code)
    line = book.entries_for(member.warrior_type_code).get(item) if member is not None else None
    if line is not None:
        price = Price(line.price_gc, line.price_dice, None if company.is_draft else book.rarity_for(item, tags), True)
    elif thing.price_gc is not None and thing.made_into is None:
        price = Price(thing.price_gc, thing.price_dice, book.rarity_for(item, tags))
    else:
        return None
    if material:
        metal = book.items[material]
        return Price(
            price.gc * (metal.price_multiplier or 1), price.dice, book.rarity_for(material, tags), price.is_on_list
        )
    return price


def sale_value_gc(company: Company, line: KitLine, count: int, headcount: int, book: Book) -> int:
    """What `count` of a line bring (for each model of a group). Rule: RO-SELL-01

    A draft gives back what was paid. Later it is half the printed price, dice left out; what was never paid for, like
    the free dagger, brings nothing.
    """
    if company.is_draft:
        return line.paid_gc * count // line.count
    if line.paid_gc == 0 and line.item_code == "dagger":
        return 0
    thing = book.items[line.item_code]
    base = thing.price_gc or 0
    if line.material_code:
        base *= book.items[line.material_code].price_multiplier or 1
    return base * count * headcount * book.tables.sell_fraction_percent // 100


def mutation_price_gc(member: Member, mutation: str, book: Book) -> int:
    """Double from the second on a model. Rule: RO-MUT-03"""
    times = book.tables.second_mutation_multiplier if member.mutations else 1
    return book.mutations[mutation].price_gc * times


def hire_price_gc(entry: WarriorType) -> int:
    """What one of an entry costs, without kit."""
    return entry.hire.hire_gc or 0 if entry.hire is not None else entry.price_gc


def veteran_price_gc(company: Company, group: Member, book: Book) -> tuple[int, int, int]:
    """(recruit, experience surcharge, kit) for one more in a group, in gold crowns. Rule: RO-VET-01"""
    entry = entry_of(group, book)
    gained = max(0, group.experience - entry.starting_experience)
    kit = 0
    for line in company.held_by(group.key):
        if line.paid_gc == 0:
            continue
        price = price_for(company, group, line.item_code, book, line.material_code)
        kit += line.count * (price.gc if price is not None else 0)
    return entry.price_gc, gained * book.tables.veteran_surcharge_gc, kit
