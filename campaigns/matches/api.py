"""API of the rosters of a match. A report refers to them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.core.actions import is_in
from campaigns.core.permissions import match_at
from campaigns.core.refusals import NotYourMatch
from campaigns.matches.selectors import view_of
from warbands.core.permissions import may_read
from warbands.shared.selectors import warbands_named
from warbands.shared.serializers import RosterOut, roster_json
from warbands.shared.sheet import roster_of


class MatchRosterOut(serializers.Serializer[dict[str, Any]]):
    """One side of a match with its current roster."""

    entry = serializers.CharField()
    roster = RosterOut()


class MatchRostersView(APIView):
    """The rosters of all sides. Players of the match and arbitrators also get private ones, other users only those that
    they may read."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=MatchRosterOut(many=True), operation_id="campaigns_match_rosters")
    def get(self, request: Request, slug: str, pid: str) -> Response:
        match, access = match_at(request.user, slug, pid)
        found = view_of(match)
        ids = [side.warband_id for side in found.sides]
        rows = warbands_named(ids)
        takes_part = access.runs_it or is_in(found.facts, access.asker)
        shown = [side for side in found.sides if takes_part or may_read(request.user, rows[side.warband_id])]
        if not shown:
            raise NotYourMatch
        return Response(
            [{"entry": side.public_id, "roster": roster_json(roster_of(rows[side.warband_id]))} for side in shown]
        )
