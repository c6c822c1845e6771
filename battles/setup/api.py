"""API to list and start battles, and to prepare the dice of a battle."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from battles.core import dice_preparation, selectors
from battles.core.permissions import battle_to_read
from battles.play import serializers
from battles.play.api import caller, signed_in
from battles.setup.operations import AddToDice, StartBattle
from mordheim_site.api.fields import read_query
from mordheim_site.api.paging import ArrayPagination, pages_of
from mordheim_site.operations.api import handler_of


class BattlesView(APIView):
    """List battles. A POST starts one."""

    pagination_class = pages_of(selectors.SHOWN, ArrayPagination)

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
            found = selectors.own_battles(signed_in(request).pk)
        pages = self.pagination_class()
        cards = selectors.cards(pages.paginate_queryset(found, request), user)
        return pages.get_paginated_response(serializers.CardSerializer(cards, many=True).data)

    post = handler_of(StartBattle)


class NonceView(APIView):
    """The random numbers that the players add to the dice before the battle begins."""

    @extend_schema(responses=serializers.StageSerializer, operation_id="battles_nonce_read")
    def get(self, request: Request, pid: str) -> Response:
        user = caller(request)
        battle = battle_to_read(user, pid)
        return Response(dice_preparation.stage_json(battle, user.pk if user is not None else None, timezone.now()))

    post = handler_of(AddToDice)
