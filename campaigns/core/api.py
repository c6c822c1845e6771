"""The campaigns room for machines: the same permissions and services as the pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api_keys.services import Scope
from accounts.idempotency import idempotent
from accounts.models import ApiKey, User
from campaigns.administration import services as running_services
from campaigns.administration.presets import preset_of
from campaigns.core import selectors, serializers
from campaigns.core.api_shapes import campaign_shape, match_shape, standing_shape
from campaigns.core.permissions import CampaignAccess, access_of, access_to_read, has_address, match_to_read
from campaigns.core.refusals import NoSuchWarband, NotThisMatch
from campaigns.matches import results
from campaigns.matches.selectors import matches, view_of, views_of
from campaigns.members import services as members_services
from campaigns.models import Campaign, Match
from campaigns.standings.selectors import standings_of
from mordheim_site.api.fields import read_query
from mordheim_site.api.paging import NumberedPagination
from warbands.models import Warband

KEY = OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER)


def actor_of(request: Request) -> User:
    """The authenticated user; API views without one are refused."""
    user = request.user
    assert isinstance(user, User)
    return user


def key_of(request: Request) -> str:
    """The source key of a request that may be sent again, or ""."""
    key = request.headers.get("Idempotency-Key", "")[:64]
    return f"api:{key}" if key else ""


class CampaignsView(APIView):
    """Public campaigns and mine; a new one."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = NumberedPagination

    @extend_schema(
        parameters=[serializers.ListQuery],
        responses=serializers.CampaignShape(many=True),
        operation_id="campaigns_list",
    )
    def get(self, request: Request) -> Response:
        asked = read_query(serializers.ListQuery, request)
        if asked.get("mine") and isinstance(request.user, User):
            rows = selectors.campaigns_of(request.user)
        else:
            rows = selectors.public_campaigns(asked["q"])
        pages = self.pagination_class()
        return pages.get_paginated_response([campaign_shape(row) for row in pages.paginate_queryset(rows, request)])

    @extend_schema(
        request=serializers.CreateRequest,
        responses={201: serializers.CampaignShape},
        operation_id="campaigns_create",
        parameters=[KEY],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        asked = serializers.CreateRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        campaign = running_services.create(
            actor_id=actor_of(request).pk,
            name=wanted["name"],
            now=timezone.now(),
            ruleset=wanted["ruleset"],
            preset=wanted["preset"],
            points=preset_of(wanted["preset"]).points,
            ladder_reach=preset_of(wanted["preset"]).ladder_reach,
            map_code=preset_of(wanted["preset"]).map_code,
            house_rules=wanted.get("house_rules"),
            starting_gold_gc=wanted.get("starting_gold_gc"),
            audience=wanted["audience"],
            warbands_per_player=wanted["warbands_per_player"],
            source_key=key_of(request),
        )
        return Response(campaign_shape(campaign, access_of(request.user, campaign)), status=201)


class CampaignView(APIView):
    """One campaign."""

    @extend_schema(responses=serializers.CampaignShape, operation_id="campaigns_read")
    def get(self, request: Request, slug: str) -> Response:
        seat = access_to_read(request.user, slug)
        # The link into a league belongs to those who run it; a key that may not run leagues does not get it either.
        may_run = not isinstance(request.auth, ApiKey) or Scope.CAMPAIGNS in request.auth.scopes
        return Response(campaign_shape(seat.campaign, seat, with_link=may_run))


class StandingsView(APIView):
    """The table, recomputed from agreed results."""

    @extend_schema(responses=serializers.StandingShape(many=True), operation_id="campaigns_standings")
    def get(self, request: Request, slug: str) -> Response:
        seat = access_to_read(request.user, slug)
        return Response([standing_shape(row) for row in standings_of(seat.campaign)])


class MatchesView(APIView):
    """The matches of a campaign, in the order of rounds."""

    pagination_class = NumberedPagination

    @extend_schema(responses=serializers.MatchShape(many=True), operation_id="campaigns_matches")
    def get(self, request: Request, slug: str) -> Response:
        seat = access_to_read(request.user, slug)
        pages = self.pagination_class()
        rows = pages.paginate_queryset(matches(seat.campaign), request)
        return pages.get_paginated_response([match_shape(one, seat) for one in views_of(rows)])


class JoinView(APIView):
    """Bring a warband by the code of an invitation."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=serializers.JoinRequest, responses={201: serializers.EntryShape}, operation_id="campaigns_join"
    )
    def post(self, request: Request) -> Response:
        asked = serializers.JoinRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        code, actor = asked.validated_data["join_code"], actor_of(request)
        campaign = get_object_or_404(Campaign, join_code=code)
        warband = Warband.objects.filter(public_id=asked.validated_data["warband"], owner_id=actor.pk).first()
        if warband is None:
            raise NoSuchWarband
        entry = members_services.join(join_code=code, actor_id=actor.pk, warband_id=warband.pk, now=timezone.now())
        shape = {"campaign": campaign.slug, "entry": entry.public_id, "warband": warband.public_id}
        return Response(shape, status=201)


class MatchView(APIView):
    """One match."""

    @extend_schema(responses=serializers.MatchShape, operation_id="campaigns_match")
    def get(self, request: Request, slug: str, pid: str) -> Response:
        match, seat = match_at(request, slug, pid)
        return answer_of(match, seat)


def match_at(request: Request, slug: str, pid: str) -> tuple[Match, CampaignAccess]:
    """A match of this league, and the caller's membership. Raises Http404."""
    match, seat = match_to_read(request.user, pid)
    if not has_address(match.campaign, slug):
        raise Http404
    return match, seat


def answer_of(match: Match, seat: CampaignAccess) -> Response:
    """The match after the change."""
    return Response(match_shape(view_of(match), seat))


def read_report(match: Match, said: Mapping[str, Any]) -> tuple[dict[str, int], results.MultiSideDetails]:
    """Entry ids by public id, and what a report says about a battle with several sides. Raises NotThisMatch for another
    entry."""
    ids = {side.public_id: side.entry_id for side in view_of(match).sides}
    many = {name: said.get(name, {}) for name in ("places", "teams", "kills")}
    winner = said.get("winner")
    named = {*said.get("losses", {}), *((winner,) if winner else ())}.union(*many.values())
    if named - set(ids):
        raise NotThisMatch
    return ids, results.MultiSideDetails(
        **{name: {ids[one]: told for one, told in by.items()} for name, by in many.items()}
    )


class ReportView(APIView):
    """Report a result; the other side has to agree."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=serializers.ReportRequest, responses=serializers.MatchShape, operation_id="campaigns_report")
    def post(self, request: Request, slug: str, pid: str) -> Response:
        match, seat = match_at(request, slug, pid)
        asked = serializers.ReportRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        said: dict[str, Any] = asked.validated_data
        ids, many = read_report(match, said)
        results.report(
            match_id=match.pk,
            actor_id=actor_of(request).pk,
            winner_entry_id=ids[said["winner"]] if said["winner"] else None,
            losses={ids[entry]: count for entry, count in said.get("losses", {}).items()},
            many=many,
            note=said["note"],
            now=timezone.now(),
        )
        return answer_of(match, seat)


class AgreeView(APIView):
    """Confirm what the other side reported."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses=serializers.MatchShape, operation_id="campaigns_agree")
    def post(self, request: Request, slug: str, pid: str) -> Response:
        match, seat = match_at(request, slug, pid)
        results.agree(match_id=match.pk, actor_id=actor_of(request).pk, now=timezone.now())
        return answer_of(match, seat)


class DisputeView(APIView):
    """Reject the reported result; an arbitrator decides."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses=serializers.MatchShape, operation_id="campaigns_dispute")
    def post(self, request: Request, slug: str, pid: str) -> Response:
        match, seat = match_at(request, slug, pid)
        results.dispute(match_id=match.pk, actor_id=actor_of(request).pk, now=timezone.now())
        return answer_of(match, seat)
