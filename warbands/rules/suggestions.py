"""Suggestions: up to four useful items for a member, weapons for all, or a whole warband for a list. They use the same
rules that check a roster, so the result is legal for every list of every pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from catalogue.packs.book import FREE_ITEM, Book, Item, WarriorType
from mordheim_site.public_ids import new_public_id
from warbands.core.state import GROUP, HERO, Member, WarbandState
from warbands.rules.counts import counted, group_max, headcount_of, heroes_max, models_of, places_left, size_max
from warbands.rules.dependencies import missing_companions, missing_items, not_for_hire
from warbands.rules.development import mutations_needed, mutations_open
from warbands.rules.kit import WEAPONS, held_violations, why_not_carry
from warbands.rules.member_facts import own_lines
from warbands.rules.prices import hire_price_gc, price_for
from warbands.rules.roster_changes import NewKey, buy, hire, mutate, reinforce

CHEAP_ARMS_GC: Final = 16
MODELS_WANTED: Final = 10
GROUP_WANTED: Final = 5
HEROES_WANTED: Final = 5


def _value(entry: WarriorType, item: Item, price_gc: int) -> float:
    """How useful an item is to a warrior type. This is a rough order for suggestions, not a rule."""
    characteristics = entry.characteristics
    score = 0.0
    if item.slot == "close_combat":
        score = (
            4 + 1.5 * (item.strength_bonus or 0) + (1 if characteristics.attacks > 1 else 0) + (2 if item.pair else 0)
        )
        codes = {effect.code for effect in item.effects}
        score += 1.2 * ("parry" in codes) + 1.0 * ("concussion" in codes) + 1.0 * ("cutting_edge" in codes)
        score -= 1.5 * ("strike_last" in codes) + (1.0 if item.hands == 2 and not item.pair else 0)
        score += 0.5 * (characteristics.weapon_skill - 3)
    elif item.slot == "missile":
        reach = (item.range_in or 0) / 12
        score = 1.2 * (characteristics.ballistic_skill - 2) + reach + 0.8 * ((item.strength or 3) - 3)
    elif item.slot == "body_armour":
        score = 2.0 + (7 - (item.save or 7))
    elif item.slot in ("shield", "buckler"):
        score = 3.2
    elif item.slot == "helmet":
        score = 3.0
    return score - price_gc / 12


def usual_items(state: WarbandState, member: Member, book: Book, *, limit: int = 4) -> list[str]:
    """Items of a member's own list that are most useful to buy next, best first: at most two of a class."""
    entry = book.warrior_types[member.warrior_type_code]
    ranked = []
    before = held_violations(state, member, book)
    for place, (code, line) in enumerate(book.entries_for(entry.code).items()):
        item = book.items[code]
        if code == FREE_ITEM or why_not_carry(state, member, code, book, before=before) is not None:
            continue
        ranked.append((-_value(entry, item, line.price_gc), place, code))
    chosen: list[str] = []
    for _score, _place, code in sorted(ranked):
        alike = sum(1 for other in chosen if book.items[other].slot == book.items[code].slot)
        if alike < 2 and len(chosen) < limit:
            chosen.append(code)
    return chosen


def has_bought_arms(state: WarbandState, member: Member, book: Book) -> bool:
    """Whether the member has a weapon other than the free dagger."""
    return any(
        book.items[line.item_code].item_class in WEAPONS and (line.item_code != FREE_ITEM or line.count > 1)
        for line in state.held_by(member.key)
    )


def arm_everybody(state: WarbandState, book: Book, *, new_key: NewKey = new_public_id) -> list[tuple[str, str]]:
    """Give a weapon to all unarmed members, cheapest members first, then buy better items while the gold lasts. Returns
    (member's key, item) of everything bought."""
    bought: list[tuple[str, str]] = []
    bare = [warrior for warrior in state.active(HERO, GROUP) if not has_bought_arms(state, warrior, book)]
    for index, member in enumerate(bare):
        left = sum(_cheapest_weapon_gc(state, other, book) * other.headcount for other in bare[index + 1 :])
        code = _weapon_for(state, member, book, state.treasury_gc - left)
        if code is not None:
            buy(state, book, member.key, code, new_key=new_key)
            bought.append((member.key, code))
    return bought


