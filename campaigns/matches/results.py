"""Results of matches: reported by one side and confirmed by the other, decided by an arbitrator, or recorded by the
board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import transaction

from campaigns.core import actions
from campaigns.core.actions import MatchFacts, Viewer
from campaigns.core.arbitrators import is_run_by, locked_for_arbitrator
from campaigns.core.events import record, revoke_results
from campaigns.core.refusals import (
    BadPlaces,
    CampaignNotRunning,
    NotYourMatch,
    OwnReport,
    ReasonNeeded,
)
from campaigns.matches import series
from campaigns.matches.refusals import NothingReported, not_open
from campaigns.matches.selectors import battles_of_matches
from campaigns.matches.tallies import PLAIN, MultiSideDetails, Tally, check, check_stated, tallies_for
from campaigns.models import Match, MatchSide, MatchStatus
from campaigns.standings.rules import leader
from campaigns.standings.selectors import formula_of, results_of
from mordheim_site.registry import Registry
from warbands.shared.selectors import rating_of_warband

CHANGES_BY_RESULT: Registry[str, Callable[[Match, datetime], None]] = Registry("change by a result")
"""Functions that apply further changes when a result counts, such as holders of districts. They run before the new
leader is determined; later features add theirs."""
RESULT_LISTENERS: Registry[str, Callable[[Match, datetime], None]] = Registry("listener to results")
"""Functions called for every result that counts, in its transaction; later apps add theirs."""
UNREPORTED: Final = (MatchStatus.PLANNED, MatchStatus.PLAYING)
STATEMENT_LISTENERS: Registry[str, Callable[[Match, Mapping[int, Tally], bool, datetime], None]] = Registry(
    "listener to stated results"
)
"""Functions called before a report or a decision is written, with the tallies by entry and whether an arbitrator
decides. A stored battle of the match that contradicts the report then no longer counts."""


def _locked(match_id: int) -> tuple[Match, list[MatchSide]]:
    match = Match.objects.select_for_update().get(pk=match_id)
    return match, list(match.sides.select_related("entry__warband").order_by("place"))


def _facts(match: Match, sides: list[MatchSide]) -> MatchFacts:
    return MatchFacts(
        status=match.status,
        is_bye=match.is_bye,
        players=tuple(side.entry.player_id for side in sides),
        reported_by=match.reported_by_id,
        campaign_is_open=match.campaign.is_open,
        how=match.how,
        agreed=tuple(side.agreed_at is not None for side in sides),
        is_solo=match.campaign.is_solo,
    )


def _asker(match: Match, actor_id: int) -> Viewer:
    return Viewer(actor_id, is_run_by(match.campaign_id, actor_id))


def _write(sides: list[MatchSide], tallies: Mapping[int, Tally]) -> None:
    for side in sides:
        tally = tallies[side.entry_id]
        side.result, side.kills, side.losses = tally.result, tally.kills, tally.losses
        side.finish, side.team, side.agreed_at = tally.finish, tally.team, None
        side.save(update_fields=["result", "kills", "losses", "finish", "team", "agreed_at"])


def _tallies_of(sides: list[MatchSide]) -> dict[int, Tally]:
    """The recorded tallies."""
    return {side.entry_id: Tally(side.result, side.kills, side.losses, side.finish, side.team) for side in sides}


def _state(match: Match, tallies: Mapping[int, Tally], now: datetime, *, is_decision: bool) -> None:
    for listener in STATEMENT_LISTENERS.values():
        listener(match, tallies, is_decision, now)


def _must_be_reported(match: Match) -> None:
    """Raise NothingReported if there is no report, MatchNotOpen if it is too late to answer one."""
    if match.status in UNREPORTED:
        raise NothingReported
    if match.status != MatchStatus.REPORTED:
        raise not_open(match)


def _agrees(sides: list[MatchSide], asker: Viewer, now: datetime) -> None:
    """Record that this user's sides agree."""
    for side in sides:
        if side.agreed_at is None and asker.speaks_for(side.entry.player_id):
            side.agreed_at = now
            side.save(update_fields=["agreed_at"])


