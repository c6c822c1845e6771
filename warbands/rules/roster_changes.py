"""Basic changes of a warband: functions that move gold, members and equipment and check only prices. Services check the
rules and write the ledger; suggested and random warbands use the same functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from catalogue.packs.book import FREE_ITEM, Book, WarriorType
from mordheim_site.public_ids import new_public_id
from warbands.core.state import GROUP, RETIRED, STASH, KitLine, Member, WarbandState
from warbands.rules.kit import gets_free_dagger
from warbands.rules.member_facts import own_spell_list
from warbands.rules.names import group_name, person_name
from warbands.rules.prices import (
    hire_price_gc,
    hire_shards,
    mutation_price_gc,
    price_for,
    sale_value_gc,
    veteran_price_gc,
)
from warbands.rules.seeds import seeded_number

NewKey = Callable[[], str]
KINDS = {"henchman": GROUP}


def hire(
    state: WarbandState,
    book: Book,
    warrior_type: str,
    *,
    name: str = "",
    headcount: int = 1,
    price_gc: int | None = None,
    new_key: NewKey = new_public_id,
) -> Member:
    """Hire one warrior, or a group of `headcount`, and pay for them. `price_gc` replaces the printed price of one
    model."""
    entry = book.warrior_types[warrior_type]
    price = (hire_price_gc(entry, state, book) if price_gc is None else price_gc) * headcount
    taken = {warrior.name for warrior in state.members.values()}
    if not name:
        name = (
            group_name(entry.plural, taken)
            if entry.kind in ("henchman", "animal")
            else entry.name
            if entry.kind == "dramatis_persona"
            else person_name(state.warband_type_code, f"{state.seed}:{entry.code}", taken)
        )
    member = Member(
        key=new_key(),
        kind=KINDS.get(entry.kind, entry.kind),
        warrior_type_code=entry.code,
        name=name,
        position=state.next_position(),
        headcount=headcount,
        paid_gc=price,
        experience=entry.starting_experience,
        experience_at_start=entry.starting_experience,
        is_leader=entry.is_leader and state.leader() is None,
        spells=starting_spells(state, entry, book),
    )
    state.members[member.key] = member
    state.treasury_gc -= price
    state.shards -= hire_shards(entry, book)
    _bring(state, book, member, (*entry.innate, *entry.kit), new_key)
    if entry.choices:
        choose_arms(state, book, member, 0, new_key=new_key)
    if gets_free_dagger(member, book):
        state.add_kit(key=new_key(), holder=member.key, item=FREE_ITEM)
    return member


def choose_arms(
    state: WarbandState, book: Book, member: Member, choice: int, *, new_key: NewKey = new_public_id
) -> tuple[str, ...]:
    """Give a hired sword one of the equipment sets of their type instead of the current one. Returns its items."""
    entry = book.warrior_types[member.warrior_type_code]
    fixed = (*entry.innate, *entry.kit)
    for line in state.held_by(member.key):
        if any(line.item_code in option for option in entry.choices):
            line.count = fixed.count(line.item_code)
            if not line.count:
                del state.kit[line.key]
    _bring(state, book, member, entry.choices[choice], new_key)
    return entry.choices[choice]


def _bring(state: WarbandState, book: Book, member: Member, items: Iterable[str], new_key: NewKey) -> None:
    """Add the items of the printed equipment, each in the material that the warrior type specifies. Rule: RO-HIRE-02"""
    materials = {piece.item: piece.material for piece in book.warrior_types[member.warrior_type_code].kit_materials}
    for code in items:
        state.add_kit(key=new_key(), holder=member.key, item=code, material=materials.get(code, ""))


def starting_spells(state: WarbandState, entry: WarriorType, book: Book) -> list[str]:
    """The spells that a warrior type starts with: the printed ones, then rolls on its list. Rule: RO-SPELL-02 The rolls
    depend on the warband's seed and on how many of the type it has had, so hiring again gives the same spells."""
    known = list(entry.starting_spell_codes)
    if entry.spell_list is None:
        return known
    ordinal = len([member for member in state.members.values() if member.warrior_type_code == entry.code])
    return _rolled_spells(state, entry, book, known, entry.spell_list, entry.starting_spells, ordinal)


