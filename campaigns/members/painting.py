"""Painted warbands: the player reports one as painted, an arbitrator confirms it, and either can withdraw it. This is
stored only as events; the latest one counts. Rule: LG-STAND-01"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from campaigns.core.arbitrators import is_run_by
from campaigns.core.events import record
from campaigns.core.refusals import CampaignNotRunning, NotYourPaintedWarband
from campaigns.models import Campaign, Entry
from campaigns.standings.extra_points import PAINTED_KINDS

ACTS: Final = ("declare", "confirm", "take_back")


@transaction.atomic
def record_painting(*, entry_id: int, actor_id: int, act: str, now: datetime) -> str:
    """Report, confirm or withdraw (`ACTS`) that an entry is painted. Returns the kind of event that now applies, "" for
    none. A report by an arbitrator is confirmed at once. Calling it again changes nothing. Raises CampaignNotRunning,
    NotYourPaintedWarband."""
    entry = Entry.objects.select_related("warband").get(pk=entry_id)
    campaign = Campaign.objects.select_for_update().get(pk=entry.campaign_id)
    is_runner = is_run_by(campaign.pk, actor_id)
    if not is_runner and (act == "confirm" or entry.player_id != actor_id):
        raise NotYourPaintedWarband
    if not campaign.is_open or entry.withdrawn_at is not None:
        raise CampaignNotRunning
    events = campaign.events.filter(kind__in=PAINTED_KINDS, data__entry=entry.public_id, is_revoked=False)
    standing = events.order_by("at", "pk").values_list("kind", flat=True).last() or ""
    wanted = _wanted(act, is_runner, standing)
    if wanted != standing:
        record(campaign, wanted, at=now, actor_id=actor_id, entry=entry.public_id, warband=entry.warband.name)
    return wanted


def _wanted(act: str, is_runner: bool, standing: str) -> str:
    """The kind of event that applies afterwards. Nothing can be withdrawn that was not reported, and a confirmed report
    stays confirmed."""
    if act == "take_back":
        return "painted_taken_back" if standing else ""
    if is_runner or standing == "painted_confirmed":
        return "painted_confirmed"
    return "painted_declared"
