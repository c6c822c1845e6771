"""How many calls go to one host at a time, and how long a slow host is left alone.

Calls are counted in this process; a host that was slow is remembered in the cache, so all processes leave it alone.
"""

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
"""Seconds until a call is tried again that found its host busy."""
REST_S: Final = 60.0
"""Seconds that a host is left alone after it was too slow, doubled each time up to LONGEST_REST_S."""
LONGEST_REST_S: Final = 3600.0

_calls: Counter[str] = Counter()
_lock = threading.Lock()


class HostBusy(Exception):
    """Nothing was sent: calls to this host have to wait for `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"calls to this address wait for {seconds:.0f} s")
        self.seconds = seconds


@contextmanager
def request_slot(name: str) -> Iterator[None]:
    """Hold one of the calls that may go to this host at the same time. Raises HostBusy."""
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
    """Raises HostBusy while a host that was too slow is left alone."""
    until, _rest = _told(host)
    left = until - time.time()
    if left > 0:
        raise HostBusy(left)


def pause_host(host: str) -> None:
    """Leave this host alone for a while: it was too slow."""
    _until, last = _told(host)
    seconds = min(last * 2 if last else REST_S, LONGEST_REST_S)
    cache.set(_key(host), (time.time() + seconds, seconds), timeout=int(seconds * 2))


def clear_limits(host: str) -> None:
    """This host answered in time."""
    if cache.get(_key(host)) is not None:
        cache.delete(_key(host))


def _key(host: str) -> str:
    return f"outgoing:slow:{host.lower()}"


def _told(host: str) -> tuple[float, float]:
    told = cache.get(_key(host))
    return (float(told[0]), float(told[1])) if told else (0.0, 0.0)
