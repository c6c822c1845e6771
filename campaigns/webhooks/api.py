"""API of webhooks; what changes them is in `operations.py`."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api_keys.services import NotInScope, Scope
from accounts.models import ApiKey
from campaigns.core.permissions import access_to_run
from campaigns.webhooks.operations import AddWebhook
from campaigns.webhooks.serializers import WebhookOut, webhook_json
from mordheim_site.operations.api import handler_of


class WebhooksView(APIView):
    """The webhooks of a campaign with their secrets, for its arbitrators; POST adds one."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=WebhookOut(many=True), operation_id="campaigns_webhooks")
    def get(self, request: Request, slug: str) -> Response:
        if isinstance(request.auth, ApiKey) and Scope.CAMPAIGNS not in request.auth.scopes:
            raise NotInScope
        rows = access_to_run(request.user, slug).campaign.webhooks.order_by("pk")
        return Response([webhook_json(row) for row in rows])

    post = handler_of(AddWebhook)
