"""Trades and ransoms between two warbands: offered by one, accepted by the other, carried out in one transaction.

An answer locks first the offer and then both warbands, in the order of their ids, so that simultaneous answers wait for
each other. Nothing is reserved for an offer; everything is checked again when it is accepted.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.core.actions import Viewer
from campaigns.core.arbitrators import is_run_by
from campaigns.core.events import earlier_submission, record
from campaigns.core.refusals import CampaignNotRunning, NoSuchWarband, SameWarband
from campaigns.deals.refusals import (
    CannotPay,
    DealOver,
    EmptyDeal,
    NotInTheStash,
    NotYourCaptive,
    NotYourDeal,
    TooManyDeals,
)
from campaigns.deals.rules import DealGoods, Thing, goods_from, is_within_bounds
from campaigns.deals.selectors import captives_of
from campaigns.models import Campaign, Deal, DealStatus, Entry
from catalogue.packs.installed import book
from mordheim_site.refusals import concerning
from warbands.core.ledger import ActionContext, NotEnoughGold, NotEnoughShards
from warbands.core.state import STASH
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.roster import casualties
from warbands.trading import stash, treasury

MOST_OPEN = 40


def _entry(campaign: Campaign, public_id: str) -> Entry:
    rows = Entry.objects.filter(campaign=campaign, public_id=public_id, withdrawn_at__isnull=True)
    entry = rows.select_related("warband").first()
    if entry is None:
        raise NoSuchWarband(message=_("That warband does not play in this league now."))
    return entry


@transaction.atomic
def offer(
    *,
    campaign_id: int,
    actor_id: int,
    one: str,
    other: str,
    gives: DealGoods,
    takes: DealGoods,
    now: datetime,
    note: str = "",
    source_key: str = "",
) -> Deal:
    """Offer a deal; `one` and `other` are public ids of entries. A second call with the same `source_key` returns the
    first offer.

    Raises CampaignNotRunning, NoSuchWarband, SameWarband, NotYourDeal, EmptyDeal, NotInTheStash, NotYourCaptive,
    TooManyDeals. Rule: LG-DEAL-01
    """
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    earlier = earlier_submission(campaign, source_key)
    if earlier is not None:
        return Deal.objects.get(campaign=campaign, public_id=earlier.deal)
    if not campaign.is_open:
        raise CampaignNotRunning
    with concerning("one"):
        ours = _entry(campaign, one)
    with concerning("other"):
        theirs = _entry(campaign, other)
    if ours.pk == theirs.pk:
        raise SameWarband(message=_("A warband cannot trade with itself."))
    if not Viewer(actor_id, is_run_by(campaign_id, actor_id)).speaks_for(ours.player_id):
        raise NotYourDeal
    if (gives.is_empty and takes.is_empty) or not (is_within_bounds(gives) and is_within_bounds(takes)):
        raise EmptyDeal
    if Deal.objects.filter(one=ours, status=DealStatus.OFFERED).count() >= MOST_OPEN:
        raise TooManyDeals
    gives, takes = _named(campaign, ours, gives), _named(campaign, theirs, takes)
    deal = Deal.objects.create(
        campaign=campaign,
        one=ours,
        other=theirs,
        gives=gives.as_json(),
        takes=takes.as_json(),
        note=note[:300],
        offered_at=now,
    )
    record(
        campaign,
        "deal_offered",
        at=now,
        actor_id=actor_id,
        source_key=source_key,
        deal=deal.public_id,
        sides=_sides(ours, theirs),
    )
    return deal


def _sides(*entries: Entry) -> list[dict[str, str]]:
    return [{"entry": entry.public_id, "warband": entry.warband.name} for entry in entries]


def _named(campaign: Campaign, giver: Entry, lot: DealGoods) -> DealGoods:
    """The goods with their current names. Raises NotInTheStash, NotYourCaptive."""
    kit = []
    if lot.kit:
        state = load_state(giver.warband)
        for offered in lot.kit:
            line = state.kit.get(offered.key)
            if line is None or line.holder != STASH or line.count < offered.count:
                raise NotInTheStash(name=giver.warband.name, thing=offered.name or _("that"))
            kit.append(Thing(offered.key, _item_name(line.item_code), offered.count))
    captives = []
    if lot.captives:
        held = {
            captive.key: captive
            for captive in captives_of(campaign)
            if captive.holder is not None and captive.holder.pk == giver.pk
        }
        for captive in lot.captives:
            if captive.key not in held:
                raise NotYourCaptive(name=giver.warband.name)
            captives.append(Thing(captive.key, held[captive.key].name))
    return DealGoods(lot.gold_gc, lot.shards, tuple(kit), tuple(captives))


def _item_name(code: str) -> str:
    return str(book().items[code].name) if code in book().items else code


def _locked(deal_id: int) -> Deal:
    return Deal.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=deal_id)


def _answerable(deal: Deal) -> tuple[Entry, Entry]:
    if deal.status != DealStatus.OFFERED:
        raise DealOver(status=DealStatus(deal.status))
    rows = Entry.objects.select_related("warband").in_bulk([deal.one_id, deal.other_id])
    return rows[deal.one_id], rows[deal.other_id]


@transaction.atomic
def accept(*, deal_id: int, actor_id: int, now: datetime) -> Deal:
    """Accept an offer: either everything is traded or nothing. Calling it again changes nothing. Raises NotYourDeal,
    DealOver, CampaignNotRunning, NotInTheStash, NotYourCaptive, and the errors of the ledgers if gold or shards are
    missing. Rule: LG-DEAL-01"""
    deal = _locked(deal_id)
    if deal.status == DealStatus.ACCEPTED:
        _check_is_other(deal, actor_id)
        return deal
    ours, theirs = _answerable(deal)
    _check_is_other(deal, actor_id)
    if not deal.campaign.is_open:
        raise CampaignNotRunning
    if ours.withdrawn_at is not None or theirs.withdrawn_at is not None:
        raise NoSuchWarband(message=_("One of the two warbands has left this league. Nothing was changed."))
    list(Warband.objects.select_for_update().filter(pk__in=(ours.warband_id, theirs.warband_id)).order_by("pk"))
    for giver, taker, goods in ((ours, theirs, deal.gives), (theirs, ours, deal.takes)):
        _hand_over(deal, giver, taker, _named(deal.campaign, giver, goods_from(goods)), actor_id, now)
    deal.status, deal.answered_at = DealStatus.ACCEPTED, now
    deal.save(update_fields=["status", "answered_at"])
    record(
        deal.campaign,
        "deal_agreed",
        at=now,
        actor_id=actor_id,
        source_key=f"deal:{deal.public_id}",
        deal=deal.public_id,
        sides=_sides(ours, theirs),
        is_ransom=bool(goods_from(deal.gives).captives or goods_from(deal.takes).captives),
    )
    return deal


def _hand_over(deal: Deal, giver: Entry, taker: Entry, lot: DealGoods, actor_id: int, now: datetime) -> None:
    """Transfer the goods of one side; each transfer is a ledger entry on both rosters."""

    def by(what: str) -> ActionContext:
        return ActionContext(actor_id=actor_id, at=now, source_key=f"deal:{deal.public_id}:{giver.pk}:{what}")

    to = _("trade with %(name)s") % {"name": taker.warband.name}
    of = _("trade with %(name)s") % {"name": giver.warband.name}
    source, target = giver.warband_id, taker.warband_id
    try:
        if lot.gold_gc:
            treasury.spend(warband_id=source, gold_gc=lot.gold_gc, by=by("gold"), because=to)
            treasury.gain(warband_id=target, gold_gc=lot.gold_gc, by=by("gold"), because=of)
        if lot.shards:
            treasury.gain_shards(warband_id=source, shards=-lot.shards, by=by("shards"), because=to)
            treasury.gain_shards(warband_id=target, shards=lot.shards, by=by("shards"), because=of)
    except (NotEnoughGold, NotEnoughShards) as short:
        raise CannotPay(name=giver.warband.name) from short
    lines = load_state(Warband.objects.get(pk=source)).kit if lot.kit else {}
    for offered in lot.kit:
        line = lines[offered.key]
        stash.lose(warband_id=source, kit=offered.key, count=offered.count, by=by(offered.key), because=to)
        stash.add(
            warband_id=target,
            item=line.item_code,
            material=line.material_code,
            count=offered.count,
            by=by(offered.key),
            because=of,
        )
    for captive in lot.captives:
        owner = Entry.objects.filter(campaign=deal.campaign, warband__warriors__public_id=captive.key).first()
        if owner is not None and owner.pk == taker.pk:
            casualties.release(warband_id=target, warrior=captive.key, by=by(f"free:{captive.key}"))


def _check_is_other(deal: Deal, actor_id: int) -> None:
    asker = Viewer(actor_id, is_run_by(deal.campaign_id, actor_id))
    if not asker.speaks_for(deal.other.player_id):
        raise NotYourDeal


@transaction.atomic
def decline(*, deal_id: int, actor_id: int, now: datetime) -> Deal:
    """Decline an offer. Calling it again changes nothing. Raises NotYourDeal, DealOver."""
    deal = _locked(deal_id)
    _check_is_other(deal, actor_id)
    return _close(deal, DealStatus.DECLINED, actor_id, now)


@transaction.atomic
def withdraw(*, deal_id: int, actor_id: int, now: datetime) -> Deal:
    """Withdraw your own offer. Calling it again changes nothing. Raises NotYourDeal, DealOver."""
    deal = _locked(deal_id)
    if not Viewer(actor_id, is_run_by(deal.campaign_id, actor_id)).speaks_for(deal.one.player_id):
        raise NotYourDeal
    return _close(deal, DealStatus.WITHDRAWN, actor_id, now)


def _close(deal: Deal, status: DealStatus, actor_id: int, now: datetime) -> Deal:
    if deal.status == status:
        return deal
    ours, theirs = _answerable(deal)
    deal.status, deal.answered_at = status, now
    deal.save(update_fields=["status", "answered_at"])
    kind = "deal_declined" if status == DealStatus.DECLINED else "deal_withdrawn"
    sides = _sides(ours, theirs)
    record(deal.campaign, kind, at=now, actor_id=actor_id, deal=deal.public_id, sides=sides)
    return deal
