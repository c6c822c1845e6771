"""Counts and maximums of a roster: size, warrior types, groups, heroes, including limits that depend on other
warriors."""

from __future__ import annotations

from collections.abc import Iterator

from catalogue.packs.book import Book, EffectData, WarriorType
from warbands.core.state import GROUP, HERO, HIRED, OF_THE_BAND, Member, WarbandState
from warbands.rules.member_facts import effects_of, has_effect, total


def rules_of(entry: WarriorType, book: Book, code: str) -> Iterator[EffectData]:
    """The effects with this code among the special rules of a warrior type."""
    return (effect for rule in entry.rules for effect in book.rules[rule].effects if effect.code == code)


def size_max(state: WarbandState, book: Book) -> int:
    """The maximum number of models, including what raises it: cooks, and one copy of each cookbook. Rules:
    RO-SIZE-MAX-01, RO-HOUSE-01"""
    most = book.warband_types[state.warband_type_code].size_max + state.house.extra_models
    for member in state.active():
        for effect, _source in effects_of(member, book):
            if effect.code == "warband_size_bonus":
                most += int(effect.get("amount", 0))
    holders = {member.key for member in state.active()}
    held = {line.item_code for line in state.kit.values() if line.holder in holders}
    return most + sum(
        int(effect.get("amount", 0))
        for code in held
        for effect in book.items[code].effects
        if effect.code == "warband_size_bonus"
    )


def counted(member: Member, book: Book) -> int:
    """The number of models that a member counts as for the size of the warband: a giant counts as two, a mob or a
    captive as fewer than its models. Rule: RO-SIZE-MAX-02"""
    for effect in rules_of(book.warrior_types[member.warrior_type_code], book, "counts_as"):
        return int(effect.get("models", 1)) * (1 if effect.get("per_group") else member.headcount)
    return member.headcount


def models_of(state: WarbandState, book: Book) -> int:
    """Models that count towards the size: warriors and the animals that fight as warriors.

    Hired members and their animals do not count. Rule: RO-SIZE-MAX-01
    """
    active = {member.key: member for member in state.active(*OF_THE_BAND)}
    companions = 0
    for line in state.kit.values():
        owner = active.get(line.holder)
        if owner is None or not any(effect.code == "fights_as" for effect in book.items[line.item_code].effects):
            continue
        spared = total(owner, book, "wardogs_uncounted") if line.item_code == "wardog" else 0
        companions += max(0, line.count * owner.headcount - spared)
    return sum(counted(member, book) for member in state.active(*OF_THE_BAND)) + companions


def heroes_max(state: WarbandState, book: Book) -> int:
    """The maximum number of heroes; some hired members use a hero slot. Rules: RO-HEROES-01, RO-HOUSE-01"""
    taken = sum(1 for member in state.active(HIRED) if has_effect(member, book, "takes_hero_place"))
    return book.warband_types[state.warband_type_code].heroes_max + state.house.extra_heroes - taken


def group_max(entry: WarriorType, book: Book) -> int:
    """The maximum number of models in one group of a warrior type. Rule: RO-GROUP-SIZE-01"""
    sizes = [int(effect.get("amount", 0)) for effect in rules_of(entry, book, "group_size")]
    return max((book.tables.group_size_max, *sizes))


def headcount_of(state: WarbandState, warrior_type: str, book: Book) -> int:
    """Number of models of one warrior type on the roster, without those promoted to hero."""
    is_henchman = book.warrior_types[warrior_type].kind == "henchman"
    return sum(member.headcount for member in state.of_type(warrior_type) if not (is_henchman and member.kind == HERO))


def headcount_together(state: WarbandState, codes: object) -> int:
    """Number of models of several warrior types, including promoted ones."""
    assert isinstance(codes, list)
    return sum(member.headcount for code in codes for member in state.of_type(str(code)))


def entry_max(state: WarbandState, entry: WarriorType, book: Book) -> int | None:
    """The current maximum of a warrior type; None if it has none. Effects of other types may reduce it: `limit_per`
    allows a number for each warrior of other types, `limit_together` sets a maximum for several types together, and
    `takes_place_of` subtracts one for each hired member that uses a slot. Rules: RO-ENTRY-MAX-01, RO-ENTRY-MAX-02"""
    most = entry.maximum
    if most is not None:
        most = max(0, most - _places_taken(state, entry, book))
    for effect in rules_of(entry, book, "limit_per"):
        bound = headcount_together(state, effect.get("warrior_types")) * int(effect.get("amount", 1))
        most = bound if most is None else min(most, bound)
    for effect in rules_of(entry, book, "limit_together"):
        others = [code for code in effect.get("warrior_types") if code != entry.code]
        bound = max(0, int(effect.get("amount", 0)) - headcount_together(state, others))
        most = bound if most is None else min(most, bound)
    return most


def _places_taken(state: WarbandState, entry: WarriorType, book: Book) -> int:
    """Number of slots of a warrior type that hired members use. Rule: RO-ENTRY-MAX-02"""
    return sum(
        1
        for member in state.active(HIRED)
        for effect, _source in effects_of(member, book)
        if effect.code == "takes_place_of" and entry.code in effect.get("warrior_types")
    )


def places_left(state: WarbandState, entry: WarriorType, book: Book) -> int | None:
    """How many more models of a warrior type its own limits allow; None if there is no limit."""
    most = entry_max(state, entry, book)
    return None if most is None else most - headcount_of(state, entry.code, book)


def groups_with_room(state: WarbandState, entry: WarriorType, book: Book) -> list[Member]:
    """Groups of a warrior type that have no experience and are not full yet."""
    return [
        member
        for member in state.of_type(entry.code)
        if member.kind == GROUP
        and member.headcount < group_max(entry, book)
        and member.experience == entry.starting_experience
    ]


def sellers(state: WarbandState, book: Book) -> int:
    """The size of the warband for the sale of wyrdstone: gluttons count as more models, foragers reduce it. Rule:
    AF-SELL-01"""
    warriors = 0
    for member in state.active(*OF_THE_BAND):
        entry = book.warrior_types[member.warrior_type_code]
        each = next((int(effect.get("models", 1)) for effect in rules_of(entry, book, "counts_when_selling")), 1)
        warriors += member.headcount * each
    rules = [book.rules[code] for code in book.warband_types[state.warband_type_code].rules]
    smaller = sum(
        int(effect.get("columns", 0)) for rule in rules for effect in rule.effects if effect.code == "sells_as_smaller"
    )
    sizes = book.tables.sale_sizes
    column = next((at for at, band in enumerate(sizes) if band.holds(warriors)), 0)
    return sizes[max(0, column - smaller)].low if smaller else warriors
