"""Purchases after a battle in addition to searches: goods of a black market, and one rare item sold as if it were
common. Rules: AF-MARKET-01, AF-MARKET-02"""

from __future__ import annotations

from dataclasses import replace

from battles.aftermath.activities.searches import STAGE
from battles.aftermath.context import AftermathContext
from battles.aftermath.finds.searchers import list_tags
from battles.aftermath.stored.activity_lines import DeedLine, SoldAsCommonLine, WaresLine
from battles.aftermath.stored.find_lines import KeptLine
from battles.aftermath.stored.options import LineOption
from battles.engine.aftermath.exploration import roll_location
from battles.models import AftermathLine
from catalogue.packs.book import EffectData, Item
from warbands.core.state import STASH
from warbands.rules.prices import price_for
from warbands.trading import services as trading_services
from warbands.trading import treasury

MARKET, COMMON = "visits_market", "buys_as_common"
"""Codes of the effects implemented in this module."""
WARES, AS_COMMON = WaresLine.kind, SoldAsCommonLine.kind
"""Kinds of lines with items for sale."""
MOST_OFFERS = 80


def markets_open_to(context: AftermathContext, effect: EffectData) -> list[LineOption]:
    """Options to visit a market. The warrior can visit one of them after a battle."""
    places = context.book.exploration
    return [{"key": f"visit:{code}", "label": places[code].name} for code in map(str, effect.get("places"))]


def visit(context: AftermathContext, line: AftermathLine, place: str) -> DeedLine:
    """Roll for the goods of a market. The player chooses what to buy on a separate line. Rule: AF-MARKET-01"""
    row = context.place(place)
    found = roll_location(context.roller, row, list_tags(context.state(), context.book))
    offers: list[LineOption] = []
    for code, parameters in found.effects:
        if code == "offers_items":
            most = context.roller.roll(str(parameters["dice"]), "wares") if "dice" in parameters else 1
            offers += _offers(context, [str(item) for item in parameters["items"]], most)
    if offers:
        options: list[LineOption] = [*offers, {"key": "leave"}]
        contents = WaresLine(place=row.name)
        context.line(STAGE, contents, subject=line.subject, name=line.subject_name, options=options)
    return replace(DeedLine.read(line), place=row.name, roll=found.sub_roll, nothing=not offers)


def _offers(context: AftermathContext, items: list[str], most: int) -> list[LineOption]:
    """Options to buy: for each item that this warband may own, one option per quantity."""
    state = context.state()
    found: list[LineOption] = []
    for code in items:
        item = context.book.items[code]
        if price_for(state, None, code, context.book) is None:
            continue
        for count in range(1, most + 1):
            gold = (item.price_gc or 0) * count
            found.append({"key": f"wares:{code}:{count}", "label": item.name, "count": count, "gold": gold})
    return found


def offer_as_common(context: AftermathContext) -> None:
    """Offer one rare item of the price chart to a warband with the necessary contacts. Rule: AF-MARKET-02"""
    waiting = AftermathLine.objects.filter(aftermath__warband_id=context.row.warband_id, kind="kept", answer="")
    for line in waiting.order_by("pk"):
        kept = KeptLine.read(line)
        if kept.code != COMMON:
            continue
        context.answered(line, "used", replace(kept, used_by=context.row.public_id))
        options: list[LineOption] = [*_rare_things(context), {"key": "leave"}]
        context.line(STAGE, SoldAsCommonLine(gold_dice=kept.text("dice")), name=line.subject_name, options=options)


def _rare_things(context: AftermathContext) -> list[LineOption]:
    state = context.state()
    own = context.book.warband_tags(state.warband_type_code)
    found: list[tuple[int, Item]] = []
    for item in context.book.items.values():
        price = price_for(state, None, item.code, context.book)
        is_rare = price is not None and price.rarity is not None
        if is_rare and context.book.deals_in(item) and not set(item.who.only) & own and item.price_gc:
            found.append((item.price_gc, item))
    found.sort(key=lambda pair: (-pair[0], pair[1].name))
    return [{"key": f"wares:{item.code}:1", "label": item.name, "gold": gold} for gold, item in found[:MOST_OFFERS]]


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Buy for the stash, or decline. Raises NotEnoughGold."""
    kind, _colon, what = key.partition(":")
    wares = SoldAsCommonLine.read(line) if line.kind == AS_COMMON else WaresLine.read(line)
    if kind == "wares":
        item, _colon, number = what.partition(":")
        paid = _buy(context, line, item, int(number))
        wares = replace(wares, item=item, count=int(number), paid=paid)
    if isinstance(wares, SoldAsCommonLine):
        gold = context.roller.roll(wares.dice, "notebooks")
        by = context.by(f"notebooks:{line.number}")
        treasury.gain(warband_id=context.row.warband_id, gold_gc=gold, by=by, because="deed")
        wares = replace(wares, gold=gold)
    context.answered(line, key, wares)


def _buy(context: AftermathContext, line: AftermathLine, item: str, count: int) -> int:
    """Buy at the base price on the black market, or with the price dice for a rare item sold as common. Returns the
    gold that was paid."""
    price = context.book.items[item].price_gc or 0
    if line.kind == AS_COMMON:
        quote = price_for(context.state(), None, item, context.book)
        price = quote.gc if quote is not None else price
        if quote is not None and quote.dice:
            price += context.roller.roll(quote.dice, "price")
    by = context.by(f"wares:{line.number}")
    warband_id = context.row.warband_id
    trading_services.buy(
        warband_id=warband_id, item=item, by=by, warrior=STASH, count=count, price_gc=price, is_found=True
    )
    return price * count
