"""Threads for jobs that mostly wait for another machine, in addition to the worker's own threads.

A slow server blocks only one of these threads, never the ones that play battles. The job table still has every job that
is not done: a process that ends loses only its queue of job ids, and the reaper sends those again. Celery does not
limit the time of these threads, so `time_limits` does.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from django.db import close_old_connections, connections

from jobs import runner, time_limits

logger = logging.getLogger(__name__)

THREADS: Final = 8
MOST_WAITING: Final = 1000

_lock = threading.Lock()
_waiting: set[int] = set()
_pool: ThreadPoolExecutor | None = None


def submit(job_id: int, *, seconds: float) -> bool:
    """Run this job soon, for at most `seconds`.

    False when it is already queued here or the queue is full: the reaper sends it again.
    """
    global _pool
    with _lock:
        if job_id in _waiting or len(_waiting) >= MOST_WAITING:
            return False
        if _pool is None:
            _pool = ThreadPoolExecutor(THREADS, thread_name_prefix="network")
        _waiting.add(job_id)
        _pool.submit(_run, job_id, seconds)
    return True


def reset() -> None:
    """Forget the threads after a fork, because they exist only in the parent."""
    global _pool
    with _lock:
        _pool = None
        _waiting.clear()


def _run(job_id: int, seconds: float) -> None:
    limit = time_limits.hard_limit(f"job {job_id}", seconds)
    try:
        if not runner.stopping.is_set():
            close_old_connections()
            limit.start()
            runner.run(job_id=job_id)
    except Exception:
        # The database may be down, for example; the job is still in the table.
        logger.exception("job could not be run", extra={"job_id": job_id})
    finally:
        limit.cancel()
        with _lock:
            _waiting.discard(job_id)
        connections.close_all()
