"""Metrics of a worker: all its processes write their counts to files, and the main process serves the sum at
METRICS_PORT. Set PROMETHEUS_MULTIPROC_DIR to an empty folder that only this worker uses. Readers need METRICS_TOKEN, as
for /metrics."""

from __future__ import annotations

import hmac
import logging
import os
import threading
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST

from mordheim_site.monitoring import metrics

logger = logging.getLogger(__name__)


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: requests for metrics would only fill the log."""


def serve(*, host: str, port: int, folder: str) -> threading.Thread:
    """Start a thread of this process that serves the metrics of the processes that write into `folder`."""

    def respond(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        given = environ.get("HTTP_AUTHORIZATION", "").removeprefix("Bearer ")
        if environ["PATH_INFO"] != "/metrics" or not hmac.compare_digest(
            given.encode(), settings.METRICS_TOKEN.encode()
        ):
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"not found\n"]
        start_response("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
        return [metrics.of_folder(folder)]

    server = make_server(host, port, respond, handler_class=_Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True, name="metrics")
    thread.start()
    logger.info("metrics at %s:%s", host, server.server_port)
    return thread


def start_if_configured() -> None:
    """Serve the metrics if METRICS_PORT, METRICS_TOKEN and the folder are set."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    if settings.METRICS_PORT and settings.METRICS_TOKEN and folder:
        serve(host=settings.METRICS_HOST, port=settings.METRICS_PORT, folder=folder)
