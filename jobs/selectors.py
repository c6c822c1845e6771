"""What can be read of the ledger."""

import datetime

from django.db.models import Count, Min, Q, QuerySet

from jobs.models import Job, JobState


def jobs_of(user_id: int) -> QuerySet[Job]:
    """A person's jobs, newest first."""
    return Job.objects.filter(owner_id=user_id).order_by("-created_at", "-pk")


def job_of(*, kind: str, key: str) -> Job | None:
    """The job of this kind and key, if it was ever asked for."""
    return Job.objects.filter(kind=kind, key=key).first()


def count_by_state() -> dict[str, int]:
    """How many jobs stand in each state; every state is named, zero included."""
    counted = dict(Job.objects.values_list("state").annotate(Count("pk")).order_by("state"))
    return {state.value: counted.get(state.value, 0) for state in JobState}


def overdue_lease_seconds(*, now: datetime.datetime) -> float:
    """Seconds since the oldest lease of a running job ran out; 0 when none has."""
    oldest = Job.objects.filter(state=JobState.RUNNING, lease_until__lt=now).aggregate(Min("lease_until"))
    ended: datetime.datetime | None = oldest["lease_until__min"]
    return (now - ended).total_seconds() if ended else 0.0


def needing_a_message(*, now: datetime.datetime, silence: datetime.timedelta) -> QuerySet[Job]:
    """Jobs nobody works at: leases past, or queued, due, and without a message for longer than `silence`."""
    silent = Q(sent_at__isnull=True) | Q(sent_at__lt=now - silence)
    due = Q(run_after__isnull=True) | Q(run_after__lte=now)
    return Job.objects.filter(
        Q(state=JobState.RUNNING, lease_until__lt=now) & silent | Q(state=JobState.QUEUED) & silent & due
    ).order_by("pk")
