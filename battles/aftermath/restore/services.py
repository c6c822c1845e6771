"""Restores a warband to an earlier state: its owner may do this, or in a league the arbitrator. Rule: AF-RESTORE-01"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.models import FIGHTING, Aftermath, AftermathStatus, BattleSide
from campaigns.core.arbitrators import is_run_by
from campaigns.models import CampaignStatus, Entry
from mordheim_site.refusals import Refusal
from warbands.core.ledger import ActionContext, LedgerResult
from warbands.core.undo import restore_to
from warbands.models import Warband


class NotYoursToRestore(Refusal):
    """The user may not restore this warband: in a league the arbitrator decides."""

    code = "not_yours_to_restore"
    message = _("Only its owner can restore a warband; in a league, only the arbitrator.")
    rule_id = "AF-RESTORE-01"
    status = 403


class InBattle(Refusal):
    """The warband is in a battle, or its aftermath is not finished."""

    code = "at_war"
    message = _("This warband is in a battle, or its aftermath is not confirmed. Finish that first.")
    rule_id = "AF-RESTORE-01"
    status = 409


class ReasonMissing(Refusal):
    """The reason is missing. Other players can read it."""

    code = "reason_wanted"
    about = ("reason",)
    message = _("A reason is required. It is shown in the history.")
    rule_id = "AF-RESTORE-01"


def may_restore(warband: Warband, actor_id: int | None) -> bool:
    """Whether this user may restore the warband: its owner, or the arbitrator if it plays in an open league."""
    if actor_id is None:
        return False
    open_entries = Entry.objects.filter(warband=warband, withdrawn_at__isnull=True).exclude(
        campaign__status__in=(CampaignStatus.CLOSED,)
    )
    leagues = list(open_entries.values_list("campaign_id", flat=True))
    if leagues:
        return any(is_run_by(league, actor_id) for league in leagues)
    return warband.owner_id == actor_id


@transaction.atomic
def restore(
    *, warband_id: int, number: int, actor_id: int | None, reason: str, key: str, now: datetime
) -> LedgerResult:
    """Restore the roster to its state after ledger entry `number`. A second call with the same `key` changes nothing.
    Raises NotYoursToRestore, ReasonMissing, InBattle, NoSuchState."""
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    if not may_restore(warband, actor_id):
        raise NotYoursToRestore
    if not reason.strip():
        raise ReasonMissing
    fights = BattleSide.objects.filter(warband=warband, battle__status__in=FIGHTING, battle__counts=True)
    waits = Aftermath.objects.filter(warband=warband, confirmed_at__isnull=True).exclude(status=AftermathStatus.BACK)
    if fights.exists() or waits.exists():
        raise InBattle
    by = ActionContext(
        actor_id=actor_id, at=now, source_key=f"restore:{key[:60]}" if key else "", reason=reason.strip()[:200]
    )
    return restore_to(warband_id=warband_id, number=number, by=by)
