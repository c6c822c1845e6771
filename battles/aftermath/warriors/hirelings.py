"""Decides which hired swords stay after a battle, by their own conditions, and which dramatis personae join. Rules:
AF-PAY-01 to AF-PAY-03, AF-PERSONA-03"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from battles.aftermath.context import AftermathContext
from battles.aftermath.finds.searchers import passes_test
from battles.aftermath.stored.facts import StoredFacts
from battles.aftermath.stored.options import LineOption
from battles.aftermath.stored.roster_lines import BloodPriceLine, PocketsLine, RobsLine
from battles.engine.aftermath.rolls import dice_in
from battles.models import Aftermath, AftermathStatus, BattleSide
from catalogue.packs.book import EffectData, WarriorType
from mordheim_site.registry import Registry
from warbands.core.state import HERO, HIRED, OF_THE_BAND, PERSONA, Member, WarbandState
from warbands.roster import casualties
from warbands.rules.counts import rules_of
from warbands.rules.member_facts import characteristics_of, effects_of, tags_of
from warbands.rules.rating import rating_line
from warbands.trading import treasury, upkeep

STAGE = "upkeep"

Cost = Callable[[AftermathContext, Member, EffectData], None]
Leaves = Callable[[AftermathContext, Member, EffectData], bool]
Free = Callable[[AftermathContext, EffectData], bool]
Joins = Callable[[AftermathContext, WarriorType, EffectData], bool]
Rule = TypeVar("Rule")
COSTS: Final[Registry[str, Cost]] = Registry("cost of a hired sword after a battle")
LEAVES: Final[Registry[str, Leaves]] = Registry("reason of a hired sword to leave")
"""Functions for the reasons to leave, by effect code, in the order in which they are asked. Each carries out the
departure, if it happens, and returns whether it did."""
SERVES_FREE: Final[Registry[str, Free]] = Registry("reason of a hired sword to serve without upkeep")
JOINS: Final[Registry[str, Joins]] = Registry("condition for a persona to join")
"""Functions for the conditions of a persona to join, by effect code. Each returns whether the persona joins."""


def _registered(registry: Registry[str, Rule], code: str) -> Callable[[Rule], Rule]:
    return lambda rule: registry.add(code, rule)


def effect_of(context: AftermathContext, member: Member, code: str) -> EffectData | None:
    """The first effect with this code on a member, or None."""
    return next((effect for effect, _source in effects_of(member, context.book) if effect.code == code), None)


def to_be_asked(context: AftermathContext) -> list[Member]:
    """Hired swords, and beasts of the warband that must be fed, in roster order."""
    return [
        member
        for member in context.state().active()
        if member.kind in (HIRED, PERSONA) or effect_of(context, member, "feed_or_lose") is not None
    ]


def has_gone(context: AftermathContext, member: Member) -> bool:
    """Remove a hired sword whom a special rule makes leave regardless of payment, and write a line. Returns whether
    they left. Rules: AF-PAY-02, AF-PAY-03"""
    for code, cost in COSTS.items():
        if (effect := effect_of(context, member, code)) is not None:
            cost(context, member, effect)
    for code, leaves in LEAVES.items():
        if (effect := effect_of(context, member, code)) is not None and leaves(context, member, effect):
            return True
    return False


@_registered(LEAVES, "leaves_after_battles")
def term_is_over(context: AftermathContext, member: Member, effect: EffectData) -> bool:
    """Let a hired sword leave who has served their number of battles; for some this applies only in certain warbands.
    Returns whether they left."""
    fought = member.battles_fought + (member.key in context.facts.fought)
    if not _applies(context, effect) or fought < int(effect.get("amount", 1)):
        return False
    _let_go(context, member, "leaves")
    return True


@_registered(LEAVES, "leaves_on")
def rolls_to_leave(context: AftermathContext, member: Member, effect: EffectData) -> bool:
    """Let a hired sword leave on a low roll. Returns whether they left."""
    if _roll(context, member, effect) > int(effect.get("fails_up_to")):
        return False
    _let_go(context, member, "walks_out")
    return True


@_registered(LEAVES, "called_by_caster")
def misses_a_caster(context: AftermathContext, member: Member, effect: EffectData) -> bool:
    """Let a hired sword leave whom a caster called, if the warband no longer has one. Returns whether they left."""
    if any(warrior.spells for warrior in context.state().active(HERO)):
        return False
    _let_go(context, member, "walks_out")
    return True


@_registered(LEAVES, "upkeep_roll")
def robs_the_warband(context: AftermathContext, member: Member, effect: EffectData) -> bool:
    """Let a hired sword steal everything and leave on a low roll. Returns whether they did."""
    if context.roller.d6("stays", member.name) > int(effect.get("robs_up_to", 0)):
        return False
    _rob(context, member)
    return True


def _roll(context: AftermathContext, member: Member, effect: EffectData) -> int:
    notation = str(effect.get("dice", "D6"))
    assert dice_in(notation)
    return context.roller.roll(notation, "stays", member.name)


def _applies(context: AftermathContext, effect: EffectData) -> bool:
    """Whether this special rule applies to the warband: some hired swords leave only certain warbands."""
    wanted = effect.get("lists")
    return not wanted or bool(set(map(str, wanted)) & context.book.warband_tags(context.state().warband_type_code))


def _let_go(context: AftermathContext, member: Member, kind: str) -> None:
    by = context.by(f"leaves:{member.key}")
    upkeep.leave_unpaid(warband_id=context.row.warband_id, warrior=member.key, by=by)
    context.line(STAGE, kind, subject=member.key, name=member.name)


def _rob(context: AftermathContext, member: Member) -> None:
    """Remove the treasury and the wyrdstone that the hired sword steals."""
    state, warband_id = context.state(), context.row.warband_id
    gold, shards = state.treasury_gc, state.shards
    if gold:
        treasury.spend(
            warband_id=warband_id, gold_gc=gold, by=context.by(f"robs:{member.key}"), because=treasury.ROBBED
        )
    if shards:
        by = context.by(f"robs-shards:{member.key}")
        treasury.gain_shards(warband_id=warband_id, shards=-shards, by=by, because=treasury.ROBBED)
    by = context.by(f"leaves:{member.key}")
    upkeep.leave_unpaid(warband_id=warband_id, warrior=member.key, by=by)
    context.line(STAGE, RobsLine(gold=gold, shards=shards), subject=member.key, name=member.name)


@_registered(COSTS, "leaves_shard_on")
def pockets_a_shard(context: AftermathContext, member: Member, effect: EffectData) -> None:
    """Roll for whether a greedy warrior steals a shard after the battle. Rule: AF-PAY-03"""
    if not context.state().shards:
        return
    lost = _roll(context, member, effect) <= int(effect.get("fails_up_to"))
    if lost:
        by = context.by(f"shard:{member.key}")
        treasury.gain_shards(warband_id=context.row.warband_id, shards=-1, by=by, because=treasury.ROBBED)
    context.line(STAGE, PocketsLine(lost=lost), subject=member.key, name=member.name)


@_registered(COSTS, "blood_price")
def takes_a_life(context: AftermathContext, member: Member, effect: EffectData) -> None:
    """After a defeat, roll for whether the least valuable warrior is killed as payment. Rule: AF-PAY-03"""
    if context.facts.won or context.facts.drawn:
        return
    state = context.state()
    able = [warrior for warrior in state.active(*OF_THE_BAND) if not warrior.is_leader]
    if context.roller.d6("stays", member.name) > int(effect.get("fails_up_to")) or not able:
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
    """Whether the hired sword serves without upkeep after this battle. Rule: AF-PAY-03"""
    return any(
        effect.code in SERVES_FREE and SERVES_FREE[effect.code](context, effect)
        for effect, _source in effects_of(member, context.book)
    )


@_registered(SERVES_FREE, "upkeep_roll")
def rolled_high(context: AftermathContext, effect: EffectData) -> bool:
    """Roll for a hired sword who stays without pay on a high roll. Returns whether they do."""
    return bool(context.roller.notes) and context.roller.notes[-1].result >= int(effect.get("free_from", 7))


@_registered(SERVES_FREE, "unpaid_after")
def fought_the_hated(context: AftermathContext, effect: EffectData) -> bool:
    """Whether the battle was against enemies whom the hired sword fights for free."""
    return bool(set(map(str, effect.get("enemies"))) & _enemies(context))


def _enemies(context: AftermathContext) -> set[str]:
    """Tags of the lists of the enemy warbands."""
    others = BattleSide.objects.filter(battle_id=context.row.side.battle_id, warband__isnull=False)
    codes = others.exclude(pk=context.row.side_id).values_list("warband__warband_type_code", flat=True)
    return {tag for code in codes for tag in context.book.warband_tags(code)}


def more_options(context: AftermathContext, member: Member) -> list[LineOption]:
    """Alternatives to payment: staying in camp with the member whom they follow. Rule: AF-PAY-03"""
    effect = effect_of(context, member, "unpaid_in_camp")
    if effect is None:
        return []
    state, wanted = context.state(), set(map(str, effect.get("who")))
    has_company = any(
        wanted & tags_of(state, warrior, context.book) for warrior in state.active() if warrior.key != member.key
    )
    return [{"key": "camp"}] if has_company else []


def served_recently(row: Aftermath, state: WarbandState, entry: WarriorType, context: AftermathContext) -> bool:
    """Whether the persona served too recently to join again. Rule: AF-PERSONA-03"""
    waits = max((int(rule.get("amount", 1)) for rule in rules_of(entry, context.book, "rests_battles")), default=0)
    if not waits:
        return False
    keys = {member.key for member in state.members.values() if member.warrior_type_code == entry.code}
    if not keys:
        return False
    if keys & set(row.battle_facts.fought):
        return True
    earlier = Aftermath.objects.filter(warband_id=row.warband_id, pk__lt=row.pk).exclude(status=AftermathStatus.BACK)
    lately = earlier.order_by("-pk").values_list("facts", flat=True)[: waits - 1]
    return any(keys & set(StoredFacts.read(facts).fought) for facts in lately)


def roll_to_join(context: AftermathContext, entry: WarriorType) -> bool:
    """Whether the persona joins: those with a condition roll for it. Rule: AF-PERSONA-03"""
    return all(
        joins(context, entry, effect) for code, joins in JOINS.items() for effect in rules_of(entry, context.book, code)
    )


@_registered(JOINS, "joins_on")
def rolls_high_enough(context: AftermathContext, entry: WarriorType, effect: EffectData) -> bool:
    """Roll for a persona who joins on a high roll. Returns whether they join."""
    return context.roller.roll(str(effect.get("dice")), "joins", entry.name) >= int(effect.get("needs"))


@_registered(JOINS, "called_by_caster")
def answers_a_caster(context: AftermathContext, entry: WarriorType, effect: EffectData) -> bool:
    """Test of the warband's best caster, for a persona who joins if it succeeds. Returns whether they join."""
    casters = [member for member in context.state().active(HERO) if member.spells and member.battles_fought]
    check = ("characteristic_check", {"characteristic": str(effect.get("characteristic"))})
    able = max(casters, key=lambda member: characteristics_of(member, context.book).leadership, default=None)
    return able is not None and passes_test(context, check, able)
