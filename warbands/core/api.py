"""API of warbands: lists, rosters, ledgers, and every action of the pages.

An action takes an `Idempotency-Key` header: the same key acts once. Errors are {code, message, fields, rule}.
"""

from __future__ import annotations

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.idempotency import idempotent
from accounts.models import User
from mordheim_site.api.fields import read_query
from warbands.builder import founding
from warbands.core import selectors
from warbands.core import serializers as shapes
from warbands.core.actions import CALLS
from warbands.core.ledger import ActionContext
from warbands.core.ledger_text import sentence_for
from warbands.core.permissions import warband_to_act_on, warband_to_read
from warbands.roster.sheet import roster_of

IDEMPOTENCY = OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER, description="The same key acts once.")
LISTED = 200


def source_key(request: Request) -> str:
    """The key that makes a repeated call harmless."""
    key = request.headers.get("Idempotency-Key", "")[:64]
    return f"api:{key}" if key else ""


class WarbandsView(APIView):
    """List your warbands, or public ones; POST starts a draft."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="warbands_list",
        parameters=[shapes.ListQuery],
        responses=shapes.CardOut(many=True),
    )
    def get(self, request: Request) -> Response:
        if read_query(shapes.ListQuery, request).get("public"):
            rows = selectors.public_warbands()[:LISTED]
        elif not request.user.is_authenticated:
            raise NotAuthenticated
        else:
            rows = selectors.warbands_of(request.user.pk)[:LISTED]
        return Response([shapes.card_json(card) for card in selectors.cards(rows)])

    @extend_schema(
        operation_id="warbands_start",
        parameters=[IDEMPOTENCY],
        request=shapes.StartIn,
        responses={201: shapes.RosterOut},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        asked = shapes.StartIn(data=request.data)
        asked.is_valid(raise_exception=True)
        user = request.user
        assert isinstance(user, User)
        limits.count_request(request, "warbands", user)
        started = founding.start_draft(
            owner_id=user.pk,
            at=timezone.now(),
            source_key=source_key(request),
            is_guest=user.is_guest,
            **asked.validated_data,
        )
        warband = warband_to_read(user, started.public_id)
        return Response(shapes.roster_json(roster_of(warband)), status=200 if started.was_there else 201)


class RosterView(APIView):
    """One roster."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="warband_roster", parameters=[shapes.ShareQuery], responses=shapes.RosterOut)
    def get(self, request: Request, pid: str) -> Response:
        warband = warband_to_read(request.user, pid, share_key=read_query(shapes.ShareQuery, request)["key"])
        return Response(shapes.roster_json(roster_of(warband)))


class HistoryView(APIView):
    """The ledger as text, newest first."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="warband_history", parameters=[shapes.ShareQuery], responses=shapes.HistoryOut(many=True)
    )
    def get(self, request: Request, pid: str) -> Response:
        warband = warband_to_read(request.user, pid, share_key=read_query(shapes.ShareQuery, request)["key"])
        return Response([shapes.history_json(line) for line in selectors.history(warband)])


class ActionView(APIView):
    """One action on one of your warbands; returns the ledger entry and the updated roster."""

    permission_classes = (IsAuthenticated,)
    verb: ClassVar[str]
    shape: ClassVar[type[serializers.Serializer]]

    @idempotent
    def post(self, request: Request, pid: str) -> Response:
        warband = warband_to_act_on(request.user, pid)
        asked = self.shape(data=request.data)
        asked.is_valid(raise_exception=True)
        by = ActionContext(
            actor_id=request.user.pk,
            at=timezone.now(),
            source_key=source_key(request),
            version=asked.validated_data.get("version"),
        )
        written = CALLS[self.verb](warband.pk, asked.validated_data, by)
        warband.refresh_from_db()
        return Response(
            {
                "entry": written.entry,
                "sentence": sentence_for(written.kind, written.arguments),
                "subject": written.subject,
                "gold_delta_gc": written.gold_delta_gc,
                "was_there": written.was_there,
                "roster": shapes.roster_json(roster_of(warband)),
            }
        )


SHAPES: dict[str, type[serializers.Serializer]] = {
    "hire": shapes.HireIn,
    "reinforce": shapes.ReinforceIn,
    "less": shapes.WarriorIn,
    "dismiss": shapes.WarriorIn,
    "rename": shapes.RenameIn,
    "rename_all": shapes.RenameAllIn,
    "arrange": shapes.ArrangeIn,
    "lead": shapes.WarriorIn,
    "mutate": shapes.MutationIn,
    "unmutate": shapes.MutationIn,
    "buy": shapes.BuyIn,
    "sell": shapes.SellIn,
    "give": shapes.GiveIn,
    "same": shapes.SameIn,
    "arms": shapes.ArmsIn,
    "suggest": shapes.Asked,
    "random": shapes.Asked,
    "arm": shapes.Asked,
    "found": shapes.FoundIn,
    "undo": shapes.UndoIn,
    "archive": shapes.Asked,
    "restore": shapes.Asked,
}


def action_view(verb: str) -> type[ActionView]:
    """The view class of one action, described for the schema."""
    shape = SHAPES[verb]

    @extend_schema(operation_id=f"warband_{verb}", parameters=[IDEMPOTENCY], request=shape, responses=shapes.ActionOut)
    def post(self: ActionView, request: Request, pid: str) -> Response:
        return ActionView.post(self, request, pid)

    parts = {"verb": verb, "shape": shape, "post": post, "__doc__": ActionView.__doc__}
    return type(f"{verb.capitalize()}View", (ActionView,), parts)
