"""Celery tasks of the accounts app."""

from celery import shared_task
from django.utils import timezone

from accounts import idempotency
from accounts.audit import services as audit_services
from accounts.deletion import services as deletion_services
from accounts.guests import services as guests_services
from accounts.problem_reports import services as report_services


@shared_task(name="accounts.sweep_guests")
def sweep_guests() -> None:
    """End expired guests, and delete old idempotency keys, audit entries and finished problem reports. If the task is
    delivered twice, the second run finds nothing left."""
    guests_services.sweep(now=timezone.now())
    audit_services.sweep(now=timezone.now())
    report_services.sweep(now=timezone.now())
    idempotency.sweep(now=timezone.now())


@shared_task(name="accounts.finish_leaving")
def finish_due_deletions() -> None:
    """Finish account deletions that are due. If the task is delivered twice, the second run finds none."""
    deletion_services.finish_due(now=timezone.now())
