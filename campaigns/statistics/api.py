"""API of the statistics of a campaign and of its dead warriors."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.core.permissions import access_to_read
from campaigns.standings.selectors import standings_of, tallies_of
from campaigns.statistics.luck import luck_of
from campaigns.statistics.selectors import Achievement, Killer, achievements_of, dead_warriors_of, killers_of
from mordheim_site.api import fields
from mordheim_site.api.typed_fields import typed_response

DEAD_ON_A_PAGE = 60


class LuckJson(TypedDict):
    """The luck of a warband in battles on the board: the rolls that needed a score, how many succeeded, how many were
    expected to, and the difference."""

    entry: str
    warband: str
    battles: int
    rolls: int
    successes: int
    expected: float
    luck: float


class StatisticsJson(TypedDict):
    """Statistics of a campaign: numbers of confirmed battles, warbands, enemies taken out and wins of the weaker side;
    the deadliest warriors; the luck of the warbands, luckiest first; awards and achievements. `standings/` has the
    rest."""

    battles: int
    warbands: int
    kills: int
    upsets: int
    killers: list[Killer]
    luck: list[LuckJson]
    awards: list[Achievement]


class DeadJson(TypedDict):
    """A dead warrior, or several of a group; `because` is the cause in the ledger."""

    name: str
    type_name: str
    warband: str
    entry: str
    at: datetime
    because: str
    count: int


class GraveyardJson(TypedDict):
    """The dead, newest first; `next` is the `before` of the next page, null on the last one."""

    results: list[DeadJson]
    next: int | None


class GraveyardQuery(fields.QuerySerializer):
    """Position in the list."""

    before = fields.QueryInteger(min_value=1, required=False, help_text="`next` of the previous page.")


class StatisticsView(APIView):
    """The statistics of a campaign."""

    @extend_schema(responses=typed_response(StatisticsJson), operation_id="campaigns_statistics")
    def get(self, request: Request, slug: str) -> Response:
        campaign = access_to_read(request.user, slug).campaign
        rows, tallies = standings_of(campaign), tallies_of(campaign)
        return Response(
            {
                "battles": sum(row.line.played for row in rows) // 2,
                "warbands": sum(not row.entry.is_withdrawn for row in rows),
                "kills": sum(row.line.kills for row in rows),
                "upsets": sum(tally.upsets for tally in tallies.values()),
                "killers": [asdict(killer) for killer in killers_of(campaign)],
                "luck": [
                    LuckJson(
                        entry=row.entry,
                        warband=row.name,
                        battles=row.luck.battles,
                        rolls=row.luck.rolls,
                        successes=row.luck.successes,
                        expected=round(row.luck.expected, 2),
                        luck=row.luck.luck,
                    )
                    for row in luck_of(campaign, rows)
                ],
                "awards": [asdict(award) for award in achievements_of(campaign, rows)],
            }
        )


class GraveyardView(APIView):
    """The dead warriors of a campaign."""

    @extend_schema(
        parameters=[GraveyardQuery], responses=typed_response(GraveyardJson), operation_id="campaigns_graveyard"
    )
    def get(self, request: Request, slug: str) -> Response:
        campaign = access_to_read(request.user, slug).campaign
        before = fields.read_query(GraveyardQuery, request).get("before", 0)
        found = dead_warriors_of(campaign, DEAD_ON_A_PAGE + 1, before)
        shown = found[:DEAD_ON_A_PAGE]
        return Response(
            {
                "results": [asdict(dead) for _number, dead in shown],
                "next": shown[-1][0] if len(found) > DEAD_ON_A_PAGE else None,
            }
        )
