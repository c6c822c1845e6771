"""API of the settings of the board."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.settings.board_settings import board_settings
from accounts.settings.operations import BoardSettingsOut, ChangeBoardSettings
from mordheim_site.operations.api import handler_of


class BoardSettingsView(APIView):
    """How the board behaves for the caller."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=BoardSettingsOut, operation_id="account_board_settings")
    def get(self, request: Request) -> Response:
        assert isinstance(request.user, User)
        return Response(BoardSettingsOut(board_settings(request.user.board_settings)).data)

    patch = handler_of(ChangeBoardSettings)
