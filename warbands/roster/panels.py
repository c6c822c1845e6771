"""Panels of the builder and the roster page: warriors to hire and equipment to buy, with prices or the reason why
not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from catalogue.packs.book import Book, WarriorType
from catalogue.pages.goods import class_words
from mordheim_site.refusals import Sentence
from warbands.builder.hired_swords import why_not_join
from warbands.builder.offers import GROUPS, KitGroup, KitOffer, MetalGroup, kit_offers, metal_groups
from warbands.core.state import Member, WarbandState
from warbands.rules.counts import entry_max, group_max, groups_with_room, headcount_of
from warbands.rules.development import (
    has_mark,
    is_mark,
    mutations_bought_later,
    mutations_most,
    mutations_needed,
    mutations_open,
    only_once,
    too_many_have,
)
from warbands.rules.limits import why_not_hire
from warbands.rules.member_facts import carries_equipment
from warbands.rules.prices import hire_price_gc, mutation_price_gc, sale_value_gc
from warbands.rules.suggestions import usual_items
from warbands.shared.sheet import Roster, RosterWarrior, StatCell, statline

ROWS_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One warrior type of the list, with the warriors on the roster. `why_not` is the reason why the + is disabled;
    `fill` is the number of models that completes a group."""

    code: str
    name: str
    plural: str
    kind: str
    price_gc: int
    count: int
    minimum: int
    maximum: int | None
    summary: str
    stats: tuple[StatCell, ...]
    warriors: tuple[RosterWarrior, ...]
    why_not: Sentence | None
    fill: int
    why_not_fill: Sentence | None


@dataclass(frozen=True, slots=True)
class HeldLine:
    """A line of equipment on the roster, with the sale price of one item (for each model)."""

    key: str
    label: str
    icon: str
    is_free: bool
    sells_gc: int


@dataclass(frozen=True, slots=True)
class MutationOffer:
    """A mutation to buy, or one that the warrior already has (then `price_gc` is the refund)."""

    code: str
    name: str
    summary: str
    price_gc: int
    has: bool
    why_not: Sentence | None


@dataclass(frozen=True, slots=True)
class ArmsChoice:
    """One equipment set that a hired sword may bring."""

    number: int
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class KitPanel:
    """Everything that one warrior (or the stash) may buy."""

    warrior: RosterWarrior | None
    carries: bool
    held: tuple[HeldLine, ...]
    usual: tuple[KitOffer, ...]
    groups: tuple[KitGroup, ...]
    metals: tuple[MetalGroup, ...]
    mutations: tuple[MutationOffer, ...]
    needs_mutation: bool
    others: tuple[RosterWarrior, ...]
    choices: tuple[ArmsChoice, ...]
    query: str


def entry_rows(state: WarbandState, roster: Roster, book: Book) -> tuple[EntryRow, ...]:
    """The warrior types of the list, heroes first, each with its warriors on the roster."""
    return tuple(_entry_row(state, roster, entry, book) for entry in book.warrior_types_of(state.warband_type_code))


def _entry_row(state: WarbandState, roster: Roster, entry: WarriorType, book: Book) -> EntryRow:
    warriors = tuple(warrior for warrior in roster.warriors if warrior.entry_code == entry.code)
    room = groups_with_room(state, entry, book)
    fill = 0
    why_not_fill: Sentence | None = None
    if entry.kind == "henchman":
        fill = group_max(entry, book) - (room[0].headcount if room else 0)
        why_not_fill = why_not_hire(state, entry, book, count=fill)
    probe = Member(key="?", kind=entry.kind, warrior_type_code=entry.code, name="")
    return EntryRow(
        code=entry.code,
        name=entry.name,
        plural=entry.plural,
        kind=entry.kind,
        price_gc=hire_price_gc(entry, state, book),
        count=headcount_of(state, entry.code, book),
        minimum=entry.minimum,
        maximum=entry_max(state, entry, book),
        summary=entry.summary,
        stats=statline(probe, book),
        warriors=warriors,
        why_not=why_not_join(state, entry, book),
        fill=fill,
        why_not_fill=why_not_fill,
    )


