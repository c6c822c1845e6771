"""Reverting the whole aftermath of a battle: requested by one player, accepted by every other player it affects.

In a league the arbitrator reverts it, and every member is notified; an arbitrator whose own warband fought in the
battle needs the consent of the other players, like all players outside of leagues. Rule: AF-BACK-03
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.aftermath import revert_notices
from battles.aftermath.decisions import undo
from battles.aftermath.decisions.permissions import may_rule, players_of
from battles.aftermath.models.seeds import AftermathRevert, RevertState
from battles.aftermath.stages import league
from battles.models import Aftermath, AftermathStatus, Battle
from mordheim_site.refusals import Refusal

TERM = timedelta(days=7)
"""Time after which a request without an answer expires. Nothing changes then."""
ANSWERS = ("accept", "decline", "withdraw")


class ConsentNotNeeded(Refusal):
    """Only players whose consent is needed may accept or decline, and only the player who asked may withdraw."""

    code = "not_asked_of_you"
    message = _("You cannot answer this request. Only the players whose warbands it affects can accept or decline it.")
    rule_id = "AF-BACK-03"
    status = 403


class NoOpenRequest(Refusal):
    """The request was already answered or withdrawn, or it has expired."""

    code = "no_revert_request"
    message = _("No request to revert this aftermath is open. It was answered, withdrawn, or has expired.")
    rule_id = "AF-BACK-03"
    status = 409


def consent_needed(battle: Battle, rows: list[Aftermath], actor_id: int) -> list[int]:
    """Primary keys of the players who must agree before this user's revert is carried out."""
    players = players_of(rows)
    if battle.match_id is not None and actor_id not in players:
        return []
    return [player for player in players if player != actor_id]


@transaction.atomic
def request_revert(*, battle_id: int, actor_id: int, reason: str, now: datetime) -> AftermathRevert | None:
    """Request to revert the aftermath of a battle. It is reverted at once if no other player is affected, or if the
    arbitrator requests it. A repeated request returns the open one; None if the aftermath is already reverted. Raises
    NotYoursToRevert, NoAftermathYet, ReasonMissing, StillRunning, UsedByLaterBattle and LaterChangesDepend. Rules:
    AF-BACK-02, AF-BACK-03"""
    battle, rows = _locked(battle_id, now)
    if not may_rule(battle, rows, actor_id):
        raise undo.NotYoursToRevert
    if not rows:
        raise undo.NoAftermathYet
    if all(row.status == AftermathStatus.BACK for row in rows):
        return None
    found = open_request(battle)
    if found is not None:
        needed = consent_needed(battle, rows, actor_id)
        if needed:
            return _agree(found, battle, rows, actor_id, now) if actor_id in found.needed else found
        _close(found, RevertState.WITHDRAWN, now)
    if not reason.strip():
        raise undo.ReasonMissing
    undo.must_be_revertible(rows)
    request = AftermathRevert.objects.create(
        battle=battle,
        asked_by_id=actor_id,
        reason=reason.strip()[:200],
        needed=consent_needed(battle, rows, actor_id),
        asked_at=now,
        expires_at=now + TERM,
    )
    if request.needed:
        revert_notices.revert_asked(request, now)
    else:
        _carry_out(request, battle, rows, actor_id, now)
    return request


@transaction.atomic
def answer(*, battle_id: int, actor_id: int, what: str, now: datetime) -> AftermathRevert:
    """Answer the open request of a battle: `what` is `accept`, `decline` or `withdraw`. When all players have agreed,
    the aftermath is reverted. Raises NoOpenRequest, ConsentNotNeeded, and the errors of the revert; then the request
    stays open."""
    battle, rows = _locked(battle_id, now)
    request = open_request(battle)
    if request is None or what not in ANSWERS:
        raise NoOpenRequest
    if what == "withdraw":
        if request.asked_by_id != actor_id:
            raise ConsentNotNeeded
        return _close(request, RevertState.WITHDRAWN, now)
    if actor_id not in request.needed:
        raise ConsentNotNeeded
    if what == "decline":
        request.declined_by_id = actor_id
        _close(request, RevertState.DECLINED, now)
        revert_notices.revert_answered(request, now)
        return request
    return _agree(request, battle, rows, actor_id, now)


def open_request(battle: Battle) -> AftermathRevert | None:
    """The open request of this battle, or None."""
    return AftermathRevert.objects.filter(battle=battle, state=RevertState.OPEN).first()


def expire_due(*, now: datetime) -> int:
    """Close expired requests. Returns how many. Called by a periodic task."""
    due = AftermathRevert.objects.filter(state=RevertState.OPEN, expires_at__lte=now)
    return due.update(state=RevertState.EXPIRED, closed_at=now)


def _locked(battle_id: int, now: datetime) -> tuple[Battle, list[Aftermath]]:
    """The battle, locked, and its aftermaths. Also closes an expired request."""
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    AftermathRevert.objects.filter(battle=battle, state=RevertState.OPEN, expires_at__lte=now).update(
        state=RevertState.EXPIRED, closed_at=now
    )
    return battle, list(Aftermath.objects.filter(side__battle=battle).select_related("side__battle", "warband"))


def _agree(
    request: AftermathRevert, battle: Battle, rows: list[Aftermath], actor_id: int, now: datetime
) -> AftermathRevert:
    request.agreed = sorted({*request.agreed, actor_id})
    request.save(update_fields=["agreed"])
    # Do not wait for players who have closed their account since the request.
    if {*request.needed} & {*players_of(rows)} <= {*request.agreed}:
        _carry_out(request, battle, rows, actor_id, now)
        revert_notices.revert_answered(request, now)
    return request


def _carry_out(request: AftermathRevert, battle: Battle, rows: list[Aftermath], actor_id: int, now: datetime) -> None:
    request.rolls = undo.revert(battle, rows, actor_id=actor_id, reason=request.reason, now=now)
    request.save(update_fields=["rolls"])
    _close(request, RevertState.DONE, now)
    league.announce(battle, "aftermath_reverted", actor_id=request.asked_by_id, reason=request.reason, now=now)


def _close(request: AftermathRevert, state: RevertState, now: datetime) -> AftermathRevert:
    request.state, request.closed_at = state, now
    request.save(update_fields=["state", "closed_at", "declined_by"])
    return request
