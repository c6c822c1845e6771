"""Answers /healthz, /readyz and /metrics for monitoring, which calls each process by its own address.

That address is not among ALLOWED_HOSTS and has no TLS, so these pages come before every check of host and scheme. They
use neither.
"""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponseNotFound
from django.http.response import HttpResponseBase

from mordheim_site.monitoring import health

PAGES: dict[str, Callable[[HttpRequest], HttpResponseBase]] = {
    "/healthz": health.healthz,
    "/readyz": health.readyz,
    "/metrics": health.metrics_page,
}


class MachinePagesMiddleware:
    """Answers these three addresses and passes every other request on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        page = PAGES.get(request.path_info)
        if page is None or (page is not health.healthz and request.META.get("HTTP_ACCEPT", "").startswith("text/html")):
            # Browsers get the site's own error pages. /healthz has none.
            return self.get_response(request)
        try:
            return page(request)
        except Http404:
            return HttpResponseNotFound("not found\n", content_type="text/plain")
