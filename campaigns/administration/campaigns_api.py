"""API of campaigns, with the same permissions and services as the pages."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api_keys.services import Scope
from accounts.models import ApiKey, User
from campaigns.administration.operations import CreateCampaign
from campaigns.core import selectors, serializers
from campaigns.core.permissions import access_to_read, match_at
from campaigns.matches.api_shapes import campaign_shape, match_shape, match_shapes, standing_shape
from campaigns.matches.selectors import matches, view_of, views_of
from campaigns.standings.selectors import standings_of
from mordheim_site.api.fields import read_query
from mordheim_site.api.paging import NumberedPagination
from mordheim_site.operations.api import handler_of


class CampaignsView(APIView):
    """Public campaigns and those of the caller; POST creates one."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = NumberedPagination

    @extend_schema(
        parameters=[serializers.ListQuery],
        responses=serializers.CampaignShape(many=True),
        operation_id="campaigns_list",
    )
    def get(self, request: Request) -> Response:
        query = read_query(serializers.ListQuery, request)
        if query.get("mine") and isinstance(request.user, User):
            rows = selectors.campaigns_of(request.user)
        else:
            rows = selectors.public_campaigns(query["q"])
        pages = self.pagination_class()
        return pages.get_paginated_response([campaign_shape(row) for row in pages.paginate_queryset(rows, request)])

    post = handler_of(CreateCampaign)


class CampaignView(APIView):
    """One campaign."""

    @extend_schema(responses=serializers.CampaignShape, operation_id="campaigns_read")
    def get(self, request: Request, slug: str) -> Response:
        access = access_to_read(request.user, slug)
        # Only arbitrators see the invitation link, and only with a key that may run leagues.
        may_run = not isinstance(request.auth, ApiKey) or Scope.CAMPAIGNS in request.auth.scopes
        return Response(campaign_shape(access.campaign, access, with_link=may_run))


class StandingsView(APIView):
    """The standings, calculated from confirmed results."""

    @extend_schema(responses=serializers.StandingShape(many=True), operation_id="campaigns_standings")
    def get(self, request: Request, slug: str) -> Response:
        access = access_to_read(request.user, slug)
        return Response([standing_shape(row) for row in standings_of(access.campaign)])


class MatchesView(APIView):
    """The matches of a campaign, ordered by round."""

    pagination_class = NumberedPagination

    @extend_schema(responses=serializers.MatchShape(many=True), operation_id="campaigns_matches")
    def get(self, request: Request, slug: str) -> Response:
        access = access_to_read(request.user, slug)
        pages = self.pagination_class()
        rows = pages.paginate_queryset(matches(access.campaign), request)
        return pages.get_paginated_response(match_shapes(views_of(rows), access))


class MatchView(APIView):
    """One match."""

    @extend_schema(responses=serializers.MatchShape, operation_id="campaigns_match")
    def get(self, request: Request, slug: str, pid: str) -> Response:
        match, access = match_at(request.user, slug, pid)
        return Response(match_shape(view_of(match), access))
