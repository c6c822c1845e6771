"""The site's own Prometheus metrics. Processes that were forked from the same parent write their counts to files in one
folder, PROMETHEUS_MULTIPROC_DIR, so that each of them can serve the sum; other processes count separately."""

import os
import re
import resource
from collections.abc import Iterable, Iterator
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

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
_PID = re.compile(r"_(\d+)\.db$")


class ProcessMemory(Collector):
    """The memory of each process that writes into a folder, or of this one, as the system counts it (RSS)."""

    def __init__(self, folder: str = "") -> None:
        self.folder = folder

    def collect(self) -> Iterable[Metric]:
        """One value for each process that is still running."""
        family = GaugeMetricFamily(
            "mordheim_process_memory_bytes", "Resident memory of each process of this service", labels=["pid"]
        )
        for pid in sorted(set(self._pids())):
            try:
                pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
            except OSError:  # The process has ended, or the system has no such files.
                continue
            family.add_metric([str(pid)], pages * resource.getpagesize())
        return [family]

    def _pids(self) -> Iterator[int]:
        if not self.folder:
            yield os.getpid()
            return
        for file in Path(self.folder).iterdir():
            if found := _PID.search(file.name):
                yield int(found[1])


REGISTRY.register(ProcessMemory())


def of_this_service() -> bytes:
    """The metrics as Prometheus text: the sum of all processes of this service."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    return of_folder(folder) if folder else generate_latest(REGISTRY)


def of_folder(folder: str) -> bytes:
    """The sum of the processes that write their counts into this folder, as Prometheus text."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]
    registry.register(ProcessMemory(folder))
    return generate_latest(registry)
