"""The Celery tasks of the ledger, and the sweep of files that lie for a day."""

from typing import Any

from celery import shared_task
from celery.signals import worker_process_init, worker_shutting_down
from django.utils import timezone

from jobs import bundles, network_threads, registry, runner, services
from jobs.models import Job


@shared_task(name=services.RUN)
def run_job(*, job_id: int) -> None:
    """Look at one job. A second delivery finds it in other hands, not due, or over, and leaves it alone."""
    kind = Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()
    handler = registry.handler_of(kind) if kind else None
    if handler is not None and handler.waits_for_network:
        network_threads.submit(job_id)
    else:
        runner.run(job_id=job_id)


@shared_task(name="jobs.reap")
def reap_jobs() -> None:
    """Send messages for forgotten jobs. A second delivery sends one more message, which `jobs.run` ignores."""
    services.reap(now=timezone.now())


@shared_task(name="jobs.sweep_bundles")
def sweep_bundles() -> None:
    """Take away files past their day. A second delivery finds none."""
    bundles.sweep(now=timezone.now())


@worker_shutting_down.connect
def put_jobs_back(**_: Any) -> None:
    runner.stopping.set()


@worker_process_init.connect
def begin_afresh(**_: Any) -> None:
    runner.stopping.clear()
    network_threads.start_afresh()
