"""API of the 3D view: the geometry of a battle's table, and what a model sees from where it stands."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.models import User
from battles.board.scene.geometry import scene_of
from battles.board.scene.rays import looks_of
from battles.board.scene.serializers import ModelSightSerializer, SceneSerializer
from battles.core import engine_cache
from battles.core.permissions import battle_with_moves
from battles.core.refusals import NotYourSide
from battles.models import Battle


def _begun(request: Request, pid: str) -> Battle:
    """The battle, if it has begun and has a table. Raises Http404, PlayedWithMiniatures and NotBegun."""
    return battle_with_moves(request.user if isinstance(request.user, User) else None, pid)


class BattleTableView(APIView):
    """The table of a battle with its terrain in its current state, for drawing it in three dimensions."""

    @extend_schema(responses=SceneSerializer, operation_id="battles_table")
    def get(self, request: Request, pid: str) -> Response:
        return Response({"scene": scene_of(engine_cache.load(_begun(request, pid)).game.table)})


class BattleSightView(APIView):
    """What a model sees of each enemy: the position of its eye, and 25 rays to each enemy with what blocks them."""

    @extend_schema(responses=ModelSightSerializer, operation_id="battles_sight")
    def get(self, request: Request, pid: str, model_id: str) -> Response:
        limits.count_request(request, "previews")
        engine = engine_cache.load(_begun(request, pid))
        if model_id not in engine.state.models:
            raise NotYourSide
        return Response({"sight": looks_of(engine, model_id)})
