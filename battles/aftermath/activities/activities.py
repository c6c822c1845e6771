"""What some warriors do after a battle, in addition to a search or instead of one: cons, robbery, brewing, theft. Rule:
AF-DEED-01"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from battles.aftermath.activities import merchants, strategists, wishes
from battles.aftermath.activities.searches import ACTIVITY, STAGE, CannotSearch, searched
from battles.aftermath.context import AftermathContext
from battles.aftermath.finds.searchers import searchers
from battles.aftermath.stages import injuries
from battles.aftermath.stored.activity_lines import ActivityResult, DeedLine
from battles.aftermath.stored.options import LineOption
from battles.engine.aftermath.injuries import InjuryResult, serious_injuries
from battles.models import AftermathLine
from catalogue.packs.book import EffectData, Item
from warbands.core.state import HERO, STASH, Member
from warbands.roster import casualties
from warbands.rules.member_facts import effects_of
from warbands.rules.prices import price_for
from warbands.trading import stash, treasury

Result = TypeVar("Result", bound=ActivityResult)
Act = Callable[[AftermathContext, AftermathLine, DeedLine, str], DeedLine]
"""Function that carries out an activity. The text is what the chosen option names, such as an item."""

MOST_GOODS = 60
ABLE = frozenset(("deed", "deed_instead", "brews_instead", "steals_item", merchants.MARKET, strategists.POINTS))
"""Effects that give a warrior a choice after a battle."""
ACTIVITIES: dict[str, tuple[str, int]] = {"slick_operator": ("2D6", 0), "banditry": ("D6", 1)}
"""Gold from a risky activity: dice and bonus, unless the D6 shows a 1."""


def offer(context: AftermathContext) -> None:
    """Offer every warrior with such an ability to use it. Thieves choose what to steal."""
    for member, effect in list(_able(context)):
        options: list[LineOption]
        if effect.code == "steals_item":
            options = [*_goods(context), {"key": "no_deed"}]
        elif effect.code == merchants.MARKET:
            options = [*merchants.markets_open_to(context, effect), {"key": "no_deed"}]
        else:
            options = [{"key": "do"}, {"key": "no_deed"}]
        name = str(effect.get("name", effect.code))
        contents = DeedLine(deed=name, instead=effect.code in ("deed_instead", "brews_instead"))
        context.line(STAGE, contents, subject=member.key, name=member.name, options=options)
    wishes.offer(context)


def _able(context: AftermathContext) -> Iterator[tuple[Member, EffectData]]:
    """Heroes and hired swords who were not out of action at the end of the battle, with these abilities."""
    standing = {searcher.key for searcher in searchers(context)}
    fallen = context.facts.out_of_action
    for member in context.state().active():
        up = member.key in context.facts.fought and member.key not in fallen
        if (member.kind == HERO and member.key in standing) or (member.is_hireling and up):
            for effect, _source in effects_of(member, context.book):
                if effect.code == strategists.POINTS and context.row.side.battle.match_id is None:
                    continue
                if effect.code in ABLE:
                    yield member, effect


def _goods(context: AftermathContext) -> list[LineOption]:
    """Common items of some value that may be stolen, by name."""
    state = context.state()
    found: list[Item] = []
    for item in context.book.items.values():
        price = price_for(state, None, item.code, context.book)
        if price is not None and price.rarity is None and price.gc > 1 and item.warrior_type is None:
            found.append(item)
    found.sort(key=lambda item: (-(item.price_gc or 0), item.name))
    return [
        {"key": f"steal:{item.code}", "label": item.name, "gold": item.price_gc or 0} for item in found[:MOST_GOODS]
    ]


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Carry out the chosen activity, or nothing. Raises CannotSearch if the hero has already searched."""
    kind, _colon, what = key.partition(":")
    if kind == "no_deed":
        context.answered(line, key)
        return
    deed = DeedLine.read(line)
    if deed.instead and searched(context.row, line.subject):
        raise CannotSearch
    act = BY_OPTION.get(kind) or BY_DEED.get(deed.deed, _take_risk)
    context.answered(line, key, act(context, line, deed, what))


