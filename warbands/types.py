"""Warband lists as the page of beginnings shows them."""

from __future__ import annotations

from dataclasses import dataclass

from catalogue.book import book


@dataclass(frozen=True, slots=True)
class TypeCard:
    """One list: gold, size, who is in it, where it was printed."""

    code: str
    name: str
    summary: str
    gold_gc: int
    size_min: int
    size_max: int
    heroes: str
    henchmen: str
    publication: str
    tier: int


def type_cards(query: str = "") -> list[TypeCard]:
    """Every list whose name, summary, publication or entries hold all words of `query`; by tier, then name."""
    facts, wanted = book(), query.casefold().split()
    found = []
    for listed in facts.warband_types.values():
        heroes = ", ".join(entry.name for entry in facts.heroes_of(listed.code))
        henchmen = ", ".join(entry.plural for entry in facts.henchmen_of(listed.code))
        text = f"{listed.name} {listed.summary} {listed.source.publication} {heroes} {henchmen}".casefold()
        if all(word in text for word in wanted):
            found.append(
                TypeCard(
                    code=listed.code,
                    name=listed.name,
                    summary=listed.summary,
                    gold_gc=listed.starting_gold_gc,
                    size_min=listed.size_min,
                    size_max=listed.size_max,
                    heroes=heroes,
                    henchmen=henchmen,
                    publication=listed.source.publication,
                    tier=listed.source.tier,
                )
            )
    return sorted(found, key=lambda card: (card.tier, card.name))
