"""API of webhooks. The operations that change them are in `operations.py`."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api_keys.services import NotInScope, Scope
from accounts.models import ApiKey
from campaigns.core.permissions import access_to_run
from campaigns.models import DeliveryState
from campaigns.webhooks.operations import AddWebhook
from campaigns.webhooks.selectors import deliveries_of
from campaigns.webhooks.serializers import DeliveryOut, WebhookOut, delivery_json, webhook_json
from mordheim_site.api.fields import ChoiceField, PublicIdField, QuerySerializer, read_query
from mordheim_site.api.paging import NumberedPagination
from mordheim_site.operations.api import handler_of


class WebhooksView(APIView):
    """The webhooks of a campaign with their secrets, for its arbitrators. A POST adds one."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=WebhookOut(many=True), operation_id="campaigns_webhooks")
    def get(self, request: Request, slug: str) -> Response:
        if isinstance(request.auth, ApiKey) and Scope.CAMPAIGNS not in request.auth.scopes:
            raise NotInScope
        rows = access_to_run(request.user, slug).campaign.webhooks.order_by("pk")
        return Response([webhook_json(row) for row in rows])

    post = handler_of(AddWebhook)


class DeliveriesQuery(QuerySerializer):
    """Filters of the list of deliveries."""

    webhook = PublicIdField(required=False, help_text="Only the deliveries of this webhook.")
    state = ChoiceField(choices=DeliveryState.choices, required=False)


class DeliveriesView(APIView):
    """Deliveries of the webhooks of a campaign, newest first, for its arbitrators."""

    permission_classes = (IsAuthenticated,)
    pagination_class = NumberedPagination

    @extend_schema(parameters=[DeliveriesQuery], responses=DeliveryOut(many=True), operation_id="campaigns_deliveries")
    def get(self, request: Request, slug: str) -> Response:
        if isinstance(request.auth, ApiKey) and Scope.CAMPAIGNS not in request.auth.scopes:
            raise NotInScope
        campaign = access_to_run(request.user, slug).campaign
        query = read_query(DeliveriesQuery, request)
        rows = deliveries_of(campaign, webhook=query.get("webhook", ""), state=query.get("state", ""))
        pages = self.pagination_class()
        return pages.get_paginated_response([delivery_json(row) for row in pages.paginate_queryset(rows, request)])
