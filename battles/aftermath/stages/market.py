"""The market, between the sale and the new rating: veterans, searches for rare items, dramatis personae, hired swords.

The job rolls only for the veterans. The player does the rest before confirming: each hero who did not go out of action
can make one search, for an item or a person. Rules: AF-VET-01, AF-RARE-01, AF-PERSONA-01
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.aftermath.activities import activities, merchants, named_people, searches, studies, wishes
from battles.aftermath.activities.searches import STAGE, NothingToSearchFor, ready, start_search
from battles.aftermath.context import AftermathContext, write_line
from battles.aftermath.decisions.undo_points import undo_point
from battles.aftermath.dice import requests as dice_requests
from battles.aftermath.finds import maps
from battles.aftermath.stored.activity_lines import HOME, OUT, PersonaLine, SeekLine
from battles.aftermath.stored.line import note_dice, update
from battles.aftermath.stored.options import LineOption
from battles.aftermath.stored.roster_lines import VeteranLine, VeteransLine, veterans_left
from battles.engine.aftermath.rolls import DiceWanted
from battles.models import Aftermath, AftermathLine
from catalogue.packs.book import Item
from mordheim_site.refusals import Refusal
from warbands.builder import recruiting
from warbands.core.state import GROUP, STASH, WarbandState
from warbands.rules.member_facts import effects_of, entry_of
from warbands.rules.prices import price_for, veteran_price_gc
from warbands.trading import services as trading_services


class NoVeterans(Refusal):
    """The experience pool of the veterans is used up."""

    code = "no_veterans"
    rule_id = "AF-VET-01"


def roll_veterans(context: AftermathContext) -> None:
    """Roll the experience pool of the veterans if they could join a group, and ask which warriors read tomes. Rules:
    AF-VET-01, AF-TOME-01"""
    studies.offer_books(context)
    activities.offer(context)
    merchants.offer_as_common(context)
    if context.state().active(GROUP):
        pool = context.roller.roll(context.book.tables.veterans_dice, "veterans")
        context.line(STAGE, VeteransLine(pool=pool))


def pool_left(row: Aftermath) -> int:
    """Remaining experience of the veterans."""
    kinds = (VeteransLine.kind, VeteranLine.kind)
    return veterans_left(AftermathLine.objects.filter(aftermath=row, stage=STAGE, kind__in=kinds))


@transaction.atomic
def hire_veteran(row: Aftermath, *, group: str, now: datetime, actor_id: int | None, key: str = "") -> AftermathLine:
    """Add a veteran to a group of a locked aftermath. This costs experience from the pool, and gold for the equipment.
    Raises TooSoon, NoVeterans and the errors of `recruiting.reinforce`. Rule: AF-VET-01"""
    ready(row)
    before = undo_point(row)
    context = AftermathContext(row, now, actor_id=actor_id)
    state = context.state()
    member = recruiting.member_of(state, group)
    needs = max(0, member.experience - entry_of(member, context.book).starting_experience)
    left = pool_left(row)
    if needs > left:
        raise NoVeterans(
            message=_(
                "No veteran has enough experience: a new member of %(name)s needs %(needs)d, and %(left)d is left."
            )
            % {"name": member.name, "needs": needs, "left": left}
        )
    line = write_line(row, STAGE, VeteranLine(key=key), subject=group, name=member.name, options=[{"key": "join"}])
    line.before = before
    price = sum(veteran_price_gc(state, member, context.book))
    recruiting.reinforce(warband_id=row.warband_id, warrior=group, by=context.by(f"veteran:{line.number}"))
    context.answered(line, "join", VeteranLine(key=key, spent=needs, price=price))
    return line


def rarity_of(state: WarbandState, item: str, context: AftermathContext) -> int | None:
    """The roll with which this warband finds an item; None if it is common or not for sale."""
    if item not in context.book.items or not context.book.deals_in(context.book.items[item]):
        return None
    price = price_for(state, None, item, context.book)
    return price.rarity if price is not None else None


def rare_bonus(context: AftermathContext, hero: str) -> int:
    """The bonus on rolls for rare items from this hero, the warband and house rules. Rule: AF-RARE-01"""
    state = context.state()
    member = state.members[hero]
    listed = context.book.warband_types[state.warband_type_code]
    lasting = [effect for effect, _source in effects_of(member, context.book)]
    lasting += [effect for code in listed.rules for effect in context.book.rules[code].effects]
    return context.house.rare_bonus + sum(
        int(effect.get("amount", 0)) for effect in lasting if effect.code == "rare_item_bonus"
    )


@transaction.atomic
def seek(
    row: Aftermath, *, hero: str, item: str, now: datetime, actor_id: int | None, key: str = ""
) -> AftermathLine | None:
    """Send a hero to find a rare item. If it is found, it can be bought for the stash. Returns None if dice are
    requested. The dice come from the search's own stream, which is keyed by its line. Raises TooSoon, CannotSearch,
    NothingToSearchFor."""
    ready(row)
    opening = AftermathContext(row, now, actor_id=actor_id)
    state = opening.state()
    needs = rarity_of(state, item, opening)
    if needs is None:
        raise NothingToSearchFor
    line = start_search(row, opening, hero, SeekLine(item=item, needs=needs, key=key, at=OUT))
    try:
        with transaction.atomic():
            _look_for_thing(row, line, now, actor_id)
    except DiceWanted as wanted:
        dice_requests.ask(row, wanted, line=line.public_id)
        return None
    return line


def _look_for_thing(row: Aftermath, line: AftermathLine, now: datetime, actor_id: int | None) -> None:
    context = AftermathContext(row, now, line, actor_id)
    search = SeekLine.read(line)
    fact = context.book.items[search.item or ""]
    bonus = rare_bonus(context, line.subject)
    total = context.roller.roll(context.book.tables.rarity_dice, "rarity", line.subject_name) + bonus
    search = replace(search, total=total, bonus=bonus, thing=fact.name, at=HOME)
    options: list[LineOption] = []
    if total >= search.needs:
        price = price_for(context.state(), None, fact.code, context.book)
        gold = price.gc if price is not None else 0
        if price is not None and price.dice:
            gold += context.roller.roll(price.dice, "price", line.subject_name)
        brace = brace_offer(context, fact, line.subject_name, total)
        options = [{"key": "buy", "gold": gold}, *brace, *_haggled(context, gold), *_stolen(context), {"key": "leave"}]
        search = replace(search, found=True, gold=gold)
    line.rolls = [*line.rolls, *context.rolls()]
    update(line, search)
    note_dice(line, context.dice_position)
    line.options = options
    line.save(update_fields=["rolls", "data", "options"])
    row.faces = []
    row.save(update_fields=["faces"])


def brace_offer(context: AftermathContext, item: Item, hero: str, total: int) -> list[LineOption]:
    """The option to buy a brace, which has its own price, if the roll also reaches its rarity. Its price dice are
    rolled here. Rule: AF-RARE-01"""
    brace = item.brace_price
    if brace is None or total < (brace.rarity or 0):
        return []
    dice = context.roller.roll(brace.price_dice, "price", hero) if brace.price_dice else 0
    return [{"key": "buy_brace", "gold": brace.price_gc + dice}]


def _stolen(context: AftermathContext) -> list[LineOption]:
    """The option for a thief to steal the item that was found. Rule: AF-DEED-02"""
    member = activities.thief(context)
    return [{"key": f"steal_it:{member.key}", "name": member.name}] if member is not None else []


def _haggled(context: AftermathContext, gold: int) -> list[LineOption]:
    """The option of a lower price, from a warrior who haggles once per aftermath. Rule: AF-RARE-02"""
    used = AftermathLine.objects.filter(aftermath=context.row, stage=STAGE, answer="haggle").exists()
    cuts = [
        (member.name, effect)
        for member in context.state().active("hero")
        for effect, _source in effects_of(member, context.book)
        if effect.code == "price_cut"
    ]
    if used or not cuts or gold < 2:
        return []
    name, effect = cuts[0]
    return [{"key": "haggle", "name": name, "dice": str(effect.get("dice")), "least": int(effect.get("minimum_gc", 1))}]


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Buy the item that was found for the stash, hire the person who was found, or decline. Raises NotEnoughGold, and
    AgainstRules if a maximum is reached."""
    SETTLE.get(line.kind, _settle_search)(context, line, key)