def _rolled_spells(
    state: WarbandState, entry: WarriorType, book: Book, known: list[str], spell_list: str, count: int, ordinal: int
) -> list[str]:
    """The known spells, completed with random ones of a list up to `count`. The warband's seed decides which."""
    stock = book.spells_of(spell_list)
    throw = 0
    while len(known) < min(count, len(stock)):
        face = seeded_number(f"{state.seed}:spell:{entry.code}:{ordinal}:{throw}", 6) + 1
        throw += 1
        spell = next((known for known in stock if known.roll == face), stock[(face - 1) % len(stock)])
        if spell.code not in known:
            known.append(spell.code)
    return known


def reinforce(state: WarbandState, book: Book, group: Member, count: int = 1) -> int:
    """Add `count` models with the same equipment to a group. Pays for recruits, experience and equipment, and returns
    the price."""
    recruit, surcharge, kit = veteran_price_gc(state, group, book)
    state.treasury_gc -= (recruit + surcharge + kit) * count
    group.paid_gc += (recruit + surcharge) * count
    lines = [line for line in state.held_by(group.key) if line.paid_gc]
    for line in lines:
        price = price_for(state, group, line.item_code, book, line.material_code)
        line.paid_gc += line.count * count * (price.gc if price is not None else 0)
    group.headcount += count
    return (recruit + surcharge + kit) * count


def reduce(state: WarbandState, group: Member, *, refund: bool, new_key: NewKey = new_public_id) -> int:
    """Remove one model from a group. A draft gets the gold back; later the model's equipment goes to the stash."""
    returned = group.paid_gc // group.headcount
    for line in state.held_by(group.key):
        share = line.paid_gc // group.headcount
        line.paid_gc -= share
        if refund:
            returned += share
        elif line.item_code != FREE_ITEM or share:
            state.add_kit(
                key=new_key(),
                holder=STASH,
                item=line.item_code,
                count=line.count,
                paid_gc=share,
                material=line.material_code,
            )
    group.paid_gc -= group.paid_gc // group.headcount
    group.headcount -= 1
    if refund:
        state.treasury_gc += returned
        return returned
    return 0


def dismiss(state: WarbandState, member: Member, *, new_key: NewKey = new_public_id) -> int:
    """Dismiss a member. In a draft, all gold is refunded and the line removed. Later the member retires and the
    equipment goes to the stash."""
    lines = state.held_by(member.key)
    if state.is_draft:
        returned = member.paid_gc + sum(line.paid_gc for line in lines)
        for line in lines:
            del state.kit[line.key]
        del state.members[member.key]
        state.treasury_gc += returned
        return returned
    strip(state, member, keep=not member.is_hireling, new_key=new_key)
    member.status = RETIRED
    member.is_leader = False
    return 0


ARMS = frozenset(("close_combat", "missile", "shield", "buckler", "helmet", "body_armour"))
"""Slots of weapons and armour."""


def strip(
    state: WarbandState, member: Member, *, keep: bool, new_key: NewKey = new_public_id, arms_of: Book | None = None
) -> list[str]:
    """Remove all items of a member (with `arms_of`, only weapons and armour). They go to the stash if `keep`, otherwise
    they are lost. Returns the item codes."""
    gone = []
    for line in state.held_by(member.key):
        if arms_of is not None and arms_of.items[line.item_code].slot not in ARMS:
            continue
        gone.append(line.item_code)
        del state.kit[line.key]
        if keep and (line.paid_gc or line.item_code != FREE_ITEM):
            state.add_kit(
                key=new_key(),
                holder=STASH,
                item=line.item_code,
                count=line.count * member.headcount,
                paid_gc=line.paid_gc,
                material=line.material_code,
            )
    return gone


