"""What came of a match: reported by one side and agreed by the other, ruled by an arbitrator, or brought by the
board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from campaigns.models import Match, MatchSide, MatchStatus, SideResult
from campaigns.refusals import CampaignNotRunning, MatchNotOpen, NotYourMatch, OwnReport
from campaigns.services.events import record
from campaigns.services.running import locked_for_arbitrator


@dataclass(frozen=True, slots=True)
class Tally:
    """One side's part of a result."""

    result: str
    kills: int = 0
    losses: int = 0


def _locked(match_id: int) -> tuple[Match, list[MatchSide]]:
    match = Match.objects.select_for_update().select_related("campaign").get(pk=match_id)
    return match, list(match.sides.select_related("entry__warband").order_by("place"))


def _is_in(sides: list[MatchSide], actor_id: int) -> bool:
    return any(side.entry.player_id == actor_id for side in sides)


def _write(sides: list[MatchSide], tallies: Mapping[int, Tally]) -> None:
    for side in sides:
        tally = tallies[side.entry_id]
        side.result, side.kills, side.losses = tally.result, tally.kills, tally.losses
        side.save(update_fields=["result", "kills", "losses"])


def tallies_for(
    sides: list[MatchSide], winner_entry_id: int | None, losses: Mapping[int, int] | None = None
) -> dict[int, Tally]:
    """Tallies from a winner (None for a draw) and casualties a side; each side's kills are the others' casualties."""
    lost = {side.entry_id: (losses or {}).get(side.entry_id, 0) for side in sides}
    total = sum(lost.values())
    tallies = {}
    for side in sides:
        won = SideResult.WIN if side.entry_id == winner_entry_id else SideResult.LOSS
        result = SideResult.DRAW if winner_entry_id is None else won
        tallies[side.entry_id] = Tally(result, total - lost[side.entry_id], lost[side.entry_id])
    return tallies


@transaction.atomic
def report(
    *,
    match_id: int,
    actor_id: int,
    winner_entry_id: int | None,
    now: datetime,
    losses: Mapping[int, int] | None = None,
    note: str = "",
) -> Match:
    """Report a result; the other side has to agree. None as winner is a draw.

    Raises NotYourMatch, MatchNotOpen (agreed or void), CampaignNotRunning.
    """
    match, sides = _locked(match_id)
    if not _is_in(sides, actor_id):
        raise NotYourMatch
    if match.status not in (MatchStatus.PLANNED, MatchStatus.REPORTED, MatchStatus.DISPUTED):
        raise MatchNotOpen
    if not match.campaign.is_open:
        raise CampaignNotRunning
    if winner_entry_id is not None and all(side.entry_id != winner_entry_id for side in sides):
        raise NotYourMatch
    _write(sides, tallies_for(sides, winner_entry_id, losses))
    match.status, match.how = MatchStatus.REPORTED, "reported"
    match.reported_by_id, match.reported_at, match.note = actor_id, now, note[:2000]
    match.save(update_fields=["status", "how", "reported_by", "reported_at", "note"])
    record(match.campaign, "result_reported", at=now, actor_id=actor_id, match=match.public_id)
    return match


@transaction.atomic
def agree(*, match_id: int, actor_id: int, now: datetime) -> Match:
    """The other side agrees; the result counts. A second press changes nothing. Raises NotYourMatch, OwnReport,
    MatchNotOpen."""
    match, sides = _locked(match_id)
    if not _is_in(sides, actor_id):
        raise NotYourMatch
    if match.status == MatchStatus.AGREED:
        return match
    if match.status != MatchStatus.REPORTED:
        raise MatchNotOpen
    if match.reported_by_id == actor_id and any(side.entry.player_id not in (actor_id, None) for side in sides):
        raise OwnReport
    return _count(match, sides, actor_id, now, "reported")


@transaction.atomic
def dispute(*, match_id: int, actor_id: int, now: datetime) -> Match:
    """The other side does not agree; an arbitrator decides. Raises NotYourMatch, MatchNotOpen."""
    match, sides = _locked(match_id)
    if not _is_in(sides, actor_id):
        raise NotYourMatch
    if match.status != MatchStatus.REPORTED:
        raise MatchNotOpen
    match.status = MatchStatus.DISPUTED
    match.save(update_fields=["status"])
    record(match.campaign, "result_disputed", at=now, actor_id=actor_id, match=match.public_id)
    return match


@transaction.atomic
def rule(
    *,
    match_id: int,
    actor_id: int,
    winner_entry_id: int | None,
    reason: str,
    now: datetime,
    losses: Mapping[int, int] | None = None,
) -> Match:
    """An arbitrator decides a result with a reason. Raises NotTheArbitrator, MatchNotOpen (void), NotYourMatch
    (unknown winner)."""
    match, sides = _locked(match_id)
    locked_for_arbitrator(match.campaign_id, actor_id)
    if match.status == MatchStatus.VOID:
        raise MatchNotOpen
    if winner_entry_id is not None and all(side.entry_id != winner_entry_id for side in sides):
        raise NotYourMatch
    _write(sides, tallies_for(sides, winner_entry_id, losses))
    match.ruling = reason[:300]
    match.save(update_fields=["ruling"])
    return _count(match, sides, actor_id, now, match.how or "reported")


@transaction.atomic
def bring_from_board(
    *,
    match_id: int,
    winner_entry_id: int | None,
    losses: Mapping[int, int],
    ratings: Mapping[int, int],
    now: datetime,
    source_key: str,
) -> Match:
    """The board brings a result that needs nobody's consent. A second delivery changes nothing. Raises MatchNotOpen
    when void."""
    match, sides = _locked(match_id)
    if match.status == MatchStatus.AGREED:
        return match
    if match.status == MatchStatus.VOID:
        raise MatchNotOpen
    _write(sides, tallies_for(sides, winner_entry_id, losses))
    for side in sides:
        side.rating_before = ratings.get(side.entry_id, 0)
        side.save(update_fields=["rating_before"])
    return _count(match, sides, None, now, "board", source_key)


def _count(
    match: Match, sides: list[MatchSide], actor_id: int | None, now: datetime, how: str, source_key: str = ""
) -> Match:
    match.status, match.how, match.played_at = MatchStatus.AGREED, how, now
    match.save(update_fields=["status", "how", "played_at"])
    MatchSide.objects.filter(match=match).update(agreed_at=now)
    record(
        match.campaign,
        "match_played",
        at=now,
        actor_id=actor_id,
        source_key=source_key,
        match=match.public_id,
        how=how,
        sides=[
            {
                "entry": side.entry_id,
                "warband": side.entry.warband.name,
                "result": side.result,
                "kills": side.kills,
                "losses": side.losses,
            }
            for side in sides
        ],
    )
    return match
