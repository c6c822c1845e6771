"""API of the aftermath. The operations that change it are declared in `operations.py`."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from battles.aftermath.api_shapes import aftermath_shape
from battles.aftermath.serializers import AftermathShape
from battles.core.permissions import battle_to_read
from battles.core.viewers import current_user


class AftermathView(APIView):
    """The aftermath of all sides of a battle."""

    @extend_schema(responses=AftermathShape, operation_id="aftermath_read")
    def get(self, request: Request, pid: str) -> Response:
        user = current_user(request)
        return Response(aftermath_shape(battle_to_read(user, pid), user))
