"""API for running a league: challenges, match actions, rounds, and the dashboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.idempotency import idempotent
from accounts.models import User
from campaigns.administration import serializers as said
from campaigns.administration import services, takeover
from campaigns.core import serializers
from campaigns.core.api import KEY, MatchesView, actor_of, answer_of, key_of, match_at, read_report
from campaigns.core.api_shapes import campaign_shape, match_shape
from campaigns.core.permissions import CampaignAccess, access_of, access_to_read, access_to_run
from campaigns.core.refusals import NoSuchWarband
from campaigns.matches import preparation, results
from campaigns.matches.selectors import rounds_of, view_of
from campaigns.members import invitations, painting
from campaigns.members import services as members_services
from campaigns.models import Campaign, Entry, Match, Round
from campaigns.rounds import planning, scheduling
from campaigns.rounds.planning import Plan


class MatchListView(MatchesView):
    """The matches of a campaign; a challenge between two warbands, or among up to six."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        request=said.ChallengeRequest, responses={201: serializers.MatchShape}, parameters=[KEY],
        operation_id="campaigns_challenge",
    )  # fmt: skip
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        seat, user = access_to_read(request.user, slug), actor_of(request)
        asked = said.ChallengeRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        entries = dict(seat.campaign.entries.filter(withdrawn_at__isnull=True).values_list("public_id", "pk"))
        if not {wanted["entry"], *wanted["others"]} <= set(entries):
            raise NoSuchWarband
        other, *more = [entries[one] for one in wanted["others"]]
        made = scheduling.challenge(
            campaign_id=seat.campaign.pk,
            actor_id=user.pk,
            entry_id=entries[wanted["entry"]],
            other_entry_id=other,
            more=more,
            scenario_code=wanted["scenario"],
            best_of=wanted["best_of"],
            now=timezone.now(),
            source_key=key_of(request),
        )
        return Response(match_shape(view_of(made), seat), status=201)


Act = Callable[[Match, User, dict[str, Any]], object]


def _rule(match: Match, user: User, asked: dict[str, Any]) -> object:
    ids, many = read_report(match, asked)
    winner = asked.get("winner")
    return results.rule(
        match_id=match.pk,
        actor_id=user.pk,
        winner_entry_id=ids[winner] if winner else None,
        losses={ids[entry]: count for entry, count in asked.get("losses", {}).items()},
        many=many,
        reason=asked["reason"],
        now=timezone.now(),
    )


def _acting(**extra: object) -> dict[str, Any]:
    return {"now": timezone.now(), **extra}


ACTS: dict[str, Act] = {
    "date": lambda match, user, asked: scheduling.set_date(
        match_id=match.pk, actor_id=user.pk, **_acting(planned_for=asked.get("planned_for"))
    ),
    "rsvp": lambda match, user, asked: preparation.answer(
        match_id=match.pk, actor_id=user.pk, **_acting(rsvp=asked["rsvp"])
    ),
    "draw": lambda match, user, asked: preparation.draw_scenario(match_id=match.pk, actor_id=user.pk, **_acting()),
    "scenario": lambda match, user, asked: preparation.choose_scenario(
        match_id=match.pk, actor_id=user.pk, **_acting(scenario_code=asked["scenario"])
    ),
    "take_back": lambda match, user, asked: results.take_back(match_id=match.pk, actor_id=user.pk, **_acting()),
    "cancel": lambda match, user, asked: scheduling.cancel(match_id=match.pk, actor_id=user.pk, **_acting()),
    "rule": _rule,
}


