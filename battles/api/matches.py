"""A league match brought to the board."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as rest
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from battles import selectors
from battles.api import serializers
from battles.api.views import checked, signed_in
from battles.match_form import MatchForm
from battles.refusals import NotYourSide
from battles.services import match_play
from campaigns.permissions import match_to_read
from campaigns.rules.bot_seats import BOTS
from campaigns.rules.turn_clocks import NONE, clock_choices


class MatchPlayRequest(rest.Serializer[dict[str, Any]]):
    """The table, and what the league leaves open. Everything has a default."""

    table = rest.CharField(max_length=40, default="", allow_blank=True, help_text="Empty: ruins made for the match.")
    size_in = rest.IntegerField(default=24)
    density = rest.CharField(max_length=10, default="club")
    pack = rest.CharField(max_length=10, default="none")
    clock = rest.ChoiceField(choices=clock_choices(), default=NONE)
    bot = rest.ChoiceField(choices=list(BOTS.items()), required=False, help_text="Who plays what nobody plays.")
    scenario = rest.CharField(max_length=60, default="", allow_blank=True, help_text="For whom a map lets choose.")
    prepares = rest.BooleanField(
        default=False, help_text="Wait up to a minute for what the players add to the dice; else begin at once."
    )


class MatchPlayView(APIView):
    """Begin the battle of a match, or give back the one being played."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=MatchPlayRequest, responses={201: serializers.CardSerializer}, operation_id="matches_play")
    def post(self, request: Request, pid: str) -> Response:
        match, _seat = match_to_read(request.user, pid)
        user = signed_in(request)
        wanted = checked(MatchPlayRequest, request)
        if not match_play.may_begin(match, list(match.sides.select_related("entry")), user.pk):
            raise NotYourSide
        form = MatchForm(
            wanted,
            user_id=user.pk,
            has_pack=bool(match.campaign.house_rules.get("terrain_pack")),
            has_map=bool(wanted["scenario"]),
            pins=match.campaign.packs,
        )
        if not form.is_valid():
            raise rest.ValidationError(form.errors)
        limits.spend(request, "battles", user)
        battle = match_play.begin(
            match_id=match.pk,
            actor_id=user.pk,
            table=form.chosen(pid, match.scenario_code),
            now=timezone.now(),
            scenario=wanted["scenario"],
            clock=wanted["clock"],
            bot=wanted.get("bot", ""),
            prepares=wanted["prepares"],
        )
        return Response(serializers.CardSerializer(selectors.card_of(battle, user.pk)).data, status=201)