def buy(
    state: WarbandState,
    book: Book,
    holder: str,
    item: str,
    *,
    count: int = 1,
    material: str = "",
    price_gc: int | None = None,
    new_key: NewKey = new_public_id,
) -> int:
    """Buy `count` of an item for each model of a member, or for the stash. Returns the price. Raises KeyError if it is
    not for sale."""
    member = state.members.get(holder)
    if price_gc is None:
        price = price_for(state, member, item, book, material)
        if price is None:
            raise KeyError(item)
        price_gc = price.gc
    whole = price_gc * count * (member.headcount if member else 1)
    state.treasury_gc -= whole
    state.add_kit(key=new_key(), holder=holder, item=item, count=count, paid_gc=whole, material=material)
    return whole


def sell(state: WarbandState, book: Book, key: str, count: int = 1) -> int:
    """Sell `count` of a line (for a group, `count` of each model). Returns the gold."""
    line = state.kit[key]
    member = state.members.get(line.holder)
    value = sale_value_gc(state, line, count, member.headcount if member else 1, book)
    state.take_kit(key, count)
    state.treasury_gc += value
    return value


def hand_over(state: WarbandState, line: KitLine, to: str, count: int, *, new_key: NewKey = new_public_id) -> None:
    """Move items between members and the stash. A group gives or takes one for each of its models for every `count`."""
    giver, taker = state.members.get(line.holder), state.members.get(to)
    pieces = count * (taker.headcount if taker else 1)
    item, material = line.item_code, line.material_code
    from_each = pieces // (giver.headcount if giver else 1)
    paid = state.take_kit(line.key, from_each)
    state.add_kit(key=new_key(), holder=to, item=item, count=count, paid_gc=paid, material=material)


def mutate(state: WarbandState, book: Book, member: Member, mutation: str) -> int:
    """Buy a mutation. Returns the price."""
    price = mutation_price_gc(member, mutation, book)
    state.treasury_gc -= price
    member.paid_gc += price
    member.mutations = [*member.mutations, mutation]
    _learn_by_mark(state, book, member, mutation)
    return price


def _learn_by_mark(state: WarbandState, book: Book, member: Member, mutation: str) -> None:
    """Add or remove the spells that come with a mark. Rules: RO-SPELL-02, RO-MUT-02"""
    effects = book.mutations[mutation].effects
    if all(effect.code not in ("casts_from", "never_casts") for effect in effects):
        return
    entry = book.warrior_types[member.warrior_type_code]
    ordinal = sum(1 for warrior in state.members.values() if warrior.warrior_type_code == entry.code) - 1
    count = entry.starting_spells
    for effect in effects if mutation in member.mutations else ():
        count = 0 if effect.code == "never_casts" else max(count, int(effect.get("amount", 0)))
    listed = own_spell_list(member, book)
    if listed is not None:
        known = list(entry.starting_spell_codes)
        member.spells = _rolled_spells(state, entry, book, known, listed, count, ordinal)


def unmutate(state: WarbandState, book: Book, member: Member, mutation: str) -> int:
    """Remove a mutation in a draft, as if it had never been bought; the prices of the others are recalculated."""
    kept = list(member.mutations)
    kept.remove(mutation)
    before = member.paid_gc
    bought = member.mutations
    member.mutations = []
    for code in bought:
        member.paid_gc -= mutation_price_gc(member, code, book)
        member.mutations = [*member.mutations, code]
    member.mutations = []
    for code in kept:
        member.paid_gc += mutation_price_gc(member, code, book)
        member.mutations = [*member.mutations, code]
    returned = before - member.paid_gc
    state.treasury_gc += returned
    _learn_by_mark(state, book, member, mutation)
    return returned