def _settle_search(context: AftermathContext, line: AftermathLine, key: str) -> None:
    found = SeekLine.read(line)
    item = found.item or ""
    kind, _colon, thief = key.partition(":")
    if kind == "steal_it":
        found = activities.steal(context, line, thief, item, found)
    elif kind in PAY:
        option = next(option for option in line.options if option["key"] == key)
        found = replace(found, paid=PAY[kind](context, line, item, option))
    if (found.paid is not None or found.stolen) and maps.is_map(context, item):
        maps.read(context, item, str(line.number))
    context.answered(line, key, found)
    if found.paid is not None:
        studies.offer_books(context)


def _buy(context: AftermathContext, line: AftermathLine, item: str, _option: LineOption) -> int:
    return _pay(context, line, item, SeekLine.read(line).gold or 0)


def _haggle_and_buy(context: AftermathContext, line: AftermathLine, item: str, option: LineOption) -> int:
    saved = context.roller.roll(str(option["dice"]), "haggle", option["name"])
    return _pay(context, line, item, max(int(option["least"]), (SeekLine.read(line).gold or 0) - saved))


def _pay(context: AftermathContext, line: AftermathLine, item: str, gold: int) -> int:
    by = context.by(f"market:{line.number}")
    trading_services.buy(
        warband_id=context.row.warband_id, item=item, by=by, warrior=STASH, price_gc=gold, is_found=True
    )
    return gold


def _buy_brace(context: AftermathContext, line: AftermathLine, item: str, option: LineOption) -> int:
    """Buy two pieces for the price of the brace; an odd crown is added to the price of the first. Returns the gold
    paid."""
    gold = int(option["gold"])
    first = gold - gold // 2
    for number, price in enumerate((first, gold // 2)):
        trading_services.buy(
            warband_id=context.row.warband_id,
            item=item,
            by=context.by(f"market:{line.number}:brace" if number else f"market:{line.number}"),
            warrior=STASH,
            price_gc=price,
            is_found=True,
        )
    return gold


PAY: Final[Mapping[str, Callable[[AftermathContext, AftermathLine, str, LineOption], int]]] = {
    "buy": _buy,
    "haggle": _haggle_and_buy,
    "buy_brace": _buy_brace,
}
"""Functions for the ways to pay for a rare item that was found. Each returns the gold paid."""
SETTLE: Final[Mapping[str, Callable[[AftermathContext, AftermathLine, str], None]]] = {
    searches.ACTIVITY: activities.settle,
    wishes.CHOICE: wishes.settle,
    merchants.WARES: merchants.settle,
    merchants.AS_COMMON: merchants.settle,
    studies.BOOK: studies.settle_book,
    PersonaLine.kind: named_people.settle_person,
}
"""Functions that carry out the answer, by kind of line. All other lines are searches for rare items."""


def resume(row: Aftermath, line: AftermathLine, now: datetime, actor_id: int | None) -> None:
    """Continue a search with the dice that were entered. Raises DiceWanted if it needs more."""
    if line.kind == "seek":
        _look_for_thing(row, line, now, actor_id)
    else:
        named_people.look_for_person(row, line, now, actor_id)
