"""Reminders about open aftermaths: after two and after five days, before the site decides for their player. Rule:
AF-CONFIRM-02"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from battles.models import Aftermath, AftermathStatus
from campaigns.matches.references import references
from campaigns.notices import delivery
from mordheim_site.isolation import isolated

AFTER_DAYS: Final = (2, 5)
LONGEST: Final = timedelta(days=30)


def remind(*, now: datetime) -> int:
    """Write the reminders that are due. Returns how many are new. Called by a periodic task; can safely run twice."""
    waiting = Aftermath.objects.filter(
        Q(due_at__isnull=True) | Q(due_at__gt=now),
        status=AftermathStatus.WAITING,
        started_at__lte=now - timedelta(days=AFTER_DAYS[0]),
        started_at__gt=now - LONGEST,
    )
    count = 0
    for row in waiting.select_related("side__battle__match__campaign", "warband").order_by("pk"):
        with isolated("battles.remind", row.pk):
            count += _remind(row, now)
    return count


def _remind(row: Aftermath, now: datetime) -> int:
    battle = row.side.battle
    days = max(days for days in AFTER_DAYS if row.started_at <= now - timedelta(days=days))
    return delivery.write_notices(
        [row.side.player_id or row.warband.owner_id],
        campaign=battle.match.campaign if battle.match is not None else None,
        kind="answer",
        sentence=sentence_of(row)[:400],
        url=reverse("battles:aftermath", args=[battle.public_id]),
        source=f"aftermath-reminder:{row.pk}:{battle.aftermath_run}:{days}",
        now=now,
        about=references(match=battle.match, battle=battle.public_id, warbands=[row.warband]),
    )


def sentence_of(row: Aftermath) -> str:
    """What the player still has to do, and when the site will do it for them."""
    names = {"name": row.side.name, "day": ""}
    if row.due_at is not None:
        names["day"] = formats.date_format(timezone.localtime(row.due_at), "D j F")
    if row.asked is not None:
        return (
            _("%(name)s: the aftermath still waits for your dice. On %(day)s the site rolls them for you.")
            if names["day"]
            else _("%(name)s: the aftermath still waits for your dice.")
        ) % names
    return (
        _("%(name)s: the aftermath still waits for your choices. On %(day)s the site makes them for you.")
        if names["day"]
        else _("%(name)s: the aftermath still waits for your choices.")
    ) % names
