"""Queries for the deliveries of webhooks."""

from __future__ import annotations

from django.db.models import QuerySet

from campaigns.models import Campaign, Delivery


def deliveries_of(campaign: Campaign, *, webhook: str = "", state: str = "") -> QuerySet[Delivery]:
    """Deliveries of a campaign, optionally only those of one webhook (public id) or in one state."""
    rows = Delivery.objects.filter(webhook__campaign=campaign).select_related("webhook", "event")
    if webhook:
        rows = rows.filter(webhook__public_id=webhook)
    return rows.filter(state=state) if state else rows
