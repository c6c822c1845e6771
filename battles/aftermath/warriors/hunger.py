"""Beasts of the warband that must be fed after a battle, or are lost. Rule: AF-PAY-04"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.options import LineOption
from battles.aftermath.stored.roster_lines import HungryLine
from battles.aftermath.warriors.hirelings import STAGE, effect_of
from battles.models import AftermathLine
from mordheim_site.registry import Registry
from warbands.core.state import OF_THE_BAND, Member
from warbands.roster import casualties
from warbands.trading import treasury

GOLD, SMALL, UNFED = "feed_gold", "feed_small", "unfed"
Answer = Callable[[AftermathContext, AftermathLine], None]
ANSWERS: Final[Registry[str, Answer]] = Registry("answer to a hungry beast")
"""Function for each option of the choice about food."""


def ask_to_feed(context: AftermathContext, member: Member) -> None:
    """Ask whether to feed a hungry beast or lose it. Rule: AF-PAY-04"""
    effect = effect_of(context, member, "feed_or_lose")
    assert effect is not None
    state = context.state()
    gold = int(effect.get("gold")) * member.headcount
    options: list[LineOption] = [{"key": GOLD, "gold": gold}]
    small = [str(code) for code in effect.get("warrior_types", ())]
    count = int(effect.get("amount", 0)) * member.headcount
    food = [warrior for warrior in state.active(*OF_THE_BAND) if warrior.warrior_type_code in small]
    if count and sum(warrior.headcount for warrior in food) >= count:
        options.append({"key": SMALL, "count": count})
    options.append({"key": UNFED})
    contents = HungryLine(price=gold, count=count)
    context.line(STAGE, contents, subject=member.key, name=member.name, options=options)


def settle_hunger(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Carry out the answer: buy food, feed it small warriors, or lose it. Raises NotEnoughGold."""
    ANSWERS[key](context, line)
    context.answered(line, key)


def _answer(key: str) -> Callable[[Answer], Answer]:
    return lambda function: ANSWERS.add(key, function)


@_answer(GOLD)
def buy_food(context: AftermathContext, line: AftermathLine) -> None:
    """Pay for the food of the beast."""
    by = context.by(f"feed:{line.number}")
    price = HungryLine.read(line).price
    treasury.spend(warband_id=context.row.warband_id, gold_gc=price, by=by, because="hungry")


@_answer(UNFED)
def lose_it(context: AftermathContext, line: AftermathLine) -> None:
    """Remove the beast, which runs away."""
    by = context.by(f"unfed:{line.number}")
    casualties.leave(warband_id=context.row.warband_id, warrior=line.subject, by=by)


@_answer(SMALL)
def eat_warriors(context: AftermathContext, line: AftermathLine) -> None:
    """Remove the small warriors that are eaten, the least experienced first."""
    state = context.state()
    beast = state.members[line.subject]
    effect = effect_of(context, beast, "feed_or_lose")
    small = [str(code) for code in effect.get("warrior_types", ())] if effect is not None else []
    left = HungryLine.read(line).count
    food = [member for member in state.active(*OF_THE_BAND) if member.warrior_type_code in small]
    for member in sorted(food, key=lambda member: (member.kind, member.experience, -member.position)):
        count = min(left, member.headcount)
        if count:
            by = context.by(f"eaten:{line.number}:{member.key}")
            casualties.kill(warband_id=context.row.warband_id, warrior=member.key, count=count, by=by, because="eaten")
        left -= count
