"""The league's map: the prize of a match, holders of districts, income from districts. Rule: LG-MAP-01"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from campaigns.city.map_rules import CityMap, holders, in_reach
from campaigns.city.maps import map_of
from campaigns.city.refusals import AlreadyPaid, NoMap
from campaigns.core.actions import Viewer
from campaigns.core.arbitrators import is_run_by, locked_for_arbitrator
from campaigns.core.event_data import EventData
from campaigns.core.events import record
from campaigns.core.refusals import (
    CampaignNotRunning,
    DistrictOutOfReach,
    NoSuchDistrict,
    NoSuchWarband,
    NotYourMatch,
)
from campaigns.matches.refusals import not_open
from campaigns.models import Campaign, Entry, Holding, Match, MatchSide, MatchStatus, SideResult
from warbands.core.ledger import ActionContext
from warbands.trading import treasury


def _city(campaign: Campaign) -> CityMap:
    city = map_of(campaign.map_code)
    if city is None:
        raise NoMap
    return city


@transaction.atomic
def set_prize(*, match_id: int, actor_id: int, district: str, now: datetime) -> Match:
    """Set the prize of a planned match: a district that one side holds or borders on; "" for none.

    Raises NotYourMatch, MatchNotOpen, NoMap, NoSuchDistrict, DistrictOutOfReach.
    """
    match = Match.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=match_id)
    sides = list(match.sides.select_related("entry"))
    asker = Viewer(actor_id, is_run_by(match.campaign_id, actor_id))
    if not asker.runs_it and not any(asker.speaks_for(side.entry.player_id) for side in sides):
        raise NotYourMatch
    if match.status != MatchStatus.PLANNED or match.is_bye:
        raise not_open(match)
    if district:
        city = _city(match.campaign)
        if district not in city.districts:
            raise NoSuchDistrict
        if district not in possible_prizes(match.campaign, [side.entry_id for side in sides]):
            raise DistrictOutOfReach
    if match.district_code != district:
        match.district_code = district
        match.save(update_fields=["district_code"])
        record(match.campaign, "match_staked", at=now, actor_id=actor_id, match=match.public_id, district=district)
    return match


def possible_prizes(campaign: Campaign, entries: list[int]) -> frozenset[str]:
    """Districts that these warbands may fight for: held by one of them and in reach of the other, or without a holder
    and in reach. One query."""
    city = map_of(campaign.map_code)
    if city is None:
        return frozenset()
    held = dict(Holding.objects.filter(campaign=campaign).values_list("district_code", "entry_id"))
    found: set[str] = set()
    for entry in entries:
        own = [code for code, holder in held.items() if holder == entry]
        open_to = {None, *entries} - {entry}
        found |= {code for code in in_reach(city, own) if held.get(code) in open_to}
    return frozenset(found)


def recalculate_holders(campaign: Campaign, *, now: datetime) -> None:
    """Calculate the holders of all districts from the confirmed matches and the arbitrators' decisions, and store them.
    Can safely run twice."""
    city = map_of(campaign.map_code)
    if city is None:
        return
    won = MatchSide.objects.filter(
        match__campaign=campaign, match__status=MatchStatus.AGREED, result=SideResult.WIN
    ).exclude(match__district_code="")
    taken: list[tuple[datetime, str, int | None]] = [
        (at, district, entry)
        for at, district, entry in won.values_list("match__played_at", "match__district_code", "entry_id")
        if at is not None
    ]
    ids = dict(Entry.objects.filter(campaign=campaign).values_list("public_id", "pk"))
    for at, data in campaign.events.filter(kind="district_given").values_list("at", "data"):
        taken.append((at, str(data["district"]), ids.get(str(data["entry"]))))
    wanted = holders([(code, entry) for _at, code, entry in sorted(taken, key=lambda row: row[0])], city.districts)
    standing = {holding.district_code: holding for holding in Holding.objects.filter(campaign=campaign)}
    Holding.objects.filter(campaign=campaign, district_code__in=set(standing) - set(wanted)).delete()
    for district, entry in wanted.items():
        if district not in standing or standing[district].entry_id != entry:
            Holding.objects.update_or_create(
                campaign=campaign, district_code=district, defaults={"entry_id": entry, "since": now}
            )


def after_result(match: Match, now: datetime) -> None:
    """Give the district to the winner of a match. After an arbitrator's ruling, recalculate all holders."""
    campaign = match.campaign
    city = map_of(campaign.map_code)
    if city is None or not match.district_code or match.district_code not in city.districts:
        return
    before = Holding.objects.filter(campaign=campaign, district_code=match.district_code)
    loser = before.select_related("entry__warband").first()
    campaign.events.filter(kind="district_taken", data__match=match.public_id).update(is_revoked=True)
    recalculate_holders(campaign, now=now)
    after = Holding.objects.filter(campaign=campaign, district_code=match.district_code)
    holder = after.select_related("entry__warband").first()
    event = campaign.events.filter(kind="district_taken", is_revoked=False, data__code=match.district_code).last()
    if holder is None or (event is not None and EventData.read(event.data).entry == holder.entry.public_id):
        return
    record(
        campaign,
        "district_taken",
        at=now,
        actor_id=None,
        match=match.public_id,
        entry=holder.entry.public_id,
        warband=holder.entry.warband.name,
        code=match.district_code,
        district=city.districts[match.district_code].name,
        **{"from": loser.entry.warband.name if loser is not None else ""},
    )