def _effect(context: AftermathContext, warrior: str, *codes: str) -> EffectData:
    member = context.state().members[warrior]
    return next(effect for effect, _source in effects_of(member, context.book) if effect.code in codes)


def _brew(context: AftermathContext, line: AftermathLine, deed: DeedLine, _what: str) -> DeedLine:
    effect = _effect(context, line.subject, "brews_instead")
    dice = effect.get("dice", "")
    rolled = context.roller.roll(str(dice), "deed", line.subject_name) if dice else 1
    count = max(0, rolled - int(effect.get("less", 0)))
    item = str(effect.get("item"))
    if count:
        by = context.by(f"brew:{line.number}")
        stash.add(warband_id=context.row.warband_id, item=item, count=count, by=by, because="brewed")
    return replace(deed, item=item, count=count)


def _take_risk(context: AftermathContext, line: AftermathLine, deed: DeedLine, _what: str) -> DeedLine:
    """Roll a D6 for a risky activity: gold, or the penalty on a 1."""
    warband_id, warrior = context.row.warband_id, line.subject
    if context.roller.d6("deed", line.subject_name) > 1:
        dice, more = ACTIVITIES[deed.deed]
        gold = context.roller.roll(dice, "deed", line.subject_name) + more
        treasury.gain(warband_id=warband_id, gold_gc=gold, by=context.by(f"deed:{line.number}"), because="deed")
        return replace(deed, gold=gold)
    if deed.deed == "slick_operator":
        casualties.miss_next(warband_id=warband_id, warrior=warrior, by=context.by(f"deed:{line.number}"))
        return replace(deed, gold=0)
    member = context.state().members[warrior]
    found: tuple[InjuryResult, ...] = serious_injuries(context.roller, context.tables.injuries, member.name)
    injuries.apply_injuries(context, f"deed{line.number}", member, found)
    return replace(deed, gold=0, injuries=[injury.name for injury in found])


def steal(context: AftermathContext, line: AftermathLine, warrior: str, item: str, contents: Result) -> Result:
    """Steal a common item on 2+, or a rare one if 2D6 exceeds its rarity; a thief who fails may be hanged. Returns the
    contents of the line with the result. Rule: AF-DEED-02"""
    member = context.state().members[warrior]
    effect = _effect(context, warrior, "steals_item")
    price = price_for(context.state(), None, item, context.book)
    rarity = price.rarity if price is not None else None
    if rarity is None:
        got = context.roller.d6("theft", member.name) >= int(effect.get("common_on"))
    else:
        got = context.roller.roll("2D6", "theft", member.name) > rarity
    if got:
        by = context.by(f"stolen:{line.number}")
        stash.add(warband_id=context.row.warband_id, item=item, by=by, warrior=STASH, because="stolen")
        return replace(contents, item=item, stolen=True)
    hangs = context.roller.d6("gallows", member.name) >= int(effect.get("hanged_on"))
    if hangs:
        by = context.by(f"hanged:{line.number}")
        casualties.kill(warband_id=context.row.warband_id, warrior=warrior, by=by, because="hanged")
    return replace(contents, item=item, stolen=False, hanged=hangs)


def thief(context: AftermathContext) -> Member | None:
    """A warrior who may steal the found item and has not stolen in this aftermath."""
    done = set(
        AftermathLine.objects.filter(aftermath=context.row, kind=ACTIVITY, answer__startswith="steal").values_list(
            "subject", flat=True
        )
    )
    for member, effect in _able(context):
        if effect.code == "steals_item" and member.key not in done:
            return member
    return None


BY_OPTION: Final[Mapping[str, Act]] = {
    "steal": lambda context, line, deed, item: steal(context, line, line.subject, item, deed),
    "visit": lambda context, line, _deed, market: merchants.visit(context, line, market),
}
"""Functions for options that name something (such as an item). They take precedence over BY_DEED."""
BY_DEED: Final[Mapping[str, Act]] = {
    wishes.WISHES: lambda context, line, _deed, _what: wishes.make(context, line),
    strategists.POINTS: lambda context, line, _deed, _what: strategists.miss_next_battle(context, line),
    "brews_instead": _brew,
}
"""Functions for activities with rules of their own. All others are risky activities."""
