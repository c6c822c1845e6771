"""A random legal warband: any list, any seed, always legal; the same seed gives the same warband."""

from __future__ import annotations

import random

from catalogue.packs.book import Book, WarriorType
from mordheim_site.public_ids import new_public_id
from warbands.core.company import GROUP, HERO, Company
from warbands.rules.acts import NewKey, buy, hire, mutate, reinforce
from warbands.rules.counting import groups_with_room, headcount_of, models_of
from warbands.rules.growth import mutations_needed, mutations_open
from warbands.rules.prices import mutation_price_gc
from warbands.rules.suggesting import arm_as_must, buy_what_is_needed, cheapest_recruit, has_room, offers_for


def random_band(company: Company, book: Book, seed: str, *, new_key: NewKey = new_public_id) -> None:
    """Empty the draft and fill it again: leader and minimums first, then random warriors, equipment and mutations."""
    chance = random.Random(seed)
    company.members.clear()
    company.kit.clear()
    company.treasury_gc = company.founding_gold_gc
    entries = book.warrior_types_of(company.warband_type_code)
    leaders = [one for one in entries if one.is_leader]
    _join(company, book, chance.choice(leaders), new_key, chance)
    buy_what_is_needed(company, book, new_key=new_key)
    for entry in entries:
        while headcount_of(company, entry.code, book) < entry.minimum:
            _join(company, book, entry, new_key, chance)
    while models_of(company, book) < book.warband_types[company.warband_type_code].size_min:
        _join(company, book, cheapest_recruit(company, book), new_key, chance)
    for _turn in range(chance.randint(4, 24)):
        open_to = [entry for entry in entries if has_room(company, book, entry)]
        if not open_to or company.treasury_gc < 60:
            break
        _join(company, book, chance.choice(open_to), new_key, chance)
    _spend(company, book, chance, new_key)


def _join(company: Company, book: Book, entry: WarriorType, new_key: NewKey, chance: random.Random) -> None:
    groups = groups_with_room(company, entry, book)
    if entry.kind == "henchman" and groups and chance.random() < 0.8:
        reinforce(company, book, chance.choice(groups))
        return
    member = hire(company, book, entry.code, new_key=new_key)
    arm_as_must(company, book, member, new_key=new_key)
    while len(member.mutations) < mutations_needed(member, book):
        left = [one for one in mutations_open(member, book) if one.code not in member.mutations]
        within = [one for one in left if mutation_price_gc(member, one.code, book) <= company.treasury_gc]
        if not within:
            return
        pick = chance.choice(within) if chance.random() < 0.5 else min(within, key=lambda one: one.price_gc)
        mutate(company, book, member, pick.code)


def _spend(company: Company, book: Book, chance: random.Random, new_key: NewKey) -> None:
    for _turn in range(60):
        member = chance.choice(company.active(HERO, GROUP))
        offers = [
            (code, gc) for code, gc in offers_for(company, member, book) if gc * member.headcount <= company.treasury_gc
        ]
        if offers:
            buy(company, book, member.key, chance.choice(offers)[0], new_key=new_key)
        if company.treasury_gc < 3:
            return