def _listed_weapons(member: Member, book: Book) -> list[tuple[str, int]]:
    """(item, price) of the weapons with a fixed price on the member's own list, allowed now or not."""
    return [
        (code, line.price_gc)
        for code, line in book.entries_for(member.warrior_type_code).items()
        if book.items[code].slot in ("close_combat", "missile") and code != FREE_ITEM and not line.price_dice
    ]


def _allowed(
    state: WarbandState, member: Member, offers: Iterable[tuple[str, int]], book: Book
) -> Iterator[tuple[str, int]]:
    """Those of the (item, price) pairs that the member may carry in addition. Each check takes time, so they are
    made one at a time, for as long as the caller needs more."""
    before = held_violations(state, member, book)
    return (offer for offer in offers if why_not_carry(state, member, offer[0], book, before=before) is None)


def _cheapest_weapon_gc(state: WarbandState, member: Member, book: Book) -> int:
    cheapest_first = sorted(_listed_weapons(member, book), key=lambda offer: offer[1])
    return next((price for _code, price in _allowed(state, member, cheapest_first, book)), 0)


def _weapon_for(state: WarbandState, member: Member, book: Book, gold: int) -> str | None:
    """The most useful weapon that `gold` can buy: a close combat weapon, or a missile weapon for members who shoot
    better."""
    entry = book.warrior_types[member.warrior_type_code]
    shooter = entry.characteristics.ballistic_skill > entry.characteristics.weapon_skill
    affordable = [
        (code, price)
        for code, price in _listed_weapons(member, book)
        if price * member.headcount <= gold and (price <= CHEAP_ARMS_GC or shooter)
    ]
    options = list(_allowed(state, member, affordable, book))
    if not options:
        return None

    def worth(option: tuple[str, int]) -> float:
        item = book.items[option[0]]
        alike = sum(1 for line in state.kit.values() if line.item_code == item.code)
        return _value(entry, item, option[1]) + (3 if (item.slot == "missile") == shooter else 0) - 0.6 * alike

    return max(options, key=worth)[0]


def _gear_up(state: WarbandState, book: Book, new_key: NewKey) -> None:
    """Spend the remaining gold on shields, helmets, second weapons and missile weapons of heroes, the leader first."""
    for slots in (("missile",), ("shield", "buckler"), ("helmet",), ("body_armour",)):
        for member in state.active(HERO):
            if any(book.items[line.item_code].slot in slots for line in state.held_by(member.key)):
                continue
            entry = book.warrior_types[member.warrior_type_code]
            if slots == ("missile",) and entry.characteristics.ballistic_skill < 3:
                continue
            if entry.spell_list and slots != ("missile",):
                continue
            affordable = [
                (code, line.price_gc)
                for code, line in book.entries_for(member.warrior_type_code).items()
                if book.items[code].slot in slots
                and line.price_gc <= min(state.treasury_gc, 25)
                and not line.price_dice
            ]
            options = list(_allowed(state, member, affordable, book))
            if options:
                best = max(options, key=lambda option: _value(entry, book.items[option[0]], option[1]))
                buy(state, book, member.key, best[0], new_key=new_key)


