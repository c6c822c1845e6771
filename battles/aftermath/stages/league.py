"""The last step: send the result to the league, and deaths to the chronicle. Rule: AF-LEAGUE-01"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from battles.aftermath.activities import strategists
from battles.aftermath.selectors import roster_changes
from battles.aftermath.stored.find_lines import effects_of
from battles.aftermath.stored.injury_lines import InjuryLine
from battles.models import Aftermath, AftermathLine, Battle, Opponent
from campaigns.core.event_data import EventData
from campaigns.core.events import record, revoke_aftermath
from campaigns.core.refusals import MatchNotOpen
from campaigns.matches import results
from campaigns.matches.tallies import MultiSideDetails
from campaigns.models import Campaign, CampaignEvent, Entry, Match
from warbands.models import EntryKind
from warbands.trading.treasury import ROBBED

HOW: Final[dict[str, str]] = {Opponent.TRACKED: "tracked", Opponent.REPORTED: "reported"}
"""How a match was played, by the kind of its battle. Every other kind was played on the board."""


def report_result(battle: Battle, rows: Sequence[Aftermath], now: datetime) -> bool:
    """Report the result of a league battle with casualties and ratings; it needs no confirmation. Can safely run twice.
    Returns False outside of leagues, or if the arbitrator cancelled the match in the meantime: then the injuries stay
    and the standings do not change."""
    if battle.match_id is None:
        return False
    match = Match.objects.select_related("campaign").get(pk=battle.match_id)
    entries = {side.entry.warband_id: side.entry for side in match.sides.select_related("entry__warband")}
    ours = [row for row in rows if row.warband_id in entries]
    winners = [entries[row.warband_id].pk for row in ours if row.battle_facts.won]
    # The winners of a multiplayer battle share the win; each counts the enemies its own warriors took out of action.
    many = MultiSideDetails(
        teams=dict.fromkeys(winners, "a") if 1 < len(winners) < len(ours) else {},
        kills={entries[row.warband_id].pk: sum(row.battle_facts.kills.values()) for row in ours},
    )
    try:
        results.record_board_result(
            match_id=match.pk,
            winner_entry_id=winners[0] if len(winners) < len(ours) and winners else None,
            losses={entries[row.warband_id].pk: len(row.battle_facts.fallen) for row in ours},
            ratings={entries[row.warband_id].pk: row.side.rating for row in ours},
            now=now,
            source_key=f"battle:{battle.public_id}",
            how=HOW.get(battle.opponent, "board"),
            many=many,
        )
    except MatchNotOpen:
        return False
    return True


def report_to_league(battle: Battle, rows: Sequence[Aftermath], now: datetime) -> None:
    """Report the result, then write the chronicle entries. Can safely run twice."""
    if not report_result(battle, rows, now) or battle.match_id is None:
        return
    match = Match.objects.select_related("campaign").get(pk=battle.match_id)
    entries = {side.entry.warband_id: side.entry for side in match.sides.select_related("entry__warband")}
    for row in [row for row in rows if row.warband_id in entries]:
        strategists.credit_points(entries[row.warband_id], row, now)
        _record_deaths(match, entries[row.warband_id], row, now)


def _told_key(row: Aftermath) -> str:
    """The source key of this aftermath's chronicle event. It is different each time the aftermath is started again."""
    run = row.side.battle.aftermath_run
    return f"aftermath:{row.public_id}{f'~{run}' if run else ''}"


def remove_events(battle: Battle, rows: Sequence[Aftermath]) -> None:
    """Remove the chronicle events about finds and deaths of these aftermaths."""
    if battle.match_id is not None:
        campaign_id = Match.objects.values_list("campaign_id", flat=True).get(pk=battle.match_id)
        fates = AftermathLine.objects.filter(aftermath__in=rows, stage="injuries")
        deaths = [_death_key(line) for line in fates if _is_death(line)]
        revoke_aftermath(campaign_id, [*(_told_key(row) for row in rows), *deaths])


def withdraw_report(battle: Battle, row: Aftermath, lines: Sequence[AftermathLine]) -> None:
    """Remove chronicle events that this aftermath will report again: its finds, and the deaths in these lines."""
    if battle.match_id is not None:
        campaign_id = Match.objects.values_list("campaign_id", flat=True).get(pk=battle.match_id)
        deaths = [_death_key(line) for line in lines if _is_death(line)]
        revoke_aftermath(campaign_id, [_told_key(row), *deaths], are_reported_again=True)


def announce(battle: Battle, kind: str, *, actor_id: int | None, reason: str, now: datetime) -> None:
    """Notify every member of the league that the aftermath of a league battle was changed. Rule: AF-BACK-03"""
    if battle.match_id is None:
        return
    match = Match.objects.select_related("campaign").get(pk=battle.match_id)
    sides = [
        {"entry": side.entry.public_id, "warband": side.entry.warband.name}
        for side in match.sides.select_related("entry__warband").order_by("place")
    ]
    record(match.campaign, kind, at=now, actor_id=actor_id, match=match.public_id, sides=sides, reason=reason)


def _is_death(line: AftermathLine) -> bool:
    return line.stage == "injuries" and line.kind == InjuryLine.kind and bool(InjuryLine.read(line).died)


def _death_key(line: AftermathLine) -> str:
    return f"died:{line.public_id}"


def _record_deaths(match: Match, entry: Entry, row: Aftermath, now: datetime) -> None:
    lines = list(AftermathLine.objects.filter(aftermath=row).order_by("number"))
    for line in lines:
        if _is_death(line):
            record(
                match.campaign,
                "warrior_died",
                at=now,
                actor_id=None,
                source_key=_death_key(line),
                match=match.public_id,
                entry=entry.public_id,
                warband=entry.warband.name,
                warrior=line.subject_name,
                by=InjuryLine.read(line).by,
                is_leader=line.subject == row.battle_facts.leader,
            )
    record(
        match.campaign,
        "aftermath_done",
        at=now,
        actor_id=None,
        source_key=_told_key(row),
        match=match.public_id,
        entry=entry.public_id,
        warband=entry.warband.name,
        **_found(row, lines),
    )


def _found(row: Aftermath, lines: Sequence[AftermathLine]) -> dict[str, int]:
    """What this warband found so far: `shards` by its ledger, with its share of an ally's finds and without thefts, and
    `gold_gc` from locations and rewards."""
    changes = roster_changes(row).filter(kind=EntryKind.GAINED_SHARDS)
    shards = sum(change.shards_delta for change in changes if change.arguments.get("because") != ROBBED)
    gold = sum(int(effect.get("gold", 0)) for line in lines for effect in effects_of(line))
    return {"shards": max(shards, 0), "gold_gc": gold}


def report_finds_again(row: Aftermath) -> None:
    """Replace the chronicle event about finds if a choice that was made or undone after it changed what was found."""
    match_id = row.side.battle.match_id
    if match_id is None:
        return
    campaign = Campaign.objects.get(matches=match_id)
    key = _told_key(row)
    event = CampaignEvent.objects.filter(campaign=campaign, source_key=key, is_revoked=False).first()
    if event is None:
        return
    found = _found(row, list(AftermathLine.objects.filter(aftermath=row)))
    recorded = EventData.read(event.data)
    if found != {"shards": recorded.shards, "gold_gc": recorded.gold_gc}:
        revoke_aftermath(campaign.pk, [key], are_reported_again=True)
        record(campaign, event.kind, at=event.at, actor_id=None, source_key=key, **{**event.data, **found})
