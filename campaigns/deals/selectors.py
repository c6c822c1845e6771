"""Queries for offers, completed deals, captives and pacts of a campaign. Each makes a fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.core.actions import Viewer
from campaigns.deals.rules import DealGoods, goods_from
from campaigns.models import Alliance, Campaign, Deal, DealStatus, Entry
from catalogue.packs.installed import book
from warbands.models import EntryKind, Kit, LedgerEntry, Warrior, WarriorStatus

SHOWN = 40


@dataclass(frozen=True, slots=True)
class Captive:
    """A captured warrior. `holder` is None if the captor has left the league or is unknown."""

    key: str
    name: str
    type_name: str
    owner: Entry
    holder: Entry | None
    holder_name: str


def captives_of(campaign: Campaign, standing: Sequence[Entry] | None = None) -> list[Captive]:
    """All captured warriors, each with the current holder: the latest buyer, or else the captor in the ledger.
    `standing` are the warbands of the league, if already loaded. Four queries."""
    entries = {entry.warband_id: entry for entry in (standing_entries(campaign) if standing is None else standing)}
    playing = {"warband__entries__campaign": campaign, "warband__entries__withdrawn_at__isnull": True}
    found_rows = Warrior.objects.filter(status=WarriorStatus.CAPTURED, **playing)
    rows = [row for row in found_rows.order_by("warband_id", "position") if row.warband_id in entries]
    if not rows:
        return []
    captors: dict[str, str] = {}
    taken = LedgerEntry.objects.filter(
        warband_id__in=entries, kind=EntryKind.CAPTURED, subject__in=[row.public_id for row in rows]
    )
    for subject, words in taken.order_by("number").values_list("subject", "arguments"):
        captors[subject] = str(words.get("captor", ""))
    by_name = {entry.warband.name: entry for entry in entries.values()}
    sold = _buyers(campaign, {row.public_id for row in rows})
    by_pk = {entry.pk: entry for entry in entries.values()}
    found = []
    for row in rows:
        name = captors.get(row.public_id, "")
        holder = by_pk.get(sold[row.public_id]) if row.public_id in sold else by_name.get(name)
        listed = book().warrior_types.get(row.warrior_type_code)
        found.append(
            Captive(
                row.public_id,
                row.name,
                listed.name if listed is not None else row.warrior_type_code,
                entries[row.warband_id],
                holder,
                holder.warband.name if holder is not None else name,
            )
        )
    return found


def _buyers(campaign: Campaign, keys: set[str]) -> dict[str, int]:
    """The latest buyer of each captive, by the captive's key."""
    found: dict[str, int] = {}
    done = Deal.objects.filter(campaign=campaign, status=DealStatus.ACCEPTED).order_by("answered_at", "pk")
    for deal in done:
        for lot, to in ((deal.gives, deal.other_id), (deal.takes, deal.one_id)):
            found.update({captive.key: to for captive in goods_from(lot).captives if captive.key in keys})
    return found


def standing_entries(campaign: Campaign) -> list[Entry]:
    """Warbands that currently take part. One query."""
    rows = Entry.objects.filter(campaign=campaign, withdrawn_at__isnull=True)
    return list(rows.select_related("warband", "player").order_by("joined_at", "pk"))


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal with what each side gives as text, and the actions that the reader may take."""

    row: Deal
    gives: str
    takes: str
    may_answer: bool
    may_withdraw: bool


def deals_of(campaign: Campaign, asker: Viewer, *, is_open: bool) -> list[DealView]:
    """Open offers of the reader's warbands (an arbitrator sees all), or completed deals, which all readers see. One
    query."""
    rows = Deal.objects.filter(campaign=campaign).select_related("one__warband", "other__warband")
    if not is_open:
        rows = rows.filter(status=DealStatus.ACCEPTED).order_by("-answered_at", "-pk")
    else:
        rows = rows.filter(status=DealStatus.OFFERED)
        if not asker.runs_it:
            own = Q(one__player_id=asker.user_id) | Q(other__player_id=asker.user_id)
            rows = rows.filter(own) if asker.user_id is not None else rows.none()
    return [
        DealView(
            row=deal,
            gives=goods_words(goods_from(deal.gives)),
            takes=goods_words(goods_from(deal.takes)),
            may_answer=is_open and asker.speaks_for(deal.other.player_id),
            may_withdraw=is_open and asker.speaks_for(deal.one.player_id),
        )
        for deal in rows[:SHOWN]
    ]


def goods_words(lot: DealGoods) -> str:
    """The goods as text: "40 gc, a sword and Otto, a captive", or "nothing"."""
    words = [_("%(n)d gc") % {"n": lot.gold_gc}] if lot.gold_gc else []
    if lot.shards:
        words.append(ngettext("%(n)d shard", "%(n)d shards", lot.shards) % {"n": lot.shards})
    for line in lot.kit:
        words.append(f"{line.count} x {line.name}" if line.count > 1 else line.name)
    words += [_("%(name)s, a captive") % {"name": captive.name} for captive in lot.captives]
    return ", ".join(words) or _("nothing")


@dataclass(frozen=True, slots=True)
class StashLine:
    """An equipment line of a stash that can be traded."""

    key: str
    name: str
    count: int


def stash_of(warband_id: int) -> list[StashLine]:
    """The contents of a stash. One query."""
    items = book().items
    rows = Kit.objects.filter(warband_id=warband_id, warrior__isnull=True).order_by("item_code", "pk")
    return [
        StashLine(row.public_id, items[row.item_code].name if row.item_code in items else row.item_code, row.count)
        for row in rows
    ]


def alliances_of(campaign: Campaign) -> list[Alliance]:
    """Active and proposed pacts. One query."""
    rows = Alliance.objects.filter(campaign=campaign, ended_at__isnull=True)
    return list(rows.select_related("one__warband", "other__warband").order_by("agreed_at", "proposed_at", "pk"))


def pacts_among(entry_ids: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of these entries with an active pact, oldest first. One query."""
    rows = Alliance.objects.filter(
        one__in=entry_ids, other__in=entry_ids, agreed_at__isnull=False, ended_at__isnull=True
    )
    return list(rows.order_by("agreed_at", "pk").values_list("one_id", "other_id"))


def deals_waiting_for(user_id: int) -> Sequence[Deal]:
    """Offers that this user has to answer, oldest first. One query."""
    rows = Deal.objects.filter(
        status=DealStatus.OFFERED,
        other__player_id=user_id,
        other__withdrawn_at__isnull=True,
        campaign__status="running",
    )
    return list(rows.select_related("campaign", "one__warband", "other__warband").order_by("offered_at", "pk")[:20])
