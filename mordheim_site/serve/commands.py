"""The command lines of the site's two processes: web and worker."""

import sys
from pathlib import Path


def web(*, host: str, port: int) -> list[str]:
    """Command of the web process, which serves pages and sockets. It is a single process, because without Redis the
    channel layer only works inside one."""
    return [
        sys.executable, "-m", "mordheim_site.serve.web", "--host", host, "--port", str(port), "--grace", "1",
    ]  # fmt: skip


def worker(*, threads: int) -> list[str]:
    """Command of the worker: Celery with threads in a single process, which ends at the hard limit of a task and is
    started again. Several processes (`--pool prefork`) need Redis: if messages are files, they share a lock that a
    killed process keeps."""
    return [
        sys.executable, "-m", "celery", "-A", "mordheim_site.celery", "worker", "--pool", "threads", "--concurrency",
        str(threads), "--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "warning",
    ]  # fmt: skip


def working_directory() -> Path:
    """The folder from which `mordheim_site` can be imported."""
    return Path(__file__).resolve().parent.parent.parent