@transaction.atomic
def report(
    *,
    match_id: int,
    actor_id: int,
    winner_entry_id: int | None,
    now: datetime,
    losses: Mapping[int, int] | None = None,
    note: str = "",
    many: MultiSideDetails = PLAIN,
    how: str = "reported",
) -> Match:
    """Report a result; every other side has to confirm it. A winner of None means a draw, unless `many` contains
    places.

    `how` is "reported", or "tracked" for a battle with miniatures that was tracked turn by turn. The result counts
    immediately if the user controls all sides. The same report sent twice changes nothing. Raises NotYourMatch,
    MatchNotOpen (confirmed, being played or void), CampaignNotRunning, NotThisMatch, BadPlaces, WinnerNotFirst,
    TooManyKills, TooManyLosses. Rules: LG-RESULT-01, LG-RESULT-02
    """
    match, sides = _locked(match_id)
    facts, asker = _facts(match, sides), _asker(match, actor_id)
    if not actions.is_in(facts, asker):
        raise NotYourMatch
    if match.is_bye or match.status not in actions.REPORTABLE:
        raise not_open(match)
    if not match.campaign.is_open:
        raise CampaignNotRunning
    check_stated(sides, winner_entry_id, losses, many)
    if len(sides) > 2 and how == "reported" and not (many.places or many.teams):
        raise BadPlaces
    tallies = tallies_for(sides, winner_entry_id, losses, many)
    before = _tallies_of(sides)
    is_second_press = match.status == MatchStatus.REPORTED and match.reported_by_id == actor_id
    if is_second_press and (before, match.note, match.how) == (tallies, note[:2000], how):
        return match
    _state(match, tallies, now, is_decision=False)
    _write(sides, tallies)
    _agrees(sides, asker, now)
    match.status, match.how = MatchStatus.REPORTED, how
    match.reported_by_id, match.reported_at, match.note = actor_id, now, note[:2000]
    match.save(update_fields=["status", "how", "reported_by", "reported_at", "note"])
    record(match.campaign, "result_reported", at=now, actor_id=actor_id, match=match.public_id)
    if actions.speaks_for_all(facts, asker):
        return _count(match, sides, actor_id, now, how)
    return match


@transaction.atomic
def take_back(*, match_id: int, actor_id: int, now: datetime) -> Match:
    """Withdraw an unanswered report. Raises NotYourMatch, MatchNotOpen, and NothingReported without one."""
    match, sides = _locked(match_id)
    if match.status in UNREPORTED and actions.is_in(_facts(match, sides), _asker(match, actor_id)):
        raise NothingReported
    if match.reported_by_id != actor_id:
        raise NotYourMatch
    if match.status != MatchStatus.REPORTED:
        raise not_open(match)
    _write(sides, {side.entry_id: Tally("") for side in sides})
    match.status, match.how, match.note = MatchStatus.PLANNED, "", ""
    match.reported_by, match.reported_at = None, None
    match.save(update_fields=["status", "how", "reported_by", "reported_at", "note"])
    record(match.campaign, "report_taken_back", at=now, actor_id=actor_id, match=match.public_id)
    return match


@transaction.atomic
def agree(*, match_id: int, actor_id: int, now: datetime) -> Match:
    """Confirm a report for another side. The result counts once every side has confirmed it. Calling it again changes
    nothing. Raises NotYourMatch, OwnReport, MatchNotOpen, NothingReported. Rule: LG-RESULT-01"""
    match, sides = _locked(match_id)
    facts, asker = _facts(match, sides), _asker(match, actor_id)
    if not actions.is_in(facts, asker):
        raise NotYourMatch
    if match.status == MatchStatus.AGREED and not match.is_bye:
        return match
    _must_be_reported(match)
    if match.reported_by_id == actor_id and not actions.speaks_for_all(facts, asker):
        raise OwnReport
    _agrees(sides, asker, now)
    reporter = _asker(match, match.reported_by_id) if match.reported_by_id is not None else asker
    if all(side.agreed_at is not None or reporter.speaks_for(side.entry.player_id) for side in sides):
        return _count(match, sides, actor_id, now, match.how or "reported")
    return match


