"""Capture of heroes. Rules: AF-CAP-01, AF-HOUSE-01"""

from __future__ import annotations

from battles.aftermath.captives.ransom import open_captive
from battles.aftermath.context import AftermathContext
from battles.aftermath.dice import seeds
from battles.aftermath.stored.facts import Casualty
from battles.models import Aftermath, AftermathStatus
from warbands.core.state import Member
from warbands.roster import casualties


def take_captive(context: AftermathContext, key: str, member: Member, fallen: Casualty) -> str:
    """Give a hero to the warband that took them out of action. Returns the name of that warband, or "" if the hero is
    free. House rules may release the hero at once or allow an escape attempt. Rules: AF-CAP-01, AF-HOUSE-01"""
    captor = (
        Aftermath.objects.select_related("warband", "side")
        .filter(side__battle_id=context.row.side.battle_id, warband__public_id=fallen.by_warband_id)
        .exclude(pk=context.row.pk)
        .first()
    )
    if captor is None or context.house.free_captives:
        return ""
    needs = context.house.captives_escape_on
    if needs and context.roller.d6("escape", member.name) >= needs:
        casualties.lose_kit(
            warband_id=context.row.warband_id, warrior=member.key, by=context.by(f"escapes:{key}"), because="captured"
        )
        return ""
    casualties.capture(
        warband_id=context.row.warband_id, warrior=member.key, by=context.by(f"captured:{key}"), captor=captor.side.name
    )
    open_captive(captor, context.row, member.key, member.name, context.book)
    if captor.stage in ("rating", "over"):
        captor.stage, captor.status, captor.done_at = "decide", AftermathStatus.RUNNING, None
        if captor.confirmed_at is not None:
            seeds.take_next(captor, context.now)
        captor.confirmed_at = None
        captor.save(update_fields=["stage", "status", "done_at", "confirmed_at"])
    return captor.side.name
