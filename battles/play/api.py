"""API of battles: the same commands, events and choices as the board, one service call each."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.models import User
from battles.board import screen
from battles.board.options import model_options
from battles.core import selectors
from battles.core.permissions import battle_to_read, sides_of
from battles.core.refusals import NotPlaying, NotYourSide
from battles.engine.aftermath.house_rules import battle_options
from battles.engine.view import view as view_of
from battles.play import commands, runs, serializers
from battles.play.bots.guest_limits import bot_turns_of_guests
from battles.play.clocks import services as clocks_services
from battles.play.clocks.view import clock_of
from battles.play.default_decisions import services as default_decisions_services
from battles.play.draw_offers.view import DrawCard, draw_card
from battles.setup import new_battle, nonces
from battles.setup.new_battle import Army
from mordheim_site.api.fields import read_body, read_query


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


def played_json(played: runs.Played) -> dict[str, Any]:
    """Result of a command as JSON."""
    return {"seq": played.seq, "first": played.first, "events": played.data, "repeated": played.repeated}


class BattlesView(APIView):
    """List battles; start one."""

    @extend_schema(
        parameters=[serializers.ListQuery],
        responses=serializers.CardSerializer(many=True),
        operation_id="battles_list",
    )
    def get(self, request: Request) -> Response:
        user = caller(request)
        which = read_query(serializers.ListQuery, request)["which"]
        found = selectors.public_battles()
        if which == "live":
            found = selectors.live_battles()
        elif which == "open":
            found = selectors.open_challenges()
        elif which == "mine":
            found = selectors.battles_of(signed_in(request).pk)
        return Response(serializers.CardSerializer(selectors.cards(found, user), many=True).data)

    @extend_schema(
        request=serializers.CallSerializer, responses={201: serializers.CardSerializer}, operation_id="battles_call"
    )
    def post(self, request: Request) -> Response:
        user = signed_in(request)
        terms = checked(serializers.CallSerializer, request)
        mine = Army(warband=terms.pop("warband"), warband_type=terms.pop("warband_type"))
        theirs = Army(warband_type=terms.pop("their_warband_type"))
        limits.count_guest_request(request, "guest_battles", user)
        limits.count_request(request, "battles", user)
        battle = new_battle.create_battle(actor_id=user.pk, now=timezone.now(), mine=mine, theirs=theirs, **terms)
        return Response(serializers.CardSerializer(selectors.card_of(battle, user.pk)).data, status=201)


class BattleView(APIView):
    """One battle as the user may see it."""

    @extend_schema(responses=serializers.BattleSerializer, operation_id="battles_read")
    def get(self, request: Request, pid: str) -> Response:
        user = caller(request)
        battle = battle_to_read(user, pid)
        mine = [side.letter for side in sides_of(user, battle)]
        side = next((letter for letter in mine if letter in battle.awaiting), mine[0] if mine else "")
        card = clock_of(battle, tuple(mine), timezone.now())
        engine = screen.engine_of(battle) if battle.started_at is not None else None
        seen = view_of(engine, side or None) if engine is not None else {}
        draw = draw_card(battle, engine, tuple(mine)) if engine is not None else DrawCard()
        return Response(
            {
                "card": serializers.CardSerializer(selectors.card_of(battle, user.pk if user else None)).data,
                "seq": battle.seq,
                "side": side if side in battle.awaiting else "",
                "fingerprint": battle.fingerprint,
                "ruleset": battle.ruleset,
                "house_rules": battle_options(battle.options),
                "standing": next((seat.orders for seat in battle.sides.all() if seat.letter in mine), {}),
                "clock": card.as_json() if card is not None else None,
                "draw": draw.as_json(),
                "view": seen,
            }
        )


class ClockView(APIView):
    """The clock of a battle."""

    @extend_schema(
        request=serializers.ClockSerializer, responses=serializers.BattleSerializer, operation_id="battles_clock"
    )
    def post(self, request: Request, pid: str) -> Response:
        user = signed_in(request)
        battle = battle_to_read(user, pid)
        asked = checked(serializers.ClockSerializer, request)
        said = {"what": asked["act"], "side": asked["side"], "reason": asked["reason"]}
        clocks_services.act(battle_id=battle.pk, actor_id=user.pk, now=timezone.now(), **said)
        return BattleView().get(request, pid)


class StandingView(APIView):
    """Default decisions of a side."""

    @extend_schema(
        request=serializers.StandingSerializer, responses=serializers.BattleSerializer, operation_id="battles_standing"
    )
    def post(self, request: Request, pid: str) -> Response:
        user = signed_in(request)
        battle = battle_to_read(user, pid)
        asked = checked(serializers.StandingSerializer, request)
        default_decisions_services.set_policies(
            battle_id=battle.pk, actor_id=user.pk, side=asked["side"], orders=asked["orders"], now=timezone.now()
        )
        return BattleView().get(request, pid)


class JoinView(APIView):
    """Join an invitation on its free side."""

    @extend_schema(
        request=serializers.JoinSerializer, responses=serializers.CardSerializer, operation_id="battles_join"
    )
    def post(self, request: Request, pid: str) -> Response:
        user = signed_in(request)
        battle = battle_to_read(user, pid)
        asked = checked(serializers.JoinSerializer, request)
        prepares = asked.pop("prepares")
        joined = new_battle.accept(
            battle_id=battle.pk, actor_id=user.pk, army=Army(**asked), now=timezone.now(), prepares=prepares
        )
        return Response(serializers.CardSerializer(selectors.card_of(joined, user.pk)).data)


class NonceView(APIView):
    """What the players add to the dice before the first one is rolled."""

    @extend_schema(responses=serializers.StageSerializer, operation_id="battles_nonce_read")
    def get(self, request: Request, pid: str) -> Response:
        user = caller(request)
        return Response(
            nonces.stage_json(battle_to_read(user, pid), user.pk if user is not None else None, timezone.now())
        )

    @extend_schema(
        request=serializers.NonceSerializer, responses=serializers.StageSerializer, operation_id="battles_nonce"
    )
    def post(self, request: Request, pid: str) -> Response:
        user = signed_in(request)
        battle = battle_to_read(user, pid)
        asked = checked(serializers.NonceSerializer, request)
        limits.count_request(request, "orders", user)
        nonces.act(battle_id=battle.pk, actor_id=user.pk, what=asked["act"], value=asked["value"], now=timezone.now())
        return Response(
            nonces.stage_json(battle_to_read(user, pid), user.pk if user is not None else None, timezone.now())
        )


class OrdersView(APIView):
    """Send a command."""

    @extend_schema(
        request=serializers.OrderSerializer, responses=serializers.PlayedSerializer, operation_id="battles_order"
    )
    def post(self, request: Request, pid: str) -> Response:
        user = signed_in(request)
        battle = battle_to_read(user, pid)
        limits.count_request(request, "orders", user)
        fields = checked(serializers.OrderSerializer, request)
        with bot_turns_of_guests(request, user, battle):
            played = commands.carry_out_command(battle_id=battle.pk, actor_id=user.pk, now=timezone.now(), **fields)
        return Response(played_json(played))


class UndoView(APIView):
    """Undo the last command."""

    @extend_schema(
        request=serializers.UndoSerializer, responses=serializers.PlayedSerializer, operation_id="battles_undo"
    )
    def post(self, request: Request, pid: str) -> Response:
        user = signed_in(request)
        battle = battle_to_read(user, pid)
        if not sides_of(user, battle):
            raise NotYourSide
        limits.count_request(request, "orders", user)
        fields = checked(serializers.UndoSerializer, request)
        played = commands.undo(battle_id=battle.pk, actor_id=user.pk, now=timezone.now(), **fields)
        return Response(played_json(played))


class EventsView(APIView):
    """What happened after an event."""

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

    @extend_schema(responses={200: dict}, operation_id="battles_choices")
    def get(self, request: Request, pid: str, who: str) -> Response:
        limits.count_request(request, "previews")
        user = caller(request)
        battle = battle_to_read(user, pid)
        if battle.started_at is None:
            raise NotPlaying
        engine = screen.engine_of(battle)
        mine = [side.letter for side in sides_of(user, battle)]
        if who not in engine.state.models or who[0] not in mine:
            raise NotYourSide
        return Response({"seq": battle.seq, **model_options.for_model(engine, who[0], who).as_json()})