def suggest_band(state: WarbandState, book: Book, *, new_key: NewKey = new_public_id) -> None:
    """Complete a draft to an equipped and legal warband: leader, heroes, one group, weapons, extras. Existing members
    stay. Heroes are hired as long as enough gold remains for the minimum number of models and a weapon for each."""
    heroes = sorted(book.heroes_of(state.warband_type_code), key=lambda entry: (not entry.is_leader, entry.price_gc))
    henchmen = sorted(book.henchmen_of(state.warband_type_code), key=lambda entry: _muster_order(entry))
    for entry in sorted(heroes, key=lambda entry: entry.price_gc):
        if entry.is_leader and state.leader() is None and _can_pay(state, book, entry, 0):
            _enlist(state, book, entry, new_key)
    buy_what_is_needed(state, book, new_key=new_key)
    for entry in (*heroes, *henchmen):
        while headcount_of(state, entry.code, book) < entry.minimum and has_room(state, book, entry):
            _enlist(state, book, entry, new_key)
    for member in state.active(HERO):
        _complete(state, book, member, new_key)
    reserve = _reserve_gc(state, book, henchmen)
    for entry in _round(heroes):
        wants_more = len(state.active(HERO)) < min(HEROES_WANTED, heroes_max(state, book))
        if wants_more and has_room(state, book, entry) and _can_pay(state, book, entry, reserve):
            _enlist(state, book, entry, new_key)
    _muster(state, book, henchmen, new_key)
    arm_everybody(state, book, new_key=new_key)
    _gear_up(state, book, new_key)


def _muster_order(entry: WarriorType) -> tuple[bool, bool, int]:
    return (not entry.carries_equipment, entry.is_large, entry.price_gc)


def _round(heroes: Sequence[WarriorType]) -> list[WarriorType]:
    """The hero types in the order in which they are tried: each twice, so that two of the cheaper ones can be hired."""
    plain = [entry for entry in heroes if not entry.is_leader]
    return [entry for entry in plain for _turn in range(max(1, min(entry.maximum or 2, 2)))]


def arms_needed(entry: WarriorType, book: Book) -> list[str]:
    """Item codes of which the member must carry one. Rule: RO-SET-01"""
    return [
        str(code)
        for rule in entry.rules
        for effect in book.rules[rule].effects
        if effect.code == "must_carry"
        for code in effect.get("items")
    ]


def arm_as_must(state: WarbandState, book: Book, member: Member, *, new_key: NewKey = new_public_id) -> None:
    """Buy the cheapest of the items of which the member must carry one. Does nothing if they have one or cannot pay for
    it."""
    wanted = arms_needed(book.warrior_types[member.warrior_type_code], book)
    if any(line.item_code in wanted for line in state.held_by(member.key)):
        return
    own = book.entries_for(member.warrior_type_code)
    prices = [(own[code].price_gc, code) for code in wanted if code in own]
    if prices and min(prices)[0] * member.headcount <= state.treasury_gc:
        buy(state, book, member.key, min(prices)[1], new_key=new_key)


def buy_what_is_needed(state: WarbandState, book: Book, *, new_key: NewKey = new_public_id) -> None:
    """Buy the items that the warband must have when founded, for the first hero whose list contains them. Rule:
    RO-SET-03"""
    for items in missing_items(state, book):
        for member in state.active(HERO):
            own = book.entries_for(member.warrior_type_code)
            prices = sorted((own[code].price_gc, code) for code in items if code in own)
            if prices and prices[0][0] <= state.treasury_gc:
                buy(state, book, member.key, prices[0][1], new_key=new_key)
                break


def cost_gc(state: WarbandState, entry: WarriorType, book: Book) -> int:
    """The price of one model with the mutations and weapons it must have."""
    kind = HERO if entry.kind == "hero" else GROUP
    probe = Member(key="?", kind=kind, warrior_type_code=entry.code, name="")
    needed = mutations_needed(probe, book)
    gifts = sorted(mutation.price_gc for mutation in mutations_open(probe, book))[:needed] if needed else []
    own = book.entries_for(entry.code)
    arms = [own[code].price_gc for code in arms_needed(entry, book) if code in own]
    return hire_price_gc(entry, state, book) + sum(gifts) + min(arms, default=0)


