"""Warband lists for the page that starts a warband: by tier, each list followed by its variants."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.library import Pins, book_with, pins_of
from catalogue.packs.book import Book, WarbandType
from catalogue.packs.installed import book
from catalogue.packs.kinds import BADGES
from catalogue.pages.sheets import TIERS

OWN_SHELF: Final = 4
FAVOURITES: Final = 0
"""Number of the group with the user's favourites."""


@dataclass(frozen=True, slots=True)
class TypeCard:
    """One list: gold, size, entries, publication, and its variants (code and name)."""

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
    badge: str
    kinds: tuple[tuple[str, str], ...]
    editions: tuple[TypeCard, ...] = ()
    """The lists that this entry stands for, if the same list was published in several sources. The entry has the
    contents of the first."""
    is_favourite: bool = False


@dataclass(frozen=True, slots=True)
class TierLists:
    """The lists of one tier."""

    tier: int
    title: str | Promise
    cards: tuple[TypeCard, ...]


def shelves_for(favourites: Collection[str], query: str = "", tier: int | None = None) -> list[TierLists]:
    """The lists as a user chooses from them: favourites as the first group, then by tier. The same list from several
    sources is one entry with its editions. No query."""
    shelves, entries = lists_by_tier(query, tier), []
    for name, cards in groupby(
        sorted((card for shelf in shelves for card in shelf.cards), key=lambda card: (_plain(card), card.tier)), _plain
    ):
        editions = tuple(cards)
        entry = editions[0] if len(editions) == 1 else replace(editions[0], name=name, editions=editions)
        entries.append(replace(entry, is_favourite=entry.code in favourites))
    found = [TierLists(FAVOURITES, _("Favourites"), tuple(entry for entry in entries if entry.is_favourite))]
    for shelf in shelves:
        of_tier = tuple(entry for entry in entries if entry.tier == shelf.tier and not entry.is_favourite)
        found.append(replace(shelf, cards=of_tier))
    return [shelf for shelf in found if shelf.cards]


def _plain(card: TypeCard) -> str:
    """The name of a list without the source in brackets: "Amazons" for "Amazons (Lustria)"."""
    return card.name.partition(" (")[0]


def type_card(code: str) -> TypeCard:
    """The card of one list. Raises KeyError for an unknown code."""
    facts = book_with(pins_of(code))
    return _card(facts, facts.warband_types[code])


def lists_by_tier(query: str = "", tier: int | None = None, pins: Pins | None = None) -> list[TierLists]:
    """Every list that has all words of `query` in its name, summary, publication or warriors. If `tier` is given, only
    lists of that tier. `pins` are the packs of a campaign: its custom packs form a group of their own, and lists it
    excludes are left out."""
    wanted = query.casefold().split()
    found: dict[int, list[TypeCard]] = {}
    for text, card in _cards(book().version, tuple(sorted((pins or {}).items(), key=lambda pair: pair[0]))):
        if tier in (None, card.tier) and all(word in text for word in wanted):
            found.setdefault(card.tier, []).append(card)
    titles = {**TIERS, OWN_SHELF: _("Custom packs")}
    return [TierLists(level, titles[level], tuple(found[level])) for level in sorted(found)]


@lru_cache(maxsize=32)
def _cards(version: str, pins: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, TypeCard], ...]:
    """Cards for a version of the Book, with the text that is searched, by name. Variants of a list have no cards."""
    facts, cards = book_with(dict(pins)), []
    for listed in facts.warband_types.values():
        if listed.variant_of is None:
            card = _card(facts, listed)
            words = [card.name, card.summary, card.publication, card.heroes, card.henchmen]
            words += [name for _code, name in card.kinds]
            cards.append((" ".join(words).casefold(), card))
    return tuple(sorted(cards, key=lambda pair: pair[1].name))


def _card(facts: Book, listed: WarbandType) -> TypeCard:
    return TypeCard(
        code=listed.code,
        name=listed.name,
        summary=listed.summary,
        gold_gc=listed.starting_gold_gc,
        size_min=listed.size_min,
        size_max=listed.size_max,
        heroes=", ".join(entry.name for entry in facts.heroes_of(listed.code)),
        henchmen=", ".join(entry.plural for entry in facts.henchmen_of(listed.code)),
        publication=listed.source.publication,
        tier=OWN_SHELF if is_custom_code(listed.code) else listed.source.tier,
        badge="own" if is_custom_code(listed.code) else BADGES[listed.source.tier],
        kinds=tuple((warband_type.code, warband_type.name) for warband_type in facts.variants_of(listed.code)),
    )


def type_cards(pins: Pins | None = None) -> list[TypeCard]:
    """A card for every list in its order (with the packs of a campaign), each followed by those of its variants."""
    cards = (card for shelf in lists_by_tier(pins=pins) for card in shelf.cards)
    return [shown for card in cards for shown in (card, *map(type_card, _codes(card)))]


def _codes(card: TypeCard) -> list[str]:
    return [code for code, _name in card.kinds]
