"""Random legal warbands: for any list and any seed. The same seed gives the same warband."""

from __future__ import annotations

import random

from catalogue.packs.book import Book, WarriorType
from mordheim_site.public_ids import new_public_id
from warbands.core.state import GROUP, HERO, WarbandState
from warbands.rules.counts import groups_with_room, headcount_of, models_of
from warbands.rules.development import mutations_needed, mutations_open
from warbands.rules.prices import mutation_price_gc
from warbands.rules.roster_changes import NewKey, buy, hire, mutate, reinforce
from warbands.rules.suggestions import arm_as_must, buy_what_is_needed, cheapest_recruit, has_room, offers_for


def random_warband(state: WarbandState, book: Book, seed: str, *, new_key: NewKey = new_public_id) -> None:
    """Empty the draft and fill it again: leader and minimum numbers first, then random warriors, equipment and
    mutations."""
    chance = random.Random(seed)
    state.members.clear()
    state.kit.clear()
    state.treasury_gc = state.founding_gold_gc
    entries = book.warrior_types_of(state.warband_type_code)
    leaders = [warrior_type for warrior_type in entries if warrior_type.is_leader]
    _join(state, book, chance.choice(leaders), new_key, chance)
    buy_what_is_needed(state, book, new_key=new_key)
    for entry in entries:
        while headcount_of(state, entry.code, book) < entry.minimum:
            _join(state, book, entry, new_key, chance)
    while models_of(state, book) < book.warband_types[state.warband_type_code].size_min:
        _join(state, book, cheapest_recruit(state, book), new_key, chance)
    for _turn in range(chance.randint(4, 24)):
        open_to = [entry for entry in entries if has_room(state, book, entry)]
        if not open_to or state.treasury_gc < 60:
            break
        _join(state, book, chance.choice(open_to), new_key, chance)
    _spend(state, book, chance, new_key)


def _join(state: WarbandState, book: Book, entry: WarriorType, new_key: NewKey, chance: random.Random) -> None:
    groups = groups_with_room(state, entry, book)
    if entry.kind == "henchman" and groups and chance.random() < 0.8:
        reinforce(state, book, chance.choice(groups))
        return
    member = hire(state, book, entry.code, new_key=new_key)
    arm_as_must(state, book, member, new_key=new_key)
    while len(member.mutations) < mutations_needed(member, book):
        left = [mutation for mutation in mutations_open(member, book) if mutation.code not in member.mutations]
        within = [mutation for mutation in left if mutation_price_gc(member, mutation.code, book) <= state.treasury_gc]
        if not within:
            return
        pick = chance.choice(within) if chance.random() < 0.5 else min(within, key=lambda mutation: mutation.price_gc)
        mutate(state, book, member, pick.code)


def _spend(state: WarbandState, book: Book, chance: random.Random, new_key: NewKey) -> None:
    for _turn in range(60):
        member = chance.choice(state.active(HERO, GROUP))
        offers = [
            (code, gc) for code, gc in offers_for(state, member, book) if gc * member.headcount <= state.treasury_gc
        ]
        if offers:
            buy(state, book, member.key, chance.choice(offers)[0], new_key=new_key)
        if state.treasury_gc < 3:
            return
