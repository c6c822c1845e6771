"""The panel to hire hired swords: finds one among dozens, and lists those who may join now first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from catalogue.packs.book import Book, WarriorType
from catalogue.pages.sheets import TIERS
from catalogue.search.index import fold
from mordheim_site.refusals import Sentence
from warbands.core.state import WarbandState
from warbands.rules.counts import groups_with_room, headcount_of
from warbands.rules.dependencies import not_for_hire, would_serve
from warbands.rules.limits import why_not_hire
from warbands.rules.prices import hire_price_gc, hire_shards, veteran_price_gc


@dataclass(frozen=True, slots=True)
class HireRow:
    """A candidate. `why_not` is the reason why they cannot be hired, or empty; `words` is the text that is searched."""

    code: str
    name: str
    summary: str
    price_gc: int
    shards: int
    upkeep_gc: int | None
    rating: int
    profile: str
    serving: int
    why_not: Sentence | None
    words: str


@dataclass(frozen=True, slots=True)
class HireGroup:
    """Rows under one heading."""

    label: str
    rows: tuple[HireRow, ...]


@dataclass(frozen=True, slots=True)
class HirePanel:
    """Groups of candidates who may join now, followed by the others, each with the reason why not."""

    groups: tuple[HireGroup, ...]
    refused: tuple[HireRow, ...]
    query: str


def hire_panel(state: WarbandState, book: Book, *, query: str = "") -> HirePanel:
    """Hired swords who serve this warband, by publication; once it is founded, its own recruits come first. With a
    `query`, only candidates in whose name or description each word of the query begins a word. Rule: RO-HIRE-01"""
    recruits = () if state.is_draft else book.warrior_types_of(state.warband_type_code)
    swords = [
        entry
        for entry in book.warrior_types.values()
        if entry.kind == "hired_sword" and entry.hire is not None and would_serve(state, entry, book)
    ]
    shelves: list[tuple[str, Iterable[WarriorType]]] = [
        (_("Heroes"), [warrior_type for warrior_type in recruits if warrior_type.kind == "hero"]),
        (_("Henchmen"), [warrior_type for warrior_type in recruits if warrior_type.kind != "hero"]),
    ]
    for tier, title in TIERS.items():
        label = _("Hired swords: %(shelf)s") % {"shelf": title}
        shelves.append((label, [warrior_type for warrior_type in swords if warrior_type.source.tier == tier]))
    groups, refused = [], []
    for label, entries in shelves:
        for_hire = [entry for entry in entries if not not_for_hire(entry, book)]
        rows = [row for row in (_row(state, entry, book) for entry in for_hire) if _is_meant(row, query)]
        rows.sort(key=lambda row: (row.price_gc, row.name))
        refused += [row for row in rows if row.why_not is not None]
        open_rows = tuple(row for row in rows if row.why_not is None)
        if open_rows:
            groups.append(HireGroup(label, open_rows))
    refused += [row for row in _people_of_name(state, book) if _is_meant(row, query)]
    return HirePanel(tuple(groups), tuple(refused), query)


def _people_of_name(state: WarbandState, book: Book) -> list[HireRow]:
    """Dramatis personae who would serve the warband. They cannot be hired here: a hero searches for them after a
    battle. Rule: AF-PERSONA-01"""
    if state.is_draft or not state.house.personae:
        return []
    text = _("Dramatis persona: a hero can search for them after a battle instead of a rare item.")
    found = [
        replace(_row(state, entry, book), why_not=text)
        for entry in book.warrior_types.values()
        if entry.kind == "dramatis_persona"
        and entry.hire is not None
        and would_serve(state, entry, book)
        and not state.of_type(entry.code)
    ]
    return sorted(found, key=lambda row: row.name)


def join_price_gc(state: WarbandState, entry: WarriorType, book: Book) -> int:
    """The price of one more model; if they would join an existing group, it includes the group's equipment. Rule:
    RO-VET-01"""
    groups = groups_with_room(state, entry, book) if entry.kind == "henchman" else []
    return sum(veteran_price_gc(state, groups[0], book)) if groups else hire_price_gc(entry, state, book)


def why_not_join(state: WarbandState, entry: WarriorType, book: Book) -> Sentence | None:
    """Why no more models of a warrior type may join now; None if one may."""
    why_not = why_not_hire(state, entry, book)
    price = join_price_gc(state, entry, book)
    if why_not is None and price > state.treasury_gc:
        return _("Costs %(price)d gc with equipment; you have %(left)d gc") % {
            "price": price,
            "left": state.treasury_gc,
        }
    return why_not


def _row(state: WarbandState, entry: WarriorType, book: Book) -> HireRow:
    return HireRow(
        code=entry.code,
        name=entry.name,
        summary=entry.summary,
        price_gc=join_price_gc(state, entry, book),
        shards=hire_shards(entry, book),
        upkeep_gc=entry.hire.upkeep_gc if entry.hire is not None else None,
        rating=entry.hire.rating if entry.hire is not None else 0,
        profile=" · ".join(f"{short} {value}" for short, value in entry.characteristics.row()),
        serving=headcount_of(state, entry.code, book),
        why_not=why_not_join(state, entry, book),
        words=fold(f"{entry.name} {entry.summary}"),
    )


def _is_meant(row: HireRow, query: str) -> bool:
    words = row.words.split()
    return all(any(word.startswith(token) for word in words) for token in fold(query).split())
