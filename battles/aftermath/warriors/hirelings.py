"""Which hired swords stay after a battle, by their own conditions, and beasts that must eat.

Rules: AF-PAY-01 to AF-PAY-04, AF-PERSONA-03
"""

from __future__ import annotations

from battles.aftermath.context import AftermathContext
from battles.aftermath.finds.searchers import passes_test
from battles.aftermath.stored.options import LineOption
from battles.aftermath.stored.roster_lines import BloodPriceLine, HungryLine, PocketsLine, RobsLine
from battles.engine.aftermath.rolls import dice_in
from battles.models import Aftermath, AftermathLine, AftermathStatus, BattleSide
from catalogue.packs.book import EffectData, WarriorType
from warbands.core.state import HERO, HIRED, OF_THE_BAND, PERSONA, Member, WarbandState
from warbands.roster import casualties
from warbands.rules.counts import rules_of
from warbands.rules.member_facts import characteristics_of, effects_of, tags_of
from warbands.rules.rating import rating_line
from warbands.trading import treasury, upkeep

STAGE = "upkeep"


def effect_of(context: AftermathContext, member: Member, code: str) -> EffectData | None:
    """The first effect of this code on a member."""
    return next((effect for effect, _source in effects_of(member, context.book) if effect.code == code), None)


def to_be_asked(context: AftermathContext) -> list[Member]:
    """Hired swords, and beasts of the warband that must be fed, in roster order."""
    return [
        member
        for member in context.state().active()
        if member.kind in (HIRED, PERSONA) or effect_of(context, member, "feed_or_lose") is not None
    ]


def has_gone(context: AftermathContext, member: Member) -> bool:
    """Whether a special rule makes the hired sword leave regardless of payment. If so they are removed, with a line.

    Rules: AF-PAY-02, AF-PAY-03
    """
    _costs_of_solitary(context, member)
    served = effect_of(context, member, "leaves_after_battles")
    fought = member.battles_fought + (member.key in context.facts["fought"])
    if served is not None and _applies(context, served) and fought >= int(served.get("amount", 1)):
        _let_go(context, member, "leaves")
        return True
    leaves = effect_of(context, member, "leaves_on")
    if leaves is not None and _roll(context, member, leaves) <= int(leaves.get("fails_up_to")):
        _let_go(context, member, "walks_out")
        return True
    called = effect_of(context, member, "called_by_caster")
    if called is not None and not any(warrior.spells for warrior in context.state().active(HERO)):
        _let_go(context, member, "walks_out")
        return True
    whims = effect_of(context, member, "upkeep_roll")
    if whims is not None and context.roller.d6("stays", member.name) <= int(whims.get("robs_up_to", 0)):
        _rob(context, member)
        return True
    return False


def _roll(context: AftermathContext, member: Member, effect: EffectData) -> int:
    notation = str(effect.get("dice", "D6"))
    assert dice_in(notation)
    return context.roller.roll(notation, "stays", member.name)


def _applies(context: AftermathContext, effect: EffectData) -> bool:
    """Whether this hired sword only ever leaves certain warbands."""
    wanted = effect.get("lists")
    return not wanted or bool(set(map(str, wanted)) & context.book.warband_tags(context.state().warband_type_code))


def _let_go(context: AftermathContext, member: Member, kind: str) -> None:
    by = context.by(f"leaves:{member.key}")
    upkeep.leave_unpaid(warband_id=context.row.warband_id, warrior=member.key, by=by)
    context.line(STAGE, kind, subject=member.key, name=member.name)


def _rob(context: AftermathContext, member: Member) -> None:
    """The hired sword steals the treasury and the wyrdstone."""
    state, warband_id = context.state(), context.row.warband_id
    gold, shards = state.treasury_gc, state.shards
    if gold:
        treasury.spend(warband_id=warband_id, gold_gc=gold, by=context.by(f"robs:{member.key}"), because="robbed")
    if shards:
        by = context.by(f"robs-shards:{member.key}")
        treasury.gain_shards(warband_id=warband_id, shards=-shards, by=by, because="robbed")
    by = context.by(f"leaves:{member.key}")
    upkeep.leave_unpaid(warband_id=warband_id, warrior=member.key, by=by)
    context.line(STAGE, RobsLine(gold=gold, shards=shards), subject=member.key, name=member.name)


def _costs_of_solitary(context: AftermathContext, member: Member) -> None:
    """Costs of some members after a battle: a shard stolen, a warrior killed after a defeat. Rule: AF-PAY-03"""
    greedy = effect_of(context, member, "leaves_shard_on")
    if greedy is not None and context.state().shards:
        lost = _roll(context, member, greedy) <= int(greedy.get("fails_up_to"))
        if lost:
            by = context.by(f"shard:{member.key}")
            treasury.gain_shards(warband_id=context.row.warband_id, shards=-1, by=by, because="robbed")
        context.line(STAGE, PocketsLine(lost=lost), subject=member.key, name=member.name)
    grim = effect_of(context, member, "blood_price")
    if grim is not None and not context.facts["won"] and not context.facts["drawn"]:
        _take_the_least(context, member, grim)


