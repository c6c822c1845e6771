"""Health checks and metrics: /healthz, /readyz, /metrics."""

import hmac
import ipaddress
import logging
import math
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from prometheus_client import CONTENT_TYPE_LATEST

from jobs import selectors
from jobs.models import JobState
from mordheim_site.celery import app
from mordheim_site.monitoring import metrics

logger = logging.getLogger(__name__)

OVERDUE_LEASE_SECONDS: Final = 120
"""Seconds past its end at which a lease shows that neither a worker nor the reaper is running."""
SILENT_SECONDS: Final = 60
"""Seconds without a heartbeat after which the workers or the schedule count as stopped. One is sent every 10 s."""
WAITING_SECONDS: Final = 300
"""Seconds for which a due job may wait; if it waits longer, there are too few workers."""
DATABASE_SECONDS: Final = 1.0
"""Seconds within which the database must respond."""

RETRY_SECONDS: Final = "2"
"""Seconds after which to ask again: outages often end within a few."""


@dataclass(frozen=True, slots=True)
class Jobs:
    """State of the job table. `heartbeat_age` (seconds) is None if no worker ever recorded a heartbeat."""

    lease_overdue: float
    oldest_waiting: float
    heartbeat_age: float | None
    counts: dict[str, int]
    """Number of jobs by state."""

    def are_handled(self) -> bool:
        return (
            self.lease_overdue < OVERDUE_LEASE_SECONDS
            and self.oldest_waiting < WAITING_SECONDS
            and self.heartbeat_age is not None
            and self.heartbeat_age < SILENT_SECONDS
        )


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether the process responds. Checks nothing else, so that a slow database does not cause every process to be
    restarted."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Database, broker, workers and the queue; 503 when one of them fails.

    This is for monitoring the whole site. A load balancer that asks whether this process should get requests uses
    /healthz: pages work without workers.
    """
    state = _state_of_jobs()
    broker = _broker_answers()
    ready = broker and state is not None and state.are_handled()
    body = {
        "ready": ready,
        "database": state is not None,
        "broker": broker,
        "worker_heartbeat_age_seconds": _rounded(state.heartbeat_age) if state else None,
        "oldest_waiting_job_seconds": _rounded(state.oldest_waiting) if state else None,
        "oldest_lease_overdue_seconds": _rounded(state.lease_overdue) if state else None,
    }
    return JsonResponse(body, status=200 if ready else 503, headers={} if ready else {"Retry-After": RETRY_SECONDS})


@never_cache
@require_safe
def metrics_page(request: HttpRequest) -> HttpResponse:
    """Prometheus text for holders of METRICS_TOKEN; without a token set, for callers on this machine only.

    While the database is unavailable, this process's own metrics are served, and those of the job table are unknown
    (NaN).
    """
    if not _may_read_metrics(request):
        raise Http404
    now = _state_of_jobs()
    metrics.DATABASE_UP.set(now is not None)
    metrics.BROKER_UP.set(_broker_answers())
    metrics.BACKUP_SECONDS.set(_age_of_newest_backup())
    unknown = float("nan")
    for state in JobState.values:
        metrics.JOBS.labels(state).set(now.counts.get(state, 0) if now else unknown)
    metrics.OLDEST_LEASE_SECONDS.set(now.lease_overdue if now else unknown)
    metrics.OLDEST_WAITING_SECONDS.set(now.oldest_waiting if now else unknown)
    heartbeat = now.heartbeat_age if now else None
    metrics.HEARTBEAT_SECONDS.set(unknown if heartbeat is None else heartbeat)
    return HttpResponse(metrics.of_this_service(), content_type=CONTENT_TYPE_LATEST)


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)


def _state_of_jobs() -> Jobs | None:
    """The state of the job table; None when the database does not respond within DATABASE_SECONDS.

    One thread sends the query. While it waits for an unavailable database, other callers wait for the same result.
    """
    if connection.in_atomic_block:
        # In a test, only this connection sees the data.
        return _jobs_now()
    try:
        return _question.ask().result(timeout=DATABASE_SECONDS)
    except TimeoutError:
        reason = f"no response within {DATABASE_SECONDS} s"
        logger.error("readiness: the database does not respond", extra={"outage": reason})
        return None
    except DatabaseError as error:
        logger.error("readiness: the database does not respond", extra={"outage": str(error)})
        return None


def _jobs_in_thread() -> Jobs:
    try:
        return _jobs_now()
    finally:
        connection.close()


class _Question:
    """Sends one query at a time to the database, in a thread of its own."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="readiness")
        self._lock = threading.Lock()
        self._running: Future[Jobs] | None = None

    def ask(self) -> Future[Jobs]:
        """The query that is already running, or a new one."""
        with self._lock:
            if self._running is None or self._running.done():
                self._running = self._threads.submit(_jobs_in_thread)
            return self._running


_question: Final = _Question()


def _jobs_now() -> Jobs:
    now = timezone.now()
    return Jobs(
        lease_overdue=selectors.overdue_lease_seconds(now=now),
        oldest_waiting=selectors.oldest_waiting_seconds(now=now),
        heartbeat_age=selectors.heartbeat_age_seconds(now=now),
        counts=selectors.count_by_state(),
    )


def _broker_answers() -> bool:
    try:
        with app.connection_for_write(connect_timeout=1) as link:
            link.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=1)
        return True
    except (OperationalError, OSError) as error:
        logger.warning("readiness: the broker does not respond", extra={"outage": str(error)})
        return False


def _age_of_newest_backup() -> float:
    """Seconds since the newest backup was written; infinite if there is none."""
    written = [path.stat().st_mtime for path in (settings.VAR_DIR / "backups").glob("*.backup")]
    return max(0.0, time.time() - max(written)) if written else math.inf


def _may_read_metrics(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
