"""Unfinished aftermaths of warbands that begin their next league match. Rule: AF-CONFIRM-02"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from battles.aftermath.decisions import confirmation
from battles.models import Aftermath, AftermathStatus
from campaigns.matches.refusals import EarlierDiceAwaited


def awaited_dice(warband_ids: Collection[int], now: datetime) -> EarlierDiceAwaited | None:
    """Why these warbands cannot begin a league match: an earlier aftermath of one of them still waits for dice that its
    player rolls at the table, and its deadline has not passed. None if they can. At most one query."""
    rows = Aftermath.objects.filter(warband_id__in=warband_ids, confirmed_at__isnull=True, due_at__gt=now)
    waiting = [
        row
        for row in rows.exclude(status=AftermathStatus.BACK).select_related("side").order_by("due_at")
        if row.asked is not None or (row.hand_dice and row.stage != "over")
    ]
    if not waiting:
        return None
    last = waiting[-1].due_at
    assert last is not None
    names = ", ".join(sorted({row.side.name for row in waiting}))
    return EarlierDiceAwaited(
        message=_(
            "The aftermath of an earlier battle waits for dice that are rolled at the table: %(names)s. Their players "
            "enter them first, or let the site roll them. On %(day)s the site rolls them."
        )
        % {"names": names, "day": formats.date_format(timezone.localtime(last), "D j F")}
    )


@transaction.atomic
def finish_before_match(warband_ids: Collection[int], now: datetime) -> None:
    """Finish the open aftermaths of these warbands with default decisions, because their next league match begins.
    Nobody loses dice they roll at the table. Raises EarlierDiceAwaited. Rule: AF-CONFIRM-02"""
    if (refusal := awaited_dice(warband_ids, now)) is not None:
        raise refusal
    # The dice of one warband can let the other aftermath go on, such as with a captive: then its turn comes once more.
    for _round in range(2):
        for warband_id in warband_ids:
            confirmation.close_open_of(warband_id=warband_id, now=now)