def _take_the_least(context: AftermathContext, member: Member, grim: EffectData) -> None:
    state = context.state()
    able = [warrior for warrior in state.active(*OF_THE_BAND) if not warrior.is_leader]
    if context.roller.d6("stays", member.name) > int(grim.get("fails_up_to")) or not able:
        context.line(STAGE, BloodPriceLine(), subject=member.key, name=member.name)
        return
    least = min(
        able,
        key=lambda warrior: (rating_line(state, warrior, context.book).total / warrior.headcount, -warrior.position),
    )
    by = context.by(f"blood:{member.key}")
    casualties.kill(warband_id=context.row.warband_id, warrior=least.key, by=by, because="blood_price")
    context.line(STAGE, BloodPriceLine(victim=least.name), subject=member.key, name=member.name)


def asks_nothing(context: AftermathContext, member: Member) -> bool:
    """Whether the hired sword serves without upkeep this time. Rule: AF-PAY-03"""
    for effect, _source in effects_of(member, context.book):
        if effect.code == "upkeep_roll" and context.roller.notes:
            if context.roller.notes[-1].result >= int(effect.get("free_from", 7)):
                return True
        elif effect.code == "unpaid_after" and set(map(str, effect.get("enemies"))) & _enemies(context):
            return True
    return False


def _enemies(context: AftermathContext) -> set[str]:
    """Tags of the enemies' lists."""
    others = BattleSide.objects.filter(battle_id=context.row.side.battle_id, warband__isnull=False)
    codes = others.exclude(pk=context.row.side_id).values_list("warband__warband_type_code", flat=True)
    return {tag for code in codes for tag in context.book.warband_tags(code)}


def more_options(context: AftermathContext, member: Member) -> list[LineOption]:
    """Alternatives to payment: staying in camp with the member they follow. Rule: AF-PAY-03"""
    effect = effect_of(context, member, "unpaid_in_camp")
    if effect is None:
        return []
    state, wanted = context.state(), set(map(str, effect.get("who")))
    beside = any(
        wanted & tags_of(state, warrior, context.book) for warrior in state.active() if warrior.key != member.key
    )
    return [{"key": "camp"}] if beside else []


# -- beasts that eat --------------------------------------------------------------------------------------------------


def ask_to_feed(context: AftermathContext, member: Member) -> None:
    """Open the choice to feed a hungry beast or lose it. Rule: AF-PAY-04"""
    effect = effect_of(context, member, "feed_or_lose")
    assert effect is not None
    state = context.state()
    gold = int(effect.get("gold")) * member.headcount
    options: list[LineOption] = [{"key": "feed_gold", "gold": gold}]
    small = [str(code) for code in effect.get("warrior_types", ())]
    count = int(effect.get("amount", 0)) * member.headcount
    food = [warrior for warrior in state.active(*OF_THE_BAND) if warrior.warrior_type_code in small]
    if count and sum(warrior.headcount for warrior in food) >= count:
        options.append({"key": "feed_small", "count": count})
    options.append({"key": "unfed"})
    contents = HungryLine(price=gold, count=count)
    context.line(STAGE, contents, subject=member.key, name=member.name, options=options)


def settle_hunger(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Buy its food, feed it small warriors, or lose it. Raises NotEnoughGold."""
    warband_id = context.row.warband_id
    if key == "feed_gold":
        by = context.by(f"feed:{line.number}")
        treasury.spend(warband_id=warband_id, gold_gc=HungryLine.read(line).price, by=by, because="hungry")
    elif key == "feed_small":
        _eat(context, line)
    else:
        casualties.leave(warband_id=warband_id, warrior=line.subject, by=context.by(f"unfed:{line.number}"))
    context.answered(line, key)


def _eat(context: AftermathContext, line: AftermathLine) -> None:
    """The least experienced of the small warriors are eaten first."""
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


# -- who comes at all -------------------------------------------------------------------------------------------------


def served_recently(row: Aftermath, state: WarbandState, entry: WarriorType, context: AftermathContext) -> bool:
    """Whether the persona served too recently to join again. Rule: AF-PERSONA-03"""
    waits = max((int(one.get("amount", 1)) for one in rules_of(entry, context.book, "rests_battles")), default=0)
    if not waits:
        return False
    keys = {one.key for one in state.members.values() if one.warrior_type_code == entry.code}
    if not keys:
        return False
    if keys & set(row.facts["fought"]):
        return True
    earlier = Aftermath.objects.filter(warband_id=row.warband_id, pk__lt=row.pk).exclude(status=AftermathStatus.BACK)
    lately = earlier.order_by("-pk").values_list("facts", flat=True)[: waits - 1]
    return any(keys & set(facts["fought"]) for facts in lately)


def roll_to_join(context: AftermathContext, entry: WarriorType) -> bool:
    """The die that decides whether some join at all. Rule: AF-PERSONA-03"""
    for effect in rules_of(entry, context.book, "joins_on"):
        if context.roller.roll(str(effect.get("dice")), "joins", entry.name) < int(effect.get("needs")):
            return False
    for effect in rules_of(entry, context.book, "called_by_caster"):
        casters = [member for member in context.state().active(HERO) if member.spells and member.battles_fought]
        check = ("characteristic_check", {"characteristic": str(effect.get("characteristic"))})
        able = max(casters, key=lambda member: characteristics_of(member, context.book).leadership, default=None)
        if able is None or not passes_test(context, check, able):
            return False
    return True
