"""Health checks and metrics: /healthz, /readyz, /metrics."""

import hmac
import ipaddress
import logging

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from jobs import selectors
from mordheim_site import metrics
from mordheim_site.celery import app

logger = logging.getLogger(__name__)

# A lease this far past its end means that neither a worker nor the reaper is looking.
OVERDUE_LEASE_SECONDS = 120


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers. Checks nothing else, so that a slow database does not restart every process."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Database, broker and job leases; 503 when one of them fails."""
    database = _database_answers()
    broker = _broker_answers()
    overdue = selectors.overdue_lease_seconds(now=timezone.now()) if database else None
    ready = database and broker and (overdue or 0) < OVERDUE_LEASE_SECONDS
    body = {"ready": ready, "database": database, "broker": broker, "oldest_lease_overdue_seconds": overdue}
    return JsonResponse(body, status=200 if ready else 503)


@never_cache
@require_safe
def metrics_page(request: HttpRequest) -> HttpResponse:
    """Prometheus text for holders of METRICS_TOKEN; without a token set, for callers on this machine only."""
    if not _may_read_metrics(request):
        raise Http404
    for state, count in selectors.count_by_state().items():
        metrics.JOBS.labels(state).set(count)
    metrics.OLDEST_LEASE_SECONDS.set(selectors.overdue_lease_seconds(now=timezone.now()))
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        logger.exception("readiness: the database does not answer")
        return False


def _broker_answers() -> bool:
    try:
        with app.connection_for_write(connect_timeout=2) as link:
            link.ensure_connection(max_retries=1, timeout=2)
        return True
    except (OperationalError, OSError):
        logger.exception("readiness: the broker does not answer")
        return False


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
