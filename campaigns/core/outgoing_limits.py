"""Limits of outgoing calls to one host: how many at a time, and how long a slow host is skipped. Calls are counted in
this process. Slow hosts are stored in the cache, so that all processes skip them."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.core.cache import cache

MOST_AT_ONCE: Final = 2
WAIT_S: Final = 2.0
"""Seconds after which a call to a busy host is tried again."""
REST_S: Final = 60.0
"""Seconds for which a slow host is skipped; doubled each time up to LONGEST_REST_S."""
LONGEST_REST_S: Final = 3600.0

_calls: Counter[str] = Counter()
_lock = threading.Lock()


class HostBusy(Exception):
    """Nothing was sent. Calls to this host have to wait `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"calls to this address wait for {seconds:.0f} s")
        self.seconds = seconds


@contextmanager
def request_slot(name: str) -> Iterator[None]:
    """Reserve one of the simultaneous calls to this host for the duration of a `with` block. Raises HostBusy."""
    with _lock:
        if _calls[name] >= MOST_AT_ONCE:
            raise HostBusy(WAIT_S)
        _calls[name] += 1
    try:
        yield
    finally:
        with _lock:
            _calls[name] -= 1
            if not _calls[name]:
                del _calls[name]


def refuse_paused_host(host: str) -> None:
    """Raise HostBusy while a host is skipped because it was too slow."""
    until, _rest = _failures(host)
    left = until - time.time()
    if left > 0:
        raise HostBusy(left)


def pause_host(host: str) -> None:
    """Skip this host for a while, because it was too slow."""
    _until, last = _failures(host)
    seconds = min(last * 2 if last else REST_S, LONGEST_REST_S)
    cache.set(_key(host), (time.time() + seconds, seconds), timeout=int(seconds * 2))


def clear_limits(host: str) -> None:
    """Forget that this host was slow, because it responded in time."""
    if cache.get(_key(host)) is not None:
        cache.delete(_key(host))


def _key(host: str) -> str:
    return f"outgoing:slow:{host.lower()}"


def _failures(host: str) -> tuple[float, float]:
    failures = cache.get(_key(host))
    return (float(failures[0]), float(failures[1])) if failures else (0.0, 0.0)
