"""Counts and times requests by URL name for /metrics, and writes one log line for each."""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from mordheim_site.monitoring import metrics

logger = logging.getLogger("mordheim.request")

QUIET = ("/healthz", "/readyz", "/metrics", "/static/")


class MeasureMiddleware:
    """Measures requests. Labels are URL names, never raw paths, so that the number of series does not grow with the
    number of ids."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        started = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - started
        match = request.resolver_match
        view = (match.view_name if match else "") or "unknown"
        method = request.method if request.method in metrics.METHODS else "OTHER"
        metrics.REQUESTS.labels(method, view, str(response.status_code)).inc()
        metrics.REQUEST_SECONDS.labels(method, view).observe(seconds)
        if not request.path.startswith(QUIET):
            logger.info(
                "%s %s %s",
                request.method,
                request.path,
                response.status_code,
                extra={"view": view, "status": response.status_code, "milliseconds": round(seconds * 1000, 1)},
            )
        return response
