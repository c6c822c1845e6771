"""The contract of a bounty hunter: the target is captured alive and paid for. Rule: AF-BOUNTY-01

The target is named on the board (`engine.skills.contracts`), before a tabletop battle or on its sheet. If the hunter
takes the target out of action, the casualty has the fact `mark`.
"""

from __future__ import annotations

from battles.aftermath.campaign_tables import effects_of as effects_as_rows
from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.facts import Casualty
from battles.aftermath.stored.injury_lines import BountyLine
from battles.engine.aftermath.injuries import InjuryResult
from battles.engine.skills.contracts import MARK
from battles.models import Aftermath
from catalogue.packs.book import EffectData
from warbands.core.state import Member, WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.roster import advances
from warbands.rules.member_facts import effects_of, entry_of, gains_experience
from warbands.trading import treasury

STAGE = "rewards"


def is_mark(context: AftermathContext, fallen: Casualty) -> bool:
    """Whether this casualty was the target of an enemy bounty hunter and was taken out of action by that hunter."""
    if MARK not in fallen.facts or not fallen.by_roster or not fallen.by_warband_id:
        return False
    warband = Warband.objects.filter(public_id=fallen.by_warband_id).first()
    if warband is None:
        return False
    hunter = load_state(warband).members.get(fallen.by_roster)
    return hunter is not None and _contract(context, hunter) is not None


def taken_alive(context: AftermathContext) -> InjuryResult:
    """The result that replaces a roll: captured, even if the current table has no such injury."""
    facts = context.book
    rows = (*(facts.injuries[row.code] for row in context.tables.injuries), *facts.injuries.values())
    row = next(row for row in rows if any(effect.code == "captured" for effect in row.effects))
    return InjuryResult(row.code, row.name, row.low, effects=effects_as_rows(row.effects))


def collect(context: AftermathContext) -> None:
    """Give the warband half of the target's value, and experience to a hunter who survived a victory."""
    state = context.state()
    others = Aftermath.objects.filter(side__battle=context.row.side.battle).exclude(pk=context.row.pk)
    for other in others.select_related("warband", "side").order_by("side__letter"):
        for casualty in other.battle_facts.fallen:
            hunter = state.members.get(casualty.by_roster)
            if hunter is None or MARK not in casualty.facts:
                continue
            contract = _contract(context, hunter)
            if contract is not None and casualty.by_warband_id == context.row.warband.public_id:
                _pay(context, hunter, contract, load_state(other.warband), casualty.roster_id)


def _contract(context: AftermathContext, member: Member) -> EffectData | None:
    """The terms of a bounty hunter; None for other warriors."""
    return next((effect for effect, _source in effects_of(member, context.book) if effect.code == "bounty"), None)


def _pay(context: AftermathContext, hunter: Member, contract: EffectData, enemy: WarbandState, mark: str) -> None:
    member, warband_id = enemy.members[mark], context.row.warband_id
    kit = sum((context.book.items[line.item_code].price_gc or 0) * line.count for line in enemy.held_by(mark))
    gold = (entry_of(member, context.book).price_gc + kit) // 2
    if gold:
        by = context.by(f"bounty:{mark}")
        treasury.gain(warband_id=warband_id, gold_gc=gold, by=by, because="bounty")
    points = 0
    if context.facts.won and hunter.is_active and gains_experience(hunter, context.book):
        points = context.roller.roll(str(contract.get("experience")), "bounty", hunter.name)
        by = context.by(f"bounty-xp:{mark}")
        advances.grant_experience(warband_id=warband_id, warrior=hunter.key, points=points, by=by, because="bounty")
    contents = BountyLine(mark=member.name, gold=gold, points=points)
    context.line(STAGE, contents, subject=hunter.key, name=hunter.name)
