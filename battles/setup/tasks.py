"""Periodic task of battles: begins those that are due, and checks turn clocks."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from battles.play.clocks import services as clocks_services
from battles.setup import nonces


@shared_task(name="battles.pass_due_clocks")
def pass_due_clocks() -> None:
    """Begin battles whose time for adding to the dice has passed, then carry out timeouts. A second run finds nothing
    due."""
    nonces.begin_due(now=timezone.now())
    clocks_services.pass_due(now=timezone.now())
