"""The market of an aftermath for its player, as plain values. Read-only."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from battles.aftermath.activities.named_people import persona_of
from battles.aftermath.activities.searches import SEARCHES, STAGE
from battles.aftermath.context import AftermathContext
from battles.aftermath.finds.searchers import searchers
from battles.aftermath.stored.roster_lines import veterans_left
from battles.models import Aftermath, AftermathLine, AftermathStatus
from catalogue.facts import WarriorType
from catalogue.pages.gear_rules import gear_note
from catalogue.pages.goods import class_words
from warbands.builder.offers import GROUPS
from warbands.core.state import GROUP, WarbandState
from warbands.rules.kit import may_ever_carry
from warbands.rules.limits import why_not_hire
from warbands.rules.member_facts import entry_of
from warbands.rules.prices import hire_price_gc, price_for, veteran_price_gc


@dataclass(frozen=True, slots=True)
class Offer:
    """One line of a list: the value that it sends, its label, and its numbers. The price is `price_gc` plus `dice`, in
    gold crowns; null where nothing is bought. `note` is the same as text."""

    value: str
    label: str
    note: str = ""
    why_not: str = ""
    price_gc: int | None = None
    dice: str = ""
    """Dice that are added to the price, such as "D6x10"; empty for none."""
    rarity: int | None = None
    """The roll of 2D6 that finds the item."""
    experience: int | None = None
    """Experience that a veteran takes from the pool."""
    upkeep_gc: int | None = None
    """Gold crowns paid after each battle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketPanel:
    """Veterans, rare items, dramatis personae and hired swords that the player of the warband can get."""

    treasury_gc: int
    pool: int
    has_pool: bool
    groups: list[Offer] = field(default_factory=list)
    heroes: list[Offer] = field(default_factory=list)
    goods: list[tuple[str, list[Offer]]] = field(default_factory=list)
    """Rare items that the warband could use, by name of their class."""
    goods_left_out: int = 0
    """Number of rare items that no warrior of the warband can ever use; they are not listed."""
    people: list[Offer] = field(default_factory=list)
    hired_swords: list[Offer] = field(default_factory=list)


def is_open_for(row: Aftermath, user_id: int | None) -> bool:
    """Whether this user may still search, hire and add veterans in this aftermath."""
    is_mine = user_id is not None and user_id in (row.warband.owner_id, row.side.player_id)
    is_over = row.stage == "over" and row.status != AftermathStatus.BACK
    return is_mine and is_over and row.confirmed_at is None


def panel_of(row: Aftermath, lines: list[AftermathLine], account: AftermathContext) -> MarketPanel:
    """The panel. `lines` are the lines of the aftermath, which the page has already loaded."""
    state = account.state()
    mine = [line for line in lines if line.stage == STAGE]
    pool = veterans_left(mine)
    gone = {line.subject for line in mine if line.kind in SEARCHES}
    goods, left_out = _goods(state, account)
    return MarketPanel(
        treasury_gc=state.treasury_gc,
        pool=pool,
        has_pool=any(line.kind == "veterans" for line in mine),
        groups=_groups(state, account, pool),
        heroes=[Offer(member.key, member.name) for member in searchers(account, state) if member.key not in gone],
        goods=goods,
        goods_left_out=left_out,
        people=[
            _person(entry, hire_price_gc(entry, state, account.book))
            for entry in account.book.warrior_types.values()
            if persona_of(account, entry.code, state) is not None
        ],
        hired_swords=_hired_swords(state, account),
    )


def _person(entry: WarriorType, price: int) -> Offer:
    return Offer(entry.code, entry.name, _("%(n)d gc") % {"n": price}, price_gc=price)


def _groups(state: WarbandState, account: AftermathContext, pool: int) -> list[Offer]:
    found = []
    for member in state.active(GROUP):
        needs = max(0, member.experience - entry_of(member, account.book).starting_experience)
        price = sum(veteran_price_gc(state, member, account.book))
        why = ""
        if member.headcount >= account.book.tables.group_size_max:
            why = _("the group is full")
        elif needs > pool:
            why = _("needs %(n)d experience") % {"n": needs}
        elif price > state.treasury_gc:
            why = _("costs %(n)d gc, more than you have") % {"n": price}
        note = _("%(n)d gc, %(xp)d experience from the pool") % {"n": price, "xp": needs}
        found.append(
            Offer(member.key, f"{member.name} × {member.headcount}", note, why, price_gc=price, experience=needs)
        )
    return found


def _goods(state: WarbandState, account: AftermathContext) -> tuple[list[tuple[str, list[Offer]]], int]:
    """Rare items by class and name, and the number of those that no warrior of the warband can ever use."""
    found: dict[str, list[Offer]] = {}
    left_out = 0
    for item in sorted(account.book.items.values(), key=lambda item: item.name):
        price = price_for(state, None, item.code, account.book)
        if price is None or price.rarity is None:
            continue
        if not any(may_ever_carry(state, member, item.code, account.book) for member in state.active()):
            left_out += 1
            continue
        gold = f"{price.gc} + {price.dice}" if price.dice else str(price.gc)
        note = _("rare %(n)d, %(gold)s gc") % {"n": price.rarity, "gold": gold}
        in_league = gear_note(item, state.ruleset)
        note = f"{note}. {in_league}" if in_league else note
        offer = Offer(item.code, item.name, note, price_gc=price.gc, dice=price.dice or "", rarity=price.rarity)
        found.setdefault(item.item_class, []).append(offer)
    return [(class_words(code), found[code]) for code, _icon in GROUPS if code in found], left_out


def _hired_swords(state: WarbandState, account: AftermathContext) -> list[Offer]:
    found = []
    for entry in account.book.warrior_types.values():
        if entry.kind != "hired_sword" or entry.hire is None:
            continue
        why = why_not_hire(state, entry, account.book)
        price, upkeep = hire_price_gc(entry, state, account.book), entry.hire.upkeep_gc
        words = {"n": price, "upkeep": upkeep if upkeep is not None else "–"}
        note = _("%(n)d gc, then %(upkeep)s gc per battle") % words
        barred = str(why) if why is not None else ""
        found.append(Offer(entry.code, entry.name, note, barred, price_gc=price, upkeep_gc=upkeep))
    return [offer for offer in found if not offer.why_not or "gc" in offer.why_not]
