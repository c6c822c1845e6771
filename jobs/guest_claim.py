"""Moves jobs from a guest to an account."""

from jobs.models import Job


def move_jobs(guest_id: int, user_id: int) -> None:
    """Move a guest's jobs to an account. A second call finds none."""
    Job.objects.filter(owner_id=guest_id).update(owner_id=user_id)