def cheapest_recruit(state: WarbandState, book: Book) -> WarriorType:
    """The cheapest henchman type that may join now. Raises ValueError if there is none."""
    henchmen = book.henchmen_of(state.warband_type_code)
    return min(
        (warrior_type for warrior_type in henchmen if has_room(state, book, warrior_type)),
        key=lambda warrior_type: cost_gc(state, warrior_type, book),
    )


def _reserve_gc(state: WarbandState, book: Book, henchmen: Sequence[WarriorType]) -> int:
    """Gold to reserve for five standard henchmen with a weapon each, and a weapon for each hero."""
    usual = next((entry for entry in henchmen if entry.carries_equipment), henchmen[0] if henchmen else None)
    return (GROUP_WANTED * (usual.price_gc + 5) if usual else 0) + 50


def _can_pay(state: WarbandState, book: Book, entry: WarriorType, reserve: int) -> bool:
    return state.treasury_gc - cost_gc(state, entry, book) >= reserve


def has_room(state: WarbandState, book: Book, entry: WarriorType) -> bool:
    """Whether one more model of a warrior type may join a draft and is affordable."""
    left = places_left(state, entry, book)
    kind = HERO if entry.kind == "hero" else GROUP
    probe = Member(key="?", kind=kind, warrior_type_code=entry.code, name="")
    return (
        not not_for_hire(entry, book)
        and models_of(state, book) + counted(probe, book) <= size_max(state, book)
        and (left is None or left > 0)
        and cost_gc(state, entry, book) <= state.treasury_gc
        and (entry.kind != "hero" or len(state.active(HERO)) < heroes_max(state, book))
        and not missing_companions(state, probe, book)
    )


def _enlist(state: WarbandState, book: Book, entry: WarriorType, new_key: NewKey) -> Member:
    member = hire(state, book, entry.code, new_key=new_key)
    _complete(state, book, member, new_key)
    return member


def _complete(state: WarbandState, book: Book, member: Member, new_key: NewKey) -> None:
    """Buy the mutations that the member must have, cheapest first."""
    arm_as_must(state, book, member, new_key=new_key)
    while len(member.mutations) < mutations_needed(member, book):
        options = [mutation for mutation in mutations_open(member, book) if mutation.code not in member.mutations]
        cheapest = min(options, key=lambda mutation: mutation.price_gc, default=None)
        if cheapest is None:
            return
        mutate(state, book, member, cheapest.code)


def _lacks_arms(state: WarbandState, member: Member, book: Book) -> bool:
    return not has_bought_arms(state, member, book) and any(
        True for _offer in _allowed(state, member, _listed_weapons(member, book), book)
    )


def _muster(state: WarbandState, book: Book, henchmen: Sequence[WarriorType], new_key: NewKey) -> None:
    """Hire one group of five standard henchmen, then others until there are ten models or no gold is left."""
    for entry in henchmen:
        arms = 5 if entry.carries_equipment and entry.equipment_list else 0
        group: Member | None = next(iter(state.of_type(entry.code)), None)
        bare = [
            member for member in state.active(HERO, GROUP) if member is not group and _lacks_arms(state, member, book)
        ]
        keep = sum(5 * member.headcount for member in bare)
        wanted = max(MODELS_WANTED, book.warband_types[state.warband_type_code].size_min)
        while models_of(state, book) < wanted and has_room(state, book, entry):
            held = (group.headcount if group else 0) + 1
            if state.treasury_gc - entry.price_gc < keep + arms * held:
                break
            if group is not None and group.headcount >= min(GROUP_WANTED, group_max(entry, book)):
                break
            if group is None:
                group = _enlist(state, book, entry, new_key)
            else:
                reinforce(state, book, group)


def offers_for(state: WarbandState, member: Member, book: Book) -> list[tuple[str, int]]:
    """(item, price) of everything that the member can buy now from their own list."""
    found = []
    before = held_violations(state, member, book)
    for code in own_lines(member, book):
        price = price_for(state, member, code, book)
        if price is not None and not price.dice and why_not_carry(state, member, code, book, before=before) is None:
            found.append((code, price.gc))
    return found
