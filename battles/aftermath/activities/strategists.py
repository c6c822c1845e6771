"""Strategists, who may miss their next league battle for a campaign point. Rule: AF-PLAN-01"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from battles.aftermath.activities.searches import STAGE
from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.activity_lines import DeedLine
from battles.aftermath.stored.find_lines import KeptLine
from battles.aftermath.stored.line import update
from battles.models import Aftermath, AftermathLine
from campaigns.city import factions
from campaigns.models import Entry
from warbands.roster import casualties

POINTS = "stays_away_for_points"
RESOURCE = "Campaign points"
"""Name of the league counter for these points."""


def miss_next_battle(context: AftermathContext, line: AftermathLine) -> DeedLine:
    """Make the strategist miss the next battle. The point is recorded now and counts once that battle has been
    fought."""
    by = context.by(f"plans:{line.number}")
    casualties.miss_next(warband_id=context.row.warband_id, warrior=line.subject, by=by)
    contents = KeptLine(code=POINTS, parameters={"amount": 1}, location=POINTS)
    context.line(STAGE, contents, subject=line.subject, name=line.subject_name)
    return replace(DeedLine.read(line), stays=True)


def credit_points(entry: Entry, row: Aftermath, now: datetime) -> None:
    """Count the points of strategists who missed this battle. Can safely run twice."""
    waiting = AftermathLine.objects.filter(aftermath__warband_id=row.warband_id, kind="kept").exclude(aftermath=row)
    for line in waiting.order_by("pk"):
        kept = KeptLine.read(line)
        if kept.code != POINTS or line.subject in row.battle_facts.fought:
            continue
        if line.answer and kept.used_by != row.public_id:
            continue
        factions.credit(
            entry=entry,
            resource=RESOURCE,
            delta=kept.number("amount"),
            reason=line.subject_name,
            now=now,
            source_key=f"plans:{line.public_id}",
        )
        line.answer = "used"
        update(line, replace(kept, used_by=row.public_id))
        line.save(update_fields=["answer", "data"])
