"""Periodic task of battles: those that are due to begin, and turn clocks."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from battles.play.clocks import services as clocks_services
from battles.setup import nonces


@shared_task(name="battles.pass_due_clocks")
def pass_due_clocks() -> None:
    """Begin battles whose players had their time to add to the dice, then carry out timeouts of players. A second
    delivery finds nothing due."""
    nonces.begin_due(now=timezone.now())
    clocks_services.pass_due(now=timezone.now())