@transaction.atomic
def assign_district(*, campaign_id: int, actor_id: int, district: str, entry: str, now: datetime) -> None:
    """Give a district to a warband (public id of its entry), or with "" to none, as the arbitrator. Raises
    NotTheArbitrator, NoMap, NoSuchDistrict, NoSuchWarband."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    city = _city(campaign)
    if district not in city.districts:
        raise NoSuchDistrict
    found = Entry.objects.filter(campaign=campaign, public_id=entry).select_related("warband").first()
    if entry and found is None:
        raise NoSuchWarband
    standing = Holding.objects.filter(campaign=campaign, district_code=district).values_list("entry_id", flat=True)
    if standing.first() == (found.pk if found is not None else None):
        return
    record(campaign, "district_given", at=now, actor_id=actor_id, district=district, entry=entry)
    recalculate_holders(campaign, now=now)
    if found is not None:
        record(
            campaign,
            "district_taken",
            at=now,
            actor_id=actor_id,
            entry=found.public_id,
            warband=found.warband.name,
            code=district,
            district=city.districts[district].name,
        )


@transaction.atomic
def pay_district_income(*, campaign_id: int, actor_id: int, now: datetime) -> int:
    """Pay the income of every district to its holder, once for the latest round. Returns how many paid. Raises
    NotTheArbitrator, CampaignNotRunning, NoMap, AlreadyPaid. Rule: LG-MAP-02"""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    city = _city(campaign)
    if not campaign.is_open:
        raise CampaignNotRunning
    number = campaign.rounds.aggregate(last=Max("number"))["last"] or 0
    key = f"dues:{number}"
    if campaign.events.filter(source_key=key).exists():
        raise AlreadyPaid(number=number)
    rows = Holding.objects.filter(campaign=campaign, entry__withdrawn_at__isnull=True).select_related("entry")
    paid = gold = 0
    for holding in rows.order_by("entry__warband_id", "district_code"):
        district = city.districts.get(holding.district_code)
        if district is None:
            continue
        once = f"{key}:{campaign.public_id}:{district.code}"
        band = holding.entry.warband_id
        if district.gold_gc:
            by = ActionContext(actor_id=actor_id, at=now, source_key=f"{once}:gold")
            treasury.gain(warband_id=band, gold_gc=district.gold_gc, by=by, because=district.name)
        if district.shards:
            by = ActionContext(actor_id=actor_id, at=now, source_key=f"{once}:shards")
            treasury.gain_shards(warband_id=band, shards=district.shards, by=by, because=district.name)
        paid, gold = paid + 1, gold + district.gold_gc
    record(campaign, "income_paid", at=now, actor_id=actor_id, source_key=key, gold_gc=gold, districts=paid)
    return paid
