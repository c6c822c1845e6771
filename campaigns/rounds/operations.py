"""Operations of arbitrators on the rounds of a campaign."""

from __future__ import annotations

from typing import Annotated, Any

from campaigns.core import refusals
from campaigns.core.operation import ArbitratorOperation
from campaigns.core.permissions import CampaignAccess
from campaigns.models import Round, RoundKind
from campaigns.rounds import planning
from campaigns.rounds.planning import Plan
from campaigns.rounds.serializers import PlannedRoundShape
from campaigns.standings.outcomes import MOST_SIDES
from mordheim_site.operations.base import Call
from mordheim_site.operations.types import Day, choice, whole


class PlanRounds(
    ArbitratorOperation,
    name="campaigns_plan",
    component="PlanRequest",
    status=201,
    response=PlannedRoundShape(many=True),
    example={"kind": "round_robin", "days": 14},
    errors=(
        refusals.CampaignNotRunning,
        refusals.TooFewWarbands,
        refusals.TooManyMatches,
        refusals.TooManySides,
        refusals.TwoSidesOnly,
        refusals.TieWithoutWinner,
        refusals.TournamentOver,
        refusals.DateInThePast,
        refusals.DateTooFar,
    ),
):
    """Plan rounds and pair the warbands.

    With `rounds` 0, the kind of pairing decides how many. A knock-out always has two sides.
    """

    kind: Annotated[str, *choice(RoundKind.values)]
    rounds: Annotated[int, *whole(0, 60)] = 0
    sides: Annotated[int, *whole(2, MOST_SIDES)] = 2
    first_day: Day | None = None
    days: Annotated[int, *whole(1, 60)] = 7
    best_of: Annotated[int, *choice((1, 3, 5))] = 1
    groups: Annotated[int, *whole(1, 26)] = 2
    through: Annotated[int, *whole(1, 8)] = 2

    def carry_out(self, target: CampaignAccess, call: Call) -> list[Round]:
        return planning.plan(
            campaign_id=target.campaign.pk,
            actor_id=call.actor.pk,
            now=call.at,
            asked=Plan(**self.model_dump()),
            source_key=call.source_key,
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: list[Round], call: Call) -> list[dict[str, Any]]:
        return [
            {
                "number": row.number,
                "name": row.name,
                "kind": row.kind,
                "open": len(matches := list(row.matches.filter(is_bye=False).order_by("pk"))),
                "matches": [match.public_id for match in matches],
            }
            for row in result
        ]


OPERATIONS = (PlanRounds,)
