"""Factions, and the counters that a league keeps besides gold and shards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.names import clean_name
from campaigns.city.refusals import FactionExists, InvalidCount, NoSuchFaction
from campaigns.core.actions import Viewer
from campaigns.core.arbitrators import is_run_by, locked_for_arbitrator
from campaigns.core.events import record
from campaigns.core.refusals import NoSuchWarband, NotYourMatch
from campaigns.models import Campaign, Entry, Faction, ResourceEntry
from mordheim_site.public_ids import new_public_id

MOST_FACTIONS = 12
MOST_RESOURCES = 8
MOST_AT_ONCE = 999


@transaction.atomic
def add_faction(*, campaign_id: int, actor_id: int, name: str, now: datetime) -> Faction:
    """Add a faction. Raises NotTheArbitrator, FactionExists."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    if campaign.factions.count() >= MOST_FACTIONS:
        raise FactionExists
    try:
        with transaction.atomic():
            return Faction.objects.create(campaign=campaign, name=name.strip()[:60], created_at=now)
    except IntegrityError as there:
        raise FactionExists from there


@transaction.atomic
def remove_faction(*, campaign_id: int, actor_id: int, faction: str) -> None:
    """Remove a faction. Its warbands then belong to none. Calling it again changes nothing. Raises NotTheArbitrator."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    campaign.factions.filter(public_id=faction).delete()


@transaction.atomic
def join_faction(*, campaign_id: int, actor_id: int, entry: str, faction: str, now: datetime) -> Entry:
    """Set the faction of a warband. Its player can do this once, the arbitrator at any time; only the arbitrator can
    set "" for none. Raises NoSuchWarband, NoSuchFaction, NotYourMatch."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    rows = Entry.objects.filter(campaign=campaign, public_id=entry, withdrawn_at__isnull=True)
    found = rows.select_related("warband").first()
    if found is None:
        raise NoSuchWarband
    asker = Viewer(actor_id, is_run_by(campaign_id, actor_id))
    is_first = asker.speaks_for(found.player_id) and found.faction_id is None and bool(faction)
    if not (asker.runs_it or is_first):
        raise NotYourMatch
    cause = campaign.factions.filter(public_id=faction).first() if faction else None
    if faction and cause is None:
        raise NoSuchFaction
    if found.faction_id == (cause.pk if cause is not None else None):
        return found
    found.faction = cause
    found.save(update_fields=["faction"])
    if cause is not None:
        record(
            campaign,
            "faction_joined",
            at=now,
            actor_id=actor_id,
            entry=found.public_id,
            warband=found.warband.name,
            faction=cause.name,
        )
    return found


@transaction.atomic
def name_resources(*, campaign_id: int, actor_id: int, names: Sequence[str]) -> Campaign:
    """Set the names of the league's counters. Amounts counted under other names stay stored. Raises
    NotTheArbitrator."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    wanted = list(dict.fromkeys(clean_name(name)[:40] for name in names if name.strip()))[:MOST_RESOURCES]
    if campaign.resources != wanted:
        campaign.resources = wanted
        campaign.save(update_fields=["resources"])
    return campaign


@transaction.atomic
def count(
    *,
    campaign_id: int,
    actor_id: int,
    entry: str,
    resource: str,
    delta: int,
    reason: str,
    now: datetime,
    source_key: str = "",
) -> ResourceEntry:
    """Add to or subtract from a counter, with a reason that everyone can read. A second call with the same `source_key`
    changes nothing. Raises NotTheArbitrator, InvalidCount."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    found = Entry.objects.filter(campaign=campaign, public_id=entry, withdrawn_at__isnull=True).first()
    is_usable = {
        "entry": found is not None,
        "resource": resource in campaign.resources,
        "delta": 0 < abs(delta) <= MOST_AT_ONCE,
    }
    wrong = [name for name, usable in is_usable.items() if not usable]
    if found is None or wrong:
        raise InvalidCount(fields={name: [InvalidCount.message] for name in wrong})
    row, is_new = ResourceEntry.objects.get_or_create(
        entry=found,
        source_key=source_key or new_public_id(),
        defaults={
            "resource": resource,
            "delta": delta,
            "reason": reason[:200],
            "actor_id": actor_id,
            "at": now,
        },
    )
    if is_new:
        record(
            campaign,
            "resource_counted",
            at=now,
            actor_id=actor_id,
            entry=found.public_id,
            resource=resource,
            delta=delta,
            reason=row.reason,
        )
    return row


def credit(*, entry: Entry, resource: str, delta: int, reason: str, now: datetime, source_key: str) -> None:
    """Add what a rule gives to a counter, and create the counter if the league does not have it. Can safely run twice.
    Does nothing if the league already has the maximum number of counters."""
    campaign = Campaign.objects.get(pk=entry.campaign_id)
    if resource not in campaign.resources:
        if len(campaign.resources) >= MOST_RESOURCES:
            return
        campaign.resources = [*campaign.resources, resource]
        campaign.save(update_fields=["resources"])
    _row, is_new = ResourceEntry.objects.get_or_create(
        entry=entry,
        source_key=source_key,
        defaults={"resource": resource, "delta": delta, "reason": reason[:200], "actor_id": None, "at": now},
    )
    if is_new:
        record(
            campaign,
            "resource_counted",
            at=now,
            actor_id=None,
            entry=entry.public_id,
            resource=resource,
            delta=delta,
            reason=reason[:200],
        )
