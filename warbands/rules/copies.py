"""Creates a draft as a copy of another warband."""

from __future__ import annotations

from catalogue.packs.book import Book
from warbands.core.state import GROUP, HERO, HIRED, KitLine, Member, WarbandState
from warbands.rules.kit import why_not_carry
from warbands.rules.limits import why_not_hire
from warbands.rules.prices import hire_price_gc, mutation_price_gc, price_for
from warbands.rules.roster_changes import NewKey, buy, choose_arms, hire, mutate


def fresh_copy(source: WarbandState, state: WarbandState, book: Book, new_key: NewKey) -> None:
    """Hire and buy in `state` what `source` has, in the same order, as far as gold and list allow. Experience is not
    copied."""
    for old in source.active(HERO, GROUP):
        entry = book.warrior_types.get(old.warrior_type_code)
        if entry is None or entry.warband_type != state.warband_type_code:
            continue
        if (old.kind == HERO) != (entry.kind == "hero"):
            continue
        if hire_price_gc(entry, state, book) * old.headcount > state.treasury_gc:
            continue
        new = hire(state, book, entry.code, name=old.name, headcount=old.headcount, new_key=new_key)
        for mutation in old.mutations:
            if mutation in book.mutations and mutation_price_gc(new, mutation, book) <= state.treasury_gc:
                mutate(state, book, new, mutation)
        for line in source.held_by(old.key):
            _buy_alike(state, book, new, line, new_key)
    for old in source.active(HIRED):
        _hire_alike(source, old, state, book, new_key)


def _buy_alike(state: WarbandState, book: Book, new: Member, line: KitLine, new_key: NewKey) -> None:
    brought = state.line(new.key, line.item_code, line.material_code)
    count = line.count - (brought.count if brought is not None else 0)
    if count < 1 or line.item_code not in book.items or (line.material_code and line.material_code not in book.items):
        return
    price = price_for(state, new, line.item_code, book, line.material_code)
    if price is None or not price.is_on_list or price.rarity is not None:
        return
    if price.gc * count * new.headcount > state.treasury_gc:
        return
    if why_not_carry(state, new, line.item_code, book, count=count, material=line.material_code) is None:
        buy(state, book, new.key, line.item_code, count=count, material=line.material_code, new_key=new_key)


def _hire_alike(source: WarbandState, old: Member, state: WarbandState, book: Book, new_key: NewKey) -> None:
    """Hire the same hired sword with the same weapons, if they may join the new warband."""
    entry = book.warrior_types.get(old.warrior_type_code)
    if entry is None or why_not_hire(state, entry, book) is not None:
        return
    new = hire(state, book, entry.code, name=old.name, new_key=new_key)
    held = {line.item_code for line in source.held_by(old.key)}
    for number, option in enumerate(entry.choices):
        if number and set(option) <= held:
            choose_arms(state, book, new, number, new_key=new_key)
            break
