"""API endpoint that returns a campaign as one document."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.core.permissions import access_to_run
from campaigns.core.refusals import NotTheArbitrator
from campaigns.exchange.document import LeagueFile
from campaigns.exchange.export import document_of
from mordheim_site.api.read_refusals import refuses
from mordheim_site.api.typed_fields import typed_response


class ExportView(APIView):
    """A complete campaign as a file, for a backup or for another site. Only for arbitrators.

    It has settings, rosters, rounds, matches, the chronicle, posts with their comments, awards and counters, but not
    the audience, members, invitations, deals, pacts, webhooks, and not the sheets and battles of matches.
    """

    permission_classes = (IsAuthenticated,)

    @refuses(NotTheArbitrator)
    @extend_schema(responses=typed_response(LeagueFile), operation_id="campaigns_export")
    def get(self, request: Request, slug: str) -> Response:
        return Response(document_of(access_to_run(request.user, slug).campaign).model_dump(mode="json"))
