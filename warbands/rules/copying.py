"""A fresh draft after the pattern of another warband."""

from __future__ import annotations

from catalogue.book import FREE_ITEM, Book
from warbands.company import GROUP, HERO, Company
from warbands.rules.acts import NewKey, buy, hire, mutate
from warbands.rules.kit import why_not_carry
from warbands.rules.prices import hire_price_gc, mutation_price_gc, price_for


def fresh_copy(source: Company, company: Company, book: Book, new_key: NewKey) -> None:
    """Hire and buy in `company` what `source` has, in order, as far as gold and list go. Nobody brings experience."""
    for old in source.active(HERO, GROUP):
        entry = book.warrior_types[old.warrior_type_code]
        if entry.warband_type != company.warband_type_code or (old.kind == HERO) != (entry.kind == "hero"):
            continue
        if hire_price_gc(entry, company, book) * old.headcount > company.treasury_gc:
            continue
        new = hire(company, book, entry.code, name=old.name, headcount=old.headcount, new_key=new_key)
        for mutation in old.mutations:
            if mutation_price_gc(new, mutation, book) <= company.treasury_gc:
                mutate(company, book, new, mutation)
        for line in source.held_by(old.key):
            count = line.count - (1 if line.item_code == FREE_ITEM else 0)
            price = price_for(company, new, line.item_code, book, line.material_code)
            if count < 1 or price is None or not price.is_on_list:
                continue
            if (
                price.gc * count * new.headcount <= company.treasury_gc
                and why_not_carry(company, new, line.item_code, book, count=count) is None
            ):
                buy(company, book, new.key, line.item_code, count=count, material=line.material_code, new_key=new_key)
