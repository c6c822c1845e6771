"""The site's own Prometheus metrics. Processes that were forked from the same parent write their counts to files in one
folder, PROMETHEUS_MULTIPROC_DIR, so that each of them can serve the sum; other processes count separately."""

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

REQUESTS = Counter("mordheim_requests_total", "Answered requests", ["method", "view", "status"])
REQUEST_SECONDS = Histogram(
    "mordheim_request_seconds",
    "Time to answer a request",
    ["method", "view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
ROW_FAILURES = Counter("mordheim_row_failures_total", "Rows that failed in a loop over rows", ["loop"])
HEARTBEAT_SECONDS = Gauge(
    "mordheim_worker_heartbeat_age_seconds",
    "Seconds since a worker carried out the heartbeat",
    multiprocess_mode="mostrecent",
)
OLDEST_WAITING_SECONDS = Gauge(
    "mordheim_jobs_oldest_waiting_seconds", "How long the oldest due job has waited", multiprocess_mode="mostrecent"
)
DATABASE_UP = Gauge(
    "mordheim_database_up", "Whether the database responds within a second", multiprocess_mode="mostrecent"
)
BROKER_UP = Gauge("mordheim_broker_up", "Whether the broker responds", multiprocess_mode="mostrecent")
BACKUP_SECONDS = Gauge(
    "mordheim_backup_age_seconds",
    "Age of the newest backup in VAR_DIR/backups; +Inf without one",
    multiprocess_mode="mostrecent",
)
JOBS = Gauge("mordheim_jobs", "Jobs by state", ["state"], multiprocess_mode="mostrecent")
JOB_RUNS = Counter("mordheim_job_runs_total", "Runs of jobs by kind and outcome", ["kind", "outcome"])
JOB_SECONDS = Histogram(
    "mordheim_job_seconds",
    "Time of one run of a job",
    ["kind"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 240),
)
SOCKETS = Gauge("mordheim_sockets", "Open WebSockets", multiprocess_mode="livesum")
OLDEST_LEASE_SECONDS = Gauge(
    "mordheim_jobs_oldest_lease_overdue_seconds",
    "How far the most overdue lease is past",
    multiprocess_mode="mostrecent",
)


def of_this_service() -> bytes:
    """The metrics as Prometheus text: the sum of all processes of this service."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    return of_folder(folder) if folder else generate_latest(REGISTRY)


def of_folder(folder: str) -> bytes:
    """The sum of the processes that write their counts into this folder, as Prometheus text."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
