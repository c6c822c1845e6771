"""API of other actions in a battle: draw offers, typed commands, annotations."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.models import User
from battles.board import screen
from battles.core.permissions import battle_to_read, sides_of
from battles.core.refusals import NotPlaying, NotYourSide
from battles.models import Battle
from battles.play import annotations as play_annotations
from battles.play import commands, serializers, typed_commands
from battles.play.api import BattleView, caller, checked, played_json, signed_in
from battles.play.draw_offers import services as draw_offers_services
from mordheim_site.api.fields import read_query
from mordheim_site.refusals import Refusal


class OffTheTable(Refusal):
    """A valid annotation with a point outside this table."""

    code = "off_the_table"
    message = _("The annotation was not added: a point is off the table. Use coordinates within its width and length.")


CORNERS = ("x0", "y0", "x1", "y1")


class DrawView(APIView):
    """Draw offers: offer, withdraw, accept, refuse."""

    @extend_schema(
        request=serializers.DrawSerializer, responses=serializers.BattleSerializer, operation_id="battles_draw"
    )
    def post(self, request: Request, pid: str) -> Response:
        user = signed_in(request)
        battle = battle_to_read(user, pid)
        limits.count_request(request, "orders", user)
        what = checked(serializers.DrawSerializer, request)["act"]
        draw_offers_services.act(battle_id=battle.pk, actor_id=user.pk, what=what, now=timezone.now())
        return BattleView().get(request, pid)


class TypedView(APIView):
    """Typed commands: completions of a partial line, and sending the command of a line."""

    @extend_schema(
        parameters=[serializers.TypedQuery],
        responses=serializers.CompletedSerializer,
        operation_id="battles_typed_lines",
    )
    def get(self, request: Request, pid: str) -> Response:
        user = caller(request)
        battle = battle_to_read(user, pid)
        asked = read_query(serializers.TypedQuery, request)
        side = _side_for(user, battle, asked["side"])
        if not battle.is_playing:
            raise NotPlaying
        return Response(typed_commands.completions_json(screen.engine_of(battle), side, asked["text"]))

    @extend_schema(
        request=serializers.TypedSerializer, responses=serializers.PlayedSerializer, operation_id="battles_typed"
    )
    def post(self, request: Request, pid: str) -> Response:
        user = signed_in(request)
        battle = battle_to_read(user, pid)
        limits.count_request(request, "orders", user)
        fields = checked(serializers.TypedSerializer, request)
        played = commands.carry_out_command(
            battle_id=battle.pk,
            actor_id=user.pk,
            side=fields["side"],
            command=commands.TypedLine(fields["text"]),
            expected_seq=fields["expected_seq"],
            command_id=fields["command_id"],
            now=timezone.now(),
        )
        return Response(played_json(played))


class MarksView(APIView):
    """Annotations on the board: list those of this turn that the user may see, and add one."""

    @extend_schema(responses=serializers.MarkShownSerializer(many=True), operation_id="battles_marks")
    def get(self, request: Request, pid: str) -> Response:
        user = caller(request)
        battle = battle_to_read(user, pid)
        marks = play_annotations.marks_for(battle, tuple(side.letter for side in sides_of(user, battle)))
        shown = [
            {"kind": mark.kind, "side": mark.side, **{name: getattr(mark, name) / 100 for name in CORNERS}}
            for mark in marks
        ]
        return Response(serializers.MarkShownSerializer(shown, many=True).data)

    @extend_schema(
        request=serializers.MarkSerializer,
        responses=serializers.MarkShownSerializer(many=True),
        operation_id="battles_mark",
    )
    def post(self, request: Request, pid: str) -> Response:
        user = signed_in(request)
        battle = battle_to_read(user, pid)
        limits.count_request(request, "orders", user)
        asked: dict[str, Any] = checked(serializers.MarkSerializer, request)
        if asked["kind"] == "wipe":
            play_annotations.clear_annotations(battle_id=battle.pk, author_id=user.pk)
        else:
            points = play_annotations.hundredths(asked[name] for name in CORNERS)
            try:
                play_annotations.add_annotation(
                    battle_id=battle.pk, author_id=user.pk, kind=asked["kind"], points=points
                )
            except play_annotations.UnreadableMark as error:
                raise OffTheTable from error
        return self.get(request, pid)


def _side_for(user: User | None, battle: Battle, asked: str) -> str:
    """The requested side, else the user's side that is to act. Raises NotYourSide."""
    mine = [side.letter for side in sides_of(user, battle)]
    if not mine or (asked and asked not in mine):
        raise NotYourSide
    return asked or next((letter for letter in mine if letter in battle.awaiting), mine[0])
