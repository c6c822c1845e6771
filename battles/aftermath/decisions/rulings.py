"""Corrections of a roster after a battle, with a reason, recorded in the aftermath. Rule: AF-RULING-01"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.idempotency import LONGEST as LONGEST_KEY
from accounts.idempotency import BadKey
from battles.aftermath.context import AftermathContext, ledger_prefix, write_line
from battles.aftermath.decisions import choices
from battles.aftermath.decisions.permissions import may_correct
from battles.aftermath.decisions.undo import NotYoursToRevert, ReasonMissing, StillRunning
from battles.aftermath.dice import seeds
from battles.aftermath.stages import league
from battles.aftermath.stored.roster_lines import RulingLine
from battles.models import Aftermath, AftermathLine, AftermathStatus
from mordheim_site.public_ids import new_public_id
from warbands.core.ledger import ActionContext
from warbands.roster.corrections import Correction, correct


@transaction.atomic
def rule(
    *, aftermath_id: str, actor_id: int | None, correction: Correction, reason: str, key: str, now: datetime
) -> AftermathLine:
    """Correct a roster after its aftermath (by public id).

    A second call with the same `key` (at most LONGEST_KEY characters) changes nothing; without a key, every call makes
    the correction. In a league the arbitrator may do so, and every member is notified; outside of leagues players
    correct only their own warbands. Advances from added experience are rolled at once; a confirmed aftermath rolls them
    from the seed that was committed when it was confirmed (AF-DICE-03). Raises NotYoursToRevert, ReasonMissing,
    StillRunning, AftermathReverted, BadKey for a longer key, and the errors of `corrections.correct`.
    """
    if len(key) > LONGEST_KEY:
        raise BadKey  # Cut short it could be taken for the key of another correction, and this one would be lost.
    row = choices.locked(Aftermath.objects.values_list("pk", flat=True).get(public_id=aftermath_id))
    if not may_correct(row, actor_id):
        raise NotYoursToRevert
    if not reason.strip():
        raise ReasonMissing
    if row.status == AftermathStatus.BACK:
        raise choices.AftermathReverted
    if row.status == AftermathStatus.RUNNING:
        raise StillRunning
    source = f"{ledger_prefix(row)}ruling:{key or new_public_id()}"
    by = ActionContext(actor_id=actor_id, at=now, source_key=source, reason=reason.strip()[:200])
    written = correct(warband_id=row.warband_id, correction=correction, by=by)
    if written.was_there:
        return AftermathLine.objects.get(aftermath=row, kind="ruling", data__entry=written.entry)
    line = write_line(
        row,
        "rating",
        RulingLine(arguments=written.arguments, reason=reason.strip()[:200], entry=written.entry),
        subject=correction.warrior,
        name=str(written.arguments.get("name", "")),
    )
    if correction.experience > 0:
        if row.confirmed_at is not None:
            seeds.take_next(row, now)
        row.hand_dice, row.faces = False, []  # Not stored: what a correction earns is rolled here.
        choices.roll_due(AftermathContext(row, now, line), correction.warrior)
        if row.confirmed_at is not None:
            seeds.commit_next(row, now)
    choices.settle_status(row, now)
    league.announce(row.side.battle, "aftermath_corrected", actor_id=actor_id, reason=reason.strip()[:200], now=now)
    return line
