"""The two command lines of the site: the web process and the worker."""

import sys
from pathlib import Path


def web(*, host: str, port: int) -> list[str]:
    """Pages and sockets; one process, because the embedded channel layer lives inside it."""
    return [
        sys.executable, "-m", "mordheim_site.serve.web", "--host", host, "--port", str(port), "--grace", "1",
    ]  # fmt: skip


def worker(*, threads: int) -> list[str]:
    """Celery with threads: a single process, which ends at the hard limit of a task and is started again.

    Processes (`--pool prefork`) need Redis: with messages in files they share a lock that a killed process keeps.
    """
    return [
        sys.executable, "-m", "celery", "-A", "mordheim_site.celery", "worker", "--pool", "threads", "--concurrency",
        str(threads), "--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "warning",
    ]  # fmt: skip


def working_directory() -> Path:
    """Where `mordheim_site` can be imported from."""
    return Path(__file__).resolve().parent.parent.parent
