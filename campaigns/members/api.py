"""API of awards; what changes them is in `operations.py`."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.core.permissions import access_to_read
from campaigns.members.operations import GiveAward
from campaigns.members.serializers import AwardOut, award_json
from mordheim_site.operations.api import handler_of


class AwardsView(APIView):
    """The awards that the arbitrators gave; POST gives one."""

    @extend_schema(responses=AwardOut(many=True), operation_id="campaigns_awards")
    def get(self, request: Request, slug: str) -> Response:
        rows = access_to_read(request.user, slug).campaign.awards.select_related("entry__warband")
        return Response([award_json(row) for row in rows])

    post = handler_of(GiveAward)
