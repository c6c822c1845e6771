"""Queries of the job table."""

import datetime

from django.db.models import Count, F, Max, Min, Q, QuerySet
from django.db.models.functions import Coalesce

from jobs.models import Heartbeat, Job, JobState


def job_of(*, kind: str, key: str) -> Job | None:
    """The job of this kind and key, if it was ever requested."""
    return Job.objects.filter(kind=kind, key=key).first()


def count_by_state() -> dict[str, int]:
    """Number of jobs in each state, including states without jobs."""
    counted = dict(Job.objects.values_list("state").annotate(Count("pk")).order_by("state"))
    return {state.value: counted.get(state.value, 0) for state in JobState}


def overdue_lease_seconds(*, now: datetime.datetime) -> float:
    """Seconds since the oldest lease of a running job ran out; 0 if none has."""
    oldest = Job.objects.filter(state=JobState.RUNNING, lease_until__lt=now).aggregate(Min("lease_until"))
    ended: datetime.datetime | None = oldest["lease_until__min"]
    return (now - ended).total_seconds() if ended else 0.0


def oldest_waiting_seconds(*, now: datetime.datetime) -> float:
    """Seconds for which the oldest due job has been waiting; 0 if none is waiting."""
    due = Q(run_after__isnull=True) | Q(run_after__lte=now)
    waiting = Job.objects.filter(due, state=JobState.QUEUED)
    since: datetime.datetime | None = waiting.aggregate(since=Min(Coalesce("run_after", "created_at")))["since"]
    return max(0.0, (now - since).total_seconds()) if since else 0.0


def heartbeat_age_seconds(*, now: datetime.datetime) -> float | None:
    """Seconds since a worker last carried out the scheduled heartbeat; None if none ever did."""
    newest: datetime.datetime | None = Heartbeat.objects.aggregate(newest=Max("at"))["newest"]
    return max(0.0, (now - newest).total_seconds()) if newest else None


def needing_a_message(*, now: datetime.datetime, silence: datetime.timedelta) -> QuerySet[Job]:
    """Jobs that need a message to the workers: their lease has expired, or they are queued and due. A job whose last
    message is not older than `silence` does not need another."""
    unheard = Q(sent_at__isnull=True) | Q(sent_at__lt=now - silence)
    orphaned = Q(state=JobState.RUNNING, lease_until__lt=now) & (unheard | Q(sent_at__lt=F("lease_until")))
    never_due = Q(state=JobState.QUEUED, run_after__isnull=True) & unheard
    due_again = Q(state=JobState.QUEUED, run_after__lte=now) & (unheard | Q(sent_at__lt=F("run_after")))
    return Job.objects.filter(orphaned | never_due | due_again).order_by("pk")
