"""Celery tasks of the job table, and the cleanup of expired exports."""

import socket
import threading
from typing import Any

from celery import Task, shared_task
from celery.signals import task_postrun, task_prerun, worker_process_init, worker_ready, worker_shutting_down
from django.utils import timezone

from jobs import export_files, network_threads, registry, runner, services, time_limits
from jobs.models import Job
from mordheim_site.monitoring import worker_metrics

_limits: dict[str, threading.Timer] = {}
"""Timers of the running tasks, by task id."""


@shared_task(name=services.RUN)
def run_job(*, job_id: int) -> None:
    """Run one job. If the task is delivered twice, the second run finds the job held, not due or ended, and does
    nothing; of a kind whose users take turns, it may run another waiting job."""
    kind = Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()
    handler = registry.handler_of(kind) if kind else None
    if handler is not None and handler.waits_for_network:
        _soft, hard = services.limits_of(handler.kind)
        network_threads.submit(job_id, seconds=hard)
    else:
        runner.run(job_id=job_id)


@shared_task(name="jobs.reap")
def reap_jobs() -> None:
    """Send messages for jobs that no worker holds. If the task is delivered twice, jobs get one more message, which
    does no harm."""
    services.reap(now=timezone.now())


@shared_task(name="jobs.heartbeat")
def record_heartbeat() -> None:
    """Record that this worker works. A second delivery only updates the time."""
    services.beat(host=socket.gethostname(), now=timezone.now())


@shared_task(name="jobs.sweep_bundles")
def sweep_bundles() -> None:
    """Remove expired exports. A second delivery finds none."""
    export_files.sweep(now=timezone.now())


@task_prerun.connect
def start_limit(*, task_id: str, task: Task, **_: Any) -> None:
    """Start the timer for a task: its limit is that of the message, else of the task, else of the settings."""
    of_message = (task.request.timelimit or (None, None))[0]
    seconds = of_message or task.time_limit or task.app.conf.task_time_limit
    _limits[task_id] = limit = time_limits.hard_limit(str(task.name), float(seconds))
    limit.start()


@task_postrun.connect
def end_limit(*, task_id: str, **_: Any) -> None:
    limit = _limits.pop(task_id, None)
    if limit is not None:
        limit.cancel()


@worker_shutting_down.connect
def requeue_jobs(**_: Any) -> None:
    runner.stopping.set()


@worker_ready.connect
def send_first_heartbeat(sender: Any, **_: Any) -> None:
    """Make the new worker record a heartbeat immediately."""
    record_heartbeat.apply_async(expires=60, retry=False)


@worker_ready.connect
def serve_metrics(sender: Any, **_: Any) -> None:
    """Serve the metrics of this worker's processes, if the settings name a port."""
    worker_metrics.start_if_configured()


@worker_process_init.connect
def reset_network_threads(**_: Any) -> None:
    network_threads.reset()