@transaction.atomic
def dispute(*, match_id: int, actor_id: int, now: datetime) -> Match:
    """Reject a reported result, so that an arbitrator has to decide. Calling it again changes nothing. Raises
    NotYourMatch, OwnReport, MatchNotOpen, NothingReported."""
    match, sides = _locked(match_id)
    facts, asker = _facts(match, sides), _asker(match, actor_id)
    if not actions.is_in(facts, asker):
        raise NotYourMatch
    if match.status == MatchStatus.DISPUTED:
        return match
    _must_be_reported(match)
    if match.reported_by_id == actor_id and not actions.speaks_for_all(facts, asker):
        raise OwnReport
    match.status = MatchStatus.DISPUTED
    match.save(update_fields=["status"])
    names = [side.entry.warband.name for side in sides]
    record(match.campaign, "result_disputed", at=now, actor_id=actor_id, match=match.public_id, warbands=names)
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
    many: MultiSideDetails = PLAIN,
) -> Match:
    """Decide a result with a reason, as an arbitrator; also one that was confirmed before. A decision without
    casualties keeps those of the battle that was recorded for the match. Raises NotTheArbitrator, MatchNotOpen (void or
    a bye), NotThisMatch, BadPlaces, WinnerNotFirst, ReasonNeeded, TooManyKills, TooManyLosses."""
    match, sides = _locked(match_id)
    locked_for_arbitrator(match.campaign_id, actor_id)
    if match.status == MatchStatus.VOID or match.is_bye:
        raise not_open(match)
    check_stated(sides, winner_entry_id, losses, many)
    reason = reason.strip()[:300]
    if not reason:
        raise ReasonNeeded
    if not losses and not many.kills and battles_of_matches([match.pk]):
        losses = {side.entry_id: side.losses for side in sides}
        many = replace(many, kills={side.entry_id: side.kills for side in sides})
    tallies = tallies_for(sides, winner_entry_id, losses, many)
    before = _tallies_of(sides)
    if match.status == MatchStatus.AGREED and match.ruling == reason and before == tallies:
        return match
    _state(match, tallies, now, is_decision=True)
    _write(sides, tallies)
    match.ruling = reason
    match.save(update_fields=["ruling"])
    revoke_results(match.campaign, match.public_id)
    return _count(match, sides, actor_id, now, match.how or "reported", kind="result_ruled")


@transaction.atomic
def record_board_result(
    *,
    match_id: int,
    winner_entry_id: int | None,
    losses: Mapping[int, int],
    ratings: Mapping[int, int],
    now: datetime,
    source_key: str,
    many: MultiSideDetails = PLAIN,
    how: str = "board",
) -> Match:
    """Record the result of a battle played on this site; it needs no confirmation. All mappings are by entry id.

    `how` is "board", "tracked" (miniatures, tracked turn by turn) or "reported" (miniatures, entered on a sheet).

    A second call changes nothing; neither does a call for a match that an arbitrator has decided. Raises MatchNotOpen
    if the match is void, NotThisMatch.
    """
    match, sides = _locked(match_id)
    if match.status == MatchStatus.AGREED:
        return match
    if match.status == MatchStatus.VOID:
        raise not_open(match)
    check(sides, winner_entry_id, None, many)
    _write(sides, tallies_for(sides, winner_entry_id, losses, many))
    for side in sides:
        side.rating_before = ratings.get(side.entry_id, 0)
        side.save(update_fields=["rating_before"])
    return _count(match, sides, None, now, how, source_key, is_counted=True)


def _count(
    match: Match,
    sides: list[MatchSide],
    actor_id: int | None,
    now: datetime,
    how: str,
    source_key: str = "",
    kind: str = "match_played",
    is_counted: bool = False,
) -> Match:
    """Make the recorded result count, and record its event with the ratings of the sides and the new leader."""
    campaign = match.campaign
    formula = formula_of(campaign)
    led_before = leader(results_of(campaign.pk), formula)
    for side in sides:
        if not side.rating_before:
            side.rating_before = rating_of_warband(side.entry.warband)
            side.save(update_fields=["rating_before"])
    match.status, match.how, match.played_at = MatchStatus.AGREED, how, match.played_at or now
    match.save(update_fields=["status", "how", "played_at"])
    MatchSide.objects.filter(match=match).update(agreed_at=now)
    series.continue_series(match)
    for change in CHANGES_BY_RESULT.values():
        change(match, now)
    leads_now = leader(results_of(campaign.pk), formula)
    names = {side.entry_id: side.entry.warband.name for side in sides}
    new_leader = names.get(leads_now, "") if leads_now is not None and leads_now != led_before else ""
    record(
        campaign,
        kind,
        at=now,
        actor_id=actor_id,
        source_key=source_key,
        match=match.public_id,
        how=how,
        reason=match.ruling,
        new_leader=new_leader,
        sides=[
            {
                "entry": side.entry.public_id,
                "warband": side.entry.warband.name,
                "result": side.result,
                "kills": side.kills,
                "losses": side.losses,
                "rating": side.rating_before,
                "is_counted": is_counted,
                **({"finish": side.finish, "team": side.team} if len(sides) > 2 else {}),
            }
            for side in sides
        ],
    )
    for listener in RESULT_LISTENERS.values():
        listener(match, now)
    return match
