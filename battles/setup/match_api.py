"""API to play a league match on the board."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from battles.core import selectors
from battles.core.refusals import NotYourSide
from battles.play import serializers
from battles.play.api import checked, signed_in
from battles.setup import match_battles
from battles.setup.match_form import MatchForm
from battles.tables import library
from campaigns.core.permissions import match_to_read
from campaigns.matches.bot_players import BOTS
from campaigns.matches.turn_clocks import NONE, clock_choices
from mordheim_site.api import fields
from mordheim_site.refusals import Refusal


class MatchPlayRequest(fields.RequestSerializer):
    """The table, and what the league leaves open. Every field has a default."""

    table = fields.CharField(
        max_length=40, default="", allow_blank=True, help_text="Empty: ruins generated for the match."
    )
    size_in = fields.ChoiceField(choices=list(library.SIZES_IN), default=24)
    density = fields.ChoiceField(choices=list(library.DENSITIES), default="club")
    pack = fields.ChoiceField(choices=list(library.PACK_AMOUNTS), default="none")
    clock = fields.ChoiceField(choices=clock_choices(), default=NONE)
    bot = fields.ChoiceField(
        choices=list(BOTS.items()), required=False, help_text="The bot for warbands without a player."
    )
    scenario = fields.CharField(
        max_length=60, default="", allow_blank=True, help_text="Scenario, if a map lets you choose it."
    )
    prepares = fields.BooleanField(
        default=False, help_text="Wait up to a minute for what the players add to the dice; otherwise begin at once."
    )


class NoSuchChoice(Refusal):
    """A table or a scenario that is not available for this match."""

    code = "no_such_choice"
    message = _(
        "The battle was not started: this table or scenario is not available for the match. Choose another one."
    )


class MatchPlayView(APIView):
    """Start the battle of a match, or return the one in progress."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=MatchPlayRequest, responses={201: serializers.CardSerializer}, operation_id="matches_play")
    def post(self, request: Request, pid: str) -> Response:
        match, _seat = match_to_read(request.user, pid)
        user = signed_in(request)
        wanted = checked(MatchPlayRequest, request)
        if not match_battles.may_begin(match, list(match.sides.select_related("entry")), user.pk):
            raise NotYourSide
        form = MatchForm(
            wanted,
            user_id=user.pk,
            has_pack=bool(match.campaign.house_rules.get("terrain_pack")),
            has_map=bool(wanted["scenario"]),
            pins=match.campaign.packs,
        )
        if not form.is_valid():
            raise NoSuchChoice(fields=form.errors)
        limits.count_request(request, "battles", user)
        battle = match_battles.begin(
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
