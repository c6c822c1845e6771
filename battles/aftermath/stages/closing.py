"""The last stages: sale of wyrdstone, upkeep of hired swords, closing the battle on the roster, the new rating.

Rules: AF-SELL-01, AF-PAY-01, AF-RATE-01
"""

from __future__ import annotations

from typing import Any

from battles.aftermath.account import Account
from battles.aftermath.warriors import hirelings, leaderless
from battles.engine.aftermath.income import sale_price_gc
from battles.models import AftermathLine
from warbands.core.state import HIRED, PERSONA
from warbands.roster import casualties
from warbands.rules.counts import sellers
from warbands.rules.rating import rating_of
from warbands.trading import treasury, upkeep

SALE, UPKEEP, RATING = "sale", "upkeep", "rating"


def offer_sale(account: Account) -> None:
    """Open the sale: one option for each number of shards with its price, and keeping them all."""
    state = account.state()
    if not state.shards:
        account.line(SALE, "no_shards")
        return
    tables = account.tables
    warriors = sellers(state, account.book)
    options: list[dict[str, Any]] = [
        {"key": f"sell:{n}", "shards": n, "gold": sale_price_gc(n, warriors, tables.sale_prices, tables.sale_sizes)}
        for n in range(state.shards, 0, -1)
    ]
    account.line(SALE, "sale", options=[*options, {"key": "keep"}], shards=state.shards, warriors=warriors)


def settle_sale(account: Account, line: AftermathLine, key: str) -> None:
    """Sell this number of shards at once, at the current price. Raises NotEnoughShards."""
    kind, _colon, what = key.partition(":")
    if kind == "keep":
        account.answered(line, key, gold=0)
        return
    sold = treasury.sell_shards(
        warband_id=account.row.warband_id, shards=int(what), by=account.by(f"sale:{line.number}")
    )
    account.answered(line, key, gold=sold.gold_delta_gc)


def next_to_pay(account: Account) -> str:
    """The first hired sword or hungry beast without a line, by key; "" when all have one."""
    known = set(AftermathLine.objects.filter(aftermath=account.row, stage=UPKEEP).values_list("subject", flat=True))
    return next((one.key for one in hirelings.to_be_asked(account) if one.key not in known), "")


def ask_upkeep(account: Account, warrior: str) -> None:
    """Open the choice to pay or dismiss a hired sword; one without upkeep has completed the contract."""
    state = account.state()
    member = state.members[warrior]
    if member.kind not in (HIRED, PERSONA):
        hirelings.ask_to_feed(account, member)
        return
    if hirelings.has_gone(account, member):
        return
    state = account.state()
    price = upkeep.upkeep_gc(state, member, account.book)
    if price is None:
        upkeep.leave_unpaid(warband_id=account.row.warband_id, warrior=warrior, by=account.by(f"leaves:{warrior}"))
        account.line(UPKEEP, "leaves", subject=warrior, name=member.name)
        return
    if hirelings.asks_nothing(account, member):
        account.line(UPKEEP, "unpaid", subject=warrior, name=member.name)
        return
    options: list[dict[str, Any]] = [{"key": "pay", "gold": price}]
    options += [*hirelings.more_options(account, member), {"key": "leave"}]
    account.line(UPKEEP, "upkeep", subject=warrior, name=member.name, options=options, price=price)


def settle_upkeep(account: Account, line: AftermathLine, key: str) -> None:
    """Pay, keep in camp, or dismiss a hired sword. Raises NotEnoughGold, NoSuchWarrior."""
    if line.kind == "hungry":
        hirelings.settle_hunger(account, line, key)
        return
    by = account.by(f"upkeep:{line.number}")
    act = {"pay": upkeep.pay, "camp": casualties.miss_next}.get(key, upkeep.leave_unpaid)
    act(warband_id=account.row.warband_id, warrior=line.subject, by=by)
    account.answered(line, key)


def close_battle(account: Account) -> None:
    """Count the battle for all warriors on the roster and record the new rating. A repeat changes nothing."""
    row, facts = account.row, account.facts
    casualties.battle_fought(
        warband_id=row.warband_id,
        fighters=list(facts["fought"]),
        kills=dict(facts["kills"]),
        by=account.by("fought"),
    )
    leaderless.fall_apart(account)
    row.rating_after = rating_of(account.state(), account.book).total
    row.save(update_fields=["rating_after"])
    if not AftermathLine.objects.filter(aftermath=row, kind="rating").exists():
        account.line(RATING, "rating", before=row.rating_before, after=row.rating_after)


def renew_rating(account: Account) -> None:
    """Update the rating and its line after a late choice."""
    row = account.row
    row.rating_after = rating_of(account.state(), account.book).total
    row.save(update_fields=["rating_after"])
    line = AftermathLine.objects.filter(aftermath=row, kind="rating").first()
    if line is not None and line.data["after"] != row.rating_after:
        line.data = {"rolled": line.data["after"], **line.data, "after": row.rating_after}
        line.save(update_fields=["data"])
