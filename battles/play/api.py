"""API that reads battles. The operations that change them are declared in `operations.py`."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.models import User
from battles.board.options import model_options
from battles.board.options.types import ModelChoicesJson
from battles.core.permissions import battle_to_read, battle_with_moves, sides_of
from battles.core.refusals import NotBegun, NotPlaying, NotYourSide, PlayedWithMiniatures
from battles.models import Battle
from battles.play import commands, serializers, typed_commands
from battles.play.api_shapes import annotations_shape, battle_shape
from battles.play.operations import Annotate, SendTypedCommand
from battles.play.page import screen
from mordheim_site.api.fields import read_body, read_query
from mordheim_site.api.read_refusals import refuses
from mordheim_site.api.typed_fields import typed_response
from mordheim_site.operations.api import handler_of


def caller(request: Request) -> User | None:
    """The signed-in user, or None."""
    return request.user if isinstance(request.user, User) else None


def signed_in(request: Request) -> User:
    """The signed-in user. Raises NotAuthenticated."""
    user = caller(request)
    if user is None:
        raise NotAuthenticated
    return user


def checked(kind: type[Any], request: Request) -> dict[str, Any]:
    """The request's fields after validation. Raises ValidationError."""
    return read_body(kind, request)


class BattleView(APIView):
    """One battle as the user may see it."""

    @extend_schema(responses=serializers.BattleSerializer, operation_id="battles_read")
    def get(self, request: Request, pid: str) -> Response:
        return Response(battle_shape(caller(request), pid))


class EventsView(APIView):
    """The events after a given event."""

    @extend_schema(
        parameters=[serializers.EventsQuery],
        responses=serializers.EventsSerializer,
        operation_id="battles_events",
    )
    def get(self, request: Request, pid: str) -> Response:
        battle = battle_to_read(caller(request), pid)
        runs = commands.runs_after(battle, read_query(serializers.EventsQuery, request)["after"])
        return Response({"seq": battle.seq, "awaiting": battle.awaiting, "runs": runs})


class ChoicesView(APIView):
    """What one model may do now, with scores and odds."""

    @refuses(NotYourSide, NotBegun, PlayedWithMiniatures)
    @extend_schema(responses=typed_response(ModelChoicesJson), operation_id="battles_choices")
    def get(self, request: Request, pid: str, model_id: str) -> Response:
        limits.count_request(request, "previews")
        user = caller(request)
        battle = battle_with_moves(user, pid)
        engine = screen.engine_of(battle)
        if model_id not in engine.state.models:
            raise Http404
        if engine.game.side_of(model_id) not in [side.letter for side in sides_of(user, battle)]:
            raise NotYourSide
        return Response({"seq": battle.seq, **model_options.for_model(engine, model_id[0], model_id).as_json()})


class TypedView(APIView):
    """Typed commands: GET returns completions of a partial line, POST sends the command of a line."""

    @refuses(NotYourSide, NotPlaying)
    @extend_schema(
        parameters=[serializers.TypedQuery],
        responses=serializers.CompletedSerializer,
        operation_id="battles_typed_lines",
    )
    def get(self, request: Request, pid: str) -> Response:
        user = caller(request)
        battle = battle_to_read(user, pid)
        query = read_query(serializers.TypedQuery, request)
        side = _side_for(user, battle, query["side"])
        if not battle.is_playing:
            raise NotPlaying
        return Response(typed_commands.completions_json(screen.engine_of(battle), side, query["text"]))

    post = handler_of(SendTypedCommand)


class MarksView(APIView):
    """Annotations on the board. GET lists those of this turn that the user may see; POST adds one."""

    @extend_schema(responses=serializers.MarkShownSerializer(many=True), operation_id="battles_marks")
    def get(self, request: Request, pid: str) -> Response:
        user = caller(request)
        return Response(annotations_shape(user, battle_to_read(user, pid)))

    post = handler_of(Annotate)


def _side_for(user: User | None, battle: Battle, requested: str) -> str:
    """The requested side, or the user's side that has to act. Raises NotYourSide."""
    mine = [side.letter for side in sides_of(user, battle)]
    if not mine or (requested and requested not in mine):
        raise NotYourSide
    return requested or next((letter for letter in mine if letter in battle.awaiting), mine[0])
