"""The progress page of a job: a whole page that reloads itself, or a fragment that the browser polls every second."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from jobs import services
from jobs.permissions import job_to_read


@never_cache
@require_safe
def progress(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole page; without JavaScript it reloads until the job has ended."""
    return render(request, "jobs/progress.html", {"job": job_to_read(request.user, public_id)})


@never_cache
@require_safe
def fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    """The progress card alone; it stops polling when the job has ended."""
    return render(request, "jobs/_progress.html", {"job": job_to_read(request.user, public_id)})


@require_POST
def retry(request: HttpRequest, public_id: str) -> HttpResponse:
    """Retry a failed job."""
    job = job_to_read(request.user, public_id)
    services.retry(job_id=job.pk)
    return redirect("jobs:progress", public_id=public_id)
