"""The chronicle of a campaign, newest first. One query."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString

from campaigns.chronicle import QUIET, EventFacts, Name, event_texts
from campaigns.core.event_data import EventData
from campaigns.models import Campaign, CampaignEvent
from mordheim_site.public_ids import PublicIdConverter

PAGE = 40


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the chronicle as shown on a page; `event_id` is where the next page begins."""

    event_id: int
    kind: str
    title: str
    html: SafeString
    plain: str
    at: datetime.datetime
    url: str
    is_pivotal: bool
    is_ruling: bool
    data: EventData

    @property
    def provenance(self) -> dict[str, str] | None:
        """The badge of a decided result."""
        return {"kind": "arbitrator", "detail": ""} if self.is_ruling else None


def events_of(campaign: Campaign) -> QuerySet[CampaignEvent]:
    """Events for the chronicle, newest first."""
    return (
        CampaignEvent.objects.filter(campaign=campaign, is_revoked=False)
        .exclude(kind__in=QUIET)
        .select_related("actor")
        .order_by("-at", "-pk")
    )


def chronicle_of(campaign: Campaign, *, limit: int = PAGE, before: int = 0, entry: str = "") -> list[Entry]:
    """Chronicle entries, newest first. `before` is the event id at which the next page begins; `entry` limits it to
    events that name this warband."""
    rows = events_of(campaign)
    if before:
        at = CampaignEvent.objects.filter(campaign=campaign, pk=before).values_list("at", flat=True).first()
        if at is not None:
            rows = rows.filter(at__lte=at).exclude(at=at, pk__gte=before)
    if entry:
        named = Q(data__entry=entry) | Q(data__sides__0__entry=entry) | Q(data__sides__1__entry=entry)
        rows = rows.filter(named)
    return chronicle_entries(campaign, rows[:limit])


def chronicle_entries(campaign: Campaign, rows: Iterable[CampaignEvent]) -> list[Entry]:
    """Events as text, with links to the campaign's pages."""
    by_key = {row.source_key: row for row in rows}

    def address_of(name: Name) -> str:
        if name.room not in ("match", "entry", "post") or not re.fullmatch(PublicIdConverter.regex, name.public_id):
            return ""
        return reverse(f"campaigns:{name.room}", args=[campaign.slug, name.public_id])

    entries = []
    for happening, words in event_texts(_happening(row) for row in by_key.values()):
        row = by_key[happening.key]
        entries.append(
            Entry(
                event_id=row.pk,
                kind=row.kind,
                title=words.title,
                html=words.html(address_of),
                plain=words.plain(),
                at=row.at,
                url=address_of(words.leads_to) if words.leads_to is not None else "",
                is_pivotal=words.is_pivotal,
                is_ruling=row.kind == "result_ruled",
                data=happening.data,
            )
        )
    return entries


def _happening(row: CampaignEvent) -> EventFacts:
    data = EventData.read(row.data)
    actor = row.actor.shown_name if row.actor is not None else data.told_by
    return EventFacts(row.kind, row.at, row.source_key, data, actor)
