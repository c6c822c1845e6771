"""Celery tasks of the accounts room."""

from celery import shared_task
from django.utils import timezone

from accounts import guests, leaving, request_keys


@shared_task(name="accounts.sweep_guests")
def sweep_guests() -> None:
    """End guest seats past their day and delete old idempotency keys. A second delivery finds nothing left."""
    guests.sweep(now=timezone.now())
    request_keys.sweep(now=timezone.now())


@shared_task(name="accounts.finish_leaving")
def finish_leaving() -> None:
    """Make leavings final whose wait is over. A second delivery finds none."""
    leaving.finish_due(now=timezone.now())