class MatchActsView(APIView):
    """Actions of the match page: date, answer, scenario, withdrawn report, decision, cancellation."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=said.MatchActRequest, responses=serializers.MatchShape, operation_id="campaigns_match_act")
    def post(self, request: Request, slug: str, pid: str) -> Response:
        match, seat = match_at(request, slug, pid)
        asked = said.MatchActRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        ACTS[asked.validated_data["act"]](match, actor_of(request), asked.validated_data)
        return answer_of(match, seat)


class RoundsView(APIView):
    """The rounds of a league, and planning more."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=said.RoundShape(many=True), operation_id="campaigns_rounds")
    def get(self, request: Request, slug: str) -> Response:
        rows = rounds_of(access_to_read(request.user, slug).campaign)
        shown = [{"number": number, "name": name, "kind": kind, "open": left} for number, name, left, kind in rows]
        return Response(shown)

    @extend_schema(
        request=said.PlanRequest, responses={201: said.RoundShape(many=True)}, operation_id="campaigns_plan",
        parameters=[KEY],
    )  # fmt: skip
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        user = actor_of(request)
        seat = access_to_run(user, slug)
        asked = said.PlanRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        made = planning.plan(
            campaign_id=seat.campaign.pk,
            actor_id=user.pk,
            now=timezone.now(),
            asked=Plan(**asked.validated_data),
            source_key=key_of(request),
        )
        return Response([_round(one) for one in made], status=201)


def _round(one: Round) -> dict[str, Any]:
    left = one.matches.filter(is_bye=False).count()
    return {"number": one.number, "name": one.name, "kind": one.kind, "open": left}


class PaintedView(APIView):
    """Painting of a warband (an entry by its id): its player declares it, an arbitrator confirms."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=said.PaintedRequest, responses=said.PaintedShape, operation_id="campaigns_painted")
    def post(self, request: Request, slug: str, pid: str) -> Response:
        user = actor_of(request)
        seat = access_to_read(user, slug)
        entry = get_object_or_404(Entry, campaign=seat.campaign, public_id=pid)
        asked = said.PaintedRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        act = asked.validated_data["act"]
        return Response(
            {"stands": painting.record_painting(entry_id=entry.pk, actor_id=user.pk, act=act, now=timezone.now())}
        )


DeskAct = Callable[[Campaign, User, dict[str, Any]], object]


def _role(campaign: Campaign, user: User, asked: dict[str, Any]) -> object:
    person = User.objects.filter(username=asked["person"]).first()
    if person is None:
        raise Http404
    return members_services.give_role(
        campaign_id=campaign.pk, actor_id=user.pk, user_id=person.pk, role=asked["role"], now=timezone.now()
    )


DESK: dict[str, DeskAct] = {
    "status": lambda campaign, user, asked: services.set_status(
        campaign_id=campaign.pk, actor_id=user.pk, status=asked["status"], reason=asked["reason"], now=timezone.now()
    ),
    "change": lambda campaign, user, asked: services.change(
        campaign_id=campaign.pk, actor_id=user.pk, now=timezone.now(), **said.as_settings(asked.get("change", {}))
    ),
    "role": _role,
    "invite": lambda campaign, user, asked: invitations.invite_by_name(
        campaign_id=campaign.pk, actor_id=user.pk, username=asked["person"], now=timezone.now()
    ),
    "new_link": lambda campaign, user, asked: services.renew_join_code(campaign_id=campaign.pk, actor_id=user.pk),
    "still_here": lambda campaign, user, asked: takeover.decline_takeover(
        campaign_id=campaign.pk, actor_id=user.pk, now=timezone.now()
    ),
    "step_up": lambda campaign, user, asked: takeover.promote_co_arbitrator(
        campaign_id=campaign.pk, actor_id=user.pk, now=timezone.now()
    ),
}


class DeskView(APIView):
    """The arbitrator's dashboard: status with its reason, settings, formula, roles, a new link, succession."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=said.DeskRequest, responses=serializers.CampaignShape, operation_id="campaigns_desk")
    def post(self, request: Request, slug: str) -> Response:
        user = actor_of(request)
        seat: CampaignAccess = access_to_run(user, slug)
        asked = said.DeskRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        DESK[asked.validated_data["act"]](seat.campaign, user, asked.validated_data)
        after = Campaign.objects.get(pk=seat.campaign.pk)
        return Response(campaign_shape(after, access_of(user, after)))
