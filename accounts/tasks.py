"""Celery tasks of the accounts room."""

from celery import shared_task
from django.utils import timezone

from accounts import guests


@shared_task(name="accounts.sweep_guests")
def sweep_guests() -> None:
    """End guest seats past their day. A second delivery finds nothing left to end."""
    guests.sweep(now=timezone.now())
