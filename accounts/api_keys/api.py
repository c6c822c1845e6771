"""API endpoints for the caller's identity and their API keys."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api_keys.operations import CreateApiKey
from accounts.api_keys.serializers import CallerOut, KeyOut
from accounts.api_keys.services import keys_of
from accounts.models import ApiKey
from mordheim_site.operations.api import handler_of


class CallerView(APIView):
    """Who the caller is, and what the key may change."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=CallerOut, operation_id="me")
    def get(self, request: Request) -> Response:
        key = request.auth if isinstance(request.auth, ApiKey) else None
        return Response(CallerOut({"user": request.user, "key": key}).data)


class KeysView(APIView):
    """The API keys of the caller."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=KeyOut(many=True), operation_id="account_keys")
    def get(self, request: Request) -> Response:
        return Response(KeyOut(keys_of(request.user.pk), many=True).data)

    post = handler_of(CreateApiKey)
