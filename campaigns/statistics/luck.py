"""The luck of a league's warbands in battles on the board: rolls that succeeded against those expected to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from campaigns.models import Campaign, MatchStatus
from campaigns.standings.selectors import StandingRow
from mordheim_site.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class WarbandLuck:
    """The rolls of a warband: battles on the board, rolls that needed a score, successes, expected successes, and
    the difference, also as text with its sign."""

    warband_id: int
    battles: int
    rolls: int
    successes: int
    expected: float
    luck: float
    text: str


SOURCES: Registry[str, Callable[[Sequence[int]], list[WarbandLuck]]] = Registry("source of luck")
"""Functions that return the luck of warbands in some matches (by id), luckiest first. Later apps add theirs."""


@dataclass(frozen=True, slots=True)
class LuckRow:
    """A warband of the league with its luck. `start` and `length` place its bar, in percent of the width; the middle
    is no luck."""

    name: str
    entry: str
    luck: WarbandLuck
    start: float
    length: float


def luck_of(campaign: Campaign, rows: Sequence[StandingRow]) -> list[LuckRow]:
    """The luck of the warbands in the confirmed matches of a league, luckiest first. Two queries."""
    matches = list(campaign.matches.filter(status=MatchStatus.AGREED).values_list("pk", flat=True))
    by_warband = {row.entry.warband_id: row.entry for row in rows}
    found = [share for source in SOURCES.values() for share in source(matches) if share.warband_id in by_warband]
    most = max((abs(share.luck) for share in found), default=0) or 1
    return [
        LuckRow(
            by_warband[share.warband_id].name,
            by_warband[share.warband_id].public_id,
            share,
            start=round(50 + min(share.luck, 0) / most * 50, 1),
            length=round(abs(share.luck) / most * 50, 1),
        )
        for share in found
    ]
