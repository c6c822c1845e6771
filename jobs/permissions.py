"""Who may see a job: its owner."""

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts.models import User
from jobs.models import Job


def job_to_read(user: User | AnonymousUser, public_id: str) -> Job:
    """The job, if the user is its owner or staff. Raises Http404 for all others."""
    job = Job.objects.filter(public_id=public_id).first()
    if job is None or not isinstance(user, User) or (job.owner_id != user.pk and not user.is_staff):
        raise Http404
    return job
