"""The contract of a bounty hunter: whoever leads the enemy is his mark, is taken alive and paid for. Rule: AF-BOUNTY-01

Print lets the player name any enemy Hero as the mark; here it is the leader, so that nobody has to be asked.
"""

from __future__ import annotations

from typing import Any

from battles.engine.aftermath.injuries import InjuryResult
from battles.models import Aftermath
from battles.services.aftermath.account import Account
from catalogue.book import EffectData
from warbands.company import Company, Member
from warbands.models import Warband
from warbands.rules.reading import effects_of, entry_of, gains_experience
from warbands.services import advances, treasury
from warbands.services.loading import company_of

STAGE = "rewards"


def is_mark(account: Account, fallen: dict[str, Any]) -> bool:
    """Was this the leader, struck down by a bounty hunter of the other side?"""
    if fallen["roster_id"] != account.facts["leader"] or not fallen["by_roster"] or not fallen["by_warband_id"]:
        return False
    warband = Warband.objects.filter(public_id=fallen["by_warband_id"]).first()
    if warband is None:
        return False
    hunter = company_of(warband).members.get(fallen["by_roster"])
    return hunter is not None and _contract(account, hunter) is not None


def taken_alive(account: Account) -> InjuryResult:
    """The result that stands in place of a roll: he is captured."""
    row = next(row for row in account.tables.injuries if any(code == "captured" for code, _ in row.effects))
    return InjuryResult(row.code, row.name, row.low, effects=row.effects)


def collect(account: Account) -> None:
    """Half of what the mark was worth for the warband, experience for the hunter who lived to see a victory."""
    company = account.company()
    others = Aftermath.objects.filter(side__battle=account.row.side.battle).exclude(pk=account.row.pk)
    for other in others.select_related("warband", "side").order_by("side__letter"):
        for one in other.facts["fallen"]:
            hunter = company.members.get(str(one["by_roster"]))
            if hunter is None or one["roster_id"] != other.facts["leader"]:
                continue
            contract = _contract(account, hunter)
            if contract is not None and one["by_warband_id"] == account.row.warband.public_id:
                _pay(account, hunter, contract, company_of(other.warband), str(one["roster_id"]))


def _contract(account: Account, member: Member) -> EffectData | None:
    return next((one for one, _source in effects_of(member, account.book) if one.code == "bounty"), None)


def _pay(account: Account, hunter: Member, contract: EffectData, enemy: Company, mark: str) -> None:
    member, warband_id = enemy.members[mark], account.row.warband_id
    kit = sum((account.book.items[line.item_code].price_gc or 0) * line.count for line in enemy.held_by(mark))
    gold = (entry_of(member, account.book).price_gc + kit) // 2
    if gold:
        by = account.by(f"bounty:{mark}")
        treasury.gain(warband_id=warband_id, gold_gc=gold, by=by, because="bounty")
    points = 0
    if account.facts["won"] and hunter.is_active and gains_experience(hunter, account.book):
        points = account.roller.roll(str(contract.get("experience")), "bounty", hunter.name)
        by = account.by(f"bounty-xp:{mark}")
        advances.grant_experience(warband_id=warband_id, warrior=hunter.key, points=points, by=by, because="bounty")
    account.line(STAGE, "bounty", subject=hunter.key, name=hunter.name, mark=member.name, gold=gold, points=points)
