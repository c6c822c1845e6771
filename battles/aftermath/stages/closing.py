"""The last stages: the sale of wyrdstone, the upkeep of hired swords, recording the battle on the roster, and the new
rating. Rules: AF-SELL-01, AF-PAY-01, AF-RATE-01"""

from __future__ import annotations

from dataclasses import replace

from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.line import update
from battles.aftermath.stored.options import LineOption
from battles.aftermath.stored.roster_lines import RatingLine, SaleLine, UpkeepLine
from battles.aftermath.warriors import hirelings, hunger, leaderless
from battles.engine.aftermath.income import sale_price_gc
from battles.models import AftermathLine
from warbands.core.state import HIRED, PERSONA
from warbands.roster import casualties
from warbands.rules.counts import sellers
from warbands.rules.rating import rating_of
from warbands.trading import treasury, upkeep

SALE, UPKEEP, RATING = "sale", "upkeep", "rating"


def offer_sale(context: AftermathContext) -> None:
    """Open the sale: one option for each number of shards with its price, and one to sell none."""
    state = context.state()
    if not state.shards:
        context.line(SALE, "no_shards")
        return
    tables = context.tables
    warriors = sellers(state, context.book)
    options: list[LineOption] = [
        {"key": f"sell:{n}", "shards": n, "gold": sale_price_gc(n, warriors, tables.sale_prices, tables.sale_sizes)}
        for n in range(state.shards, 0, -1)
    ]
    context.line(SALE, SaleLine(shards=state.shards, warriors=warriors), options=[*options, {"key": "keep"}])


def settle_sale(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Sell the chosen number of shards at the current price. Raises NotEnoughShards."""
    kind, _colon, what = key.partition(":")
    if kind == "keep":
        context.answered(line, key, replace(SaleLine.read(line), gold=0))
        return
    sold = treasury.sell_shards(
        warband_id=context.row.warband_id, shards=int(what), by=context.by(f"sale:{line.number}")
    )
    context.answered(line, key, replace(SaleLine.read(line), gold=sold.gold_delta_gc))


def next_to_pay(context: AftermathContext) -> str:
    """The key of the first hired sword or hungry beast that has no line yet; "" if all have one."""
    known = set(AftermathLine.objects.filter(aftermath=context.row, stage=UPKEEP).values_list("subject", flat=True))
    return next((member.key for member in hirelings.to_be_asked(context) if member.key not in known), "")


def ask_upkeep(context: AftermathContext, warrior: str) -> None:
    """Ask whether to pay or dismiss a hired sword. One without upkeep has finished the contract and leaves."""
    state = context.state()
    member = state.members[warrior]
    if member.kind not in (HIRED, PERSONA):
        hunger.ask_to_feed(context, member)
        return
    if hirelings.has_gone(context, member):
        return
    state = context.state()
    price = upkeep.upkeep_gc(state, member, context.book)
    if price is None:
        upkeep.leave_unpaid(warband_id=context.row.warband_id, warrior=warrior, by=context.by(f"leaves:{warrior}"))
        context.line(UPKEEP, "leaves", subject=warrior, name=member.name)
        return
    if hirelings.asks_nothing(context, member):
        context.line(UPKEEP, "unpaid", subject=warrior, name=member.name)
        return
    options: list[LineOption] = [{"key": "pay", "gold": price}]
    options += [*hirelings.more_options(context, member), {"key": "leave"}]
    context.line(UPKEEP, UpkeepLine(price=price), subject=warrior, name=member.name, options=options)


def settle_upkeep(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Pay a hired sword, keep them in camp, or dismiss them. Raises NotEnoughGold, NoSuchWarrior."""
    if line.kind == "hungry":
        hunger.settle_hunger(context, line, key)
        return
    by = context.by(f"upkeep:{line.number}")
    act = {"pay": upkeep.pay, "camp": casualties.miss_next}.get(key, upkeep.leave_unpaid)
    act(warband_id=context.row.warband_id, warrior=line.subject, by=by)
    context.answered(line, key)


def close_battle(context: AftermathContext) -> None:
    """Count the battle for all warriors on the roster, and record the new rating. Running it again changes nothing."""
    row, facts = context.row, context.facts
    casualties.battle_fought(
        warband_id=row.warband_id,
        fighters=list(facts.fought),
        kills=dict(facts.kills),
        by=context.by("fought"),
    )
    leaderless.disband_undead(context)
    row.rating_after = rating_of(context.state(), context.book).total
    row.save(update_fields=["rating_after"])
    if not AftermathLine.objects.filter(aftermath=row, kind="rating").exists():
        context.line(RATING, RatingLine(before=row.rating_before, after=row.rating_after))


def update_rating(context: AftermathContext) -> None:
    """Update the rating and its line after a late choice."""
    row = context.row
    row.rating_after = rating_of(context.state(), context.book).total
    row.save(update_fields=["rating_after"])
    line = AftermathLine.objects.filter(aftermath=row, kind="rating").first()
    rating = RatingLine.read(line) if line is not None else None
    if line is not None and rating is not None and rating.after != row.rating_after:
        rolled = rating.after if rating.rolled is None else rating.rolled
        update(line, replace(rating, rolled=rolled, after=row.rating_after))
        line.save(update_fields=["data"])