def kit_panel(state: WarbandState, roster: Roster, warrior: str, book: Book, *, query: str = "") -> KitPanel:
    """Panel of one warrior, or of the stash for "": what their own list offers and, once the warband is founded, the
    common price chart."""
    member = state.members.get(warrior)
    line = roster.warrior(warrior) if warrior else None
    carries = member is None or (carries_equipment(member, book) and not member.is_hireling)
    offers = kit_offers(state, member, book, query) if carries else {}
    usual = usual_items(state, member, book) if member is not None and carries and not query else []
    flat = {offer.item_code: offer for group in offers.values() for offer in group}
    headcount = member.headcount if member is not None else 1
    held = tuple(
        HeldLine(
            key=group.key,
            label=group.label,
            icon=group.icon,
            is_free=group.is_free and group.count == 1,
            sells_gc=sale_value_gc(state, state.kit[group.key], 1, headcount, book),
        )
        for group in (line.kit if line is not None else roster.stash)
    )
    mutations = mutation_offers(state, member, book) if member is not None else ()
    return KitPanel(
        warrior=line,
        carries=carries,
        held=held,
        usual=tuple(flat[code] for code in usual if code in flat and flat[code].why_not is None),
        groups=tuple(
            KitGroup(class_words(code), tuple(offers[code][:ROWS_SHOWN])) for code, _icon in GROUPS if offers.get(code)
        ),
        metals=metal_groups(state, member, book, query) if member is not None and carries else (),
        mutations=mutations,
        needs_mutation=member is not None and len(member.mutations) < mutations_needed(member, book),
        others=tuple(other for other in roster.warriors if other.key != warrior and other.kit and not other.is_hireling)
        if member is not None and carries
        else (),
        choices=_choices(state, member, book) if member is not None else (),
        query=query,
    )


def _choices(state: WarbandState, member: Member, book: Book) -> tuple[ArmsChoice, ...]:
    """The equipment sets of a hired sword, while they may still be changed; the current one is marked."""
    entry = book.warrior_types[member.warrior_type_code]
    if not entry.choices or member.battles_fought:
        return ()
    pool = {code for option in entry.choices for code in option}
    held = sorted(
        line.item_code for line in state.held_by(member.key) for _piece in range(line.count) if line.item_code in pool
    )
    fixed = sorted(code for code in (*entry.innate, *entry.kit) if code in pool)
    return tuple(
        ArmsChoice(
            number,
            " + ".join(book.items[code].name for code in option) or _("None of these"),
            sorted((*option, *fixed)) == held,
        )
        for number, option in enumerate(entry.choices)
    )


def mutation_offers(state: WarbandState, member: Member, book: Book) -> tuple[MutationOffer, ...]:
    if not state.is_draft and member.battles_fought and not mutations_bought_later(member, book):
        return ()
    found = []
    for mutation in mutations_open(member, book):
        price = mutation_price_gc(member, mutation.code, book)
        if mutation.code in member.mutations:
            found.append(MutationOffer(mutation.code, mutation.name, mutation.summary, price, True, None))
            if only_once(mutation.code, book):
                continue
        why_not: Sentence | None = None
        if len(member.mutations) >= mutations_most(member, book):
            why_not = _("%(name)s has the maximum number") % {"name": member.name}
        elif is_mark(mutation) and has_mark(member, book):
            why_not = _("%(name)s already has a mark") % {"name": member.name}
        elif too_many_have(state, member, mutation.code, book):
            why_not = _("Another warrior has it")
        elif price > state.treasury_gc:
            why_not = _("Costs %(price)d gc; you have %(left)d gc") % {"price": price, "left": state.treasury_gc}
        name = (
            mutation.name
            if mutation.code not in member.mutations
            else _("%(mutation)s again") % {"mutation": mutation.name}
        )
        found.append(MutationOffer(mutation.code, name, mutation.summary, price, False, why_not))
    return tuple(found)
