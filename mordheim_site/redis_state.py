"""Whether Redis responds, for everything in this process that uses it: cache, messages to boards, and the broker.

After Redis did not respond, nothing in this process asks it again for PAUSE_S. Otherwise each part of each request
would wait for its own timeout while Redis is reachable but does not answer.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError, TimeoutError

logger = logging.getLogger(__name__)

PAUSE_S: Final = 1.0
"""Seconds without another attempt after Redis did not respond."""
UNAVAILABLE: Final = (RedisConnectionError, TimeoutError, OSError)


def is_unavailable(error: BaseException) -> bool:
    """Whether the error means that Redis is unreachable, still loading or full, and not that a call was wrong."""
    if isinstance(error, ResponseError):
        return str(error).startswith(("LOADING", "OOM", "MISCONF", "READONLY"))
    return isinstance(error, UNAVAILABLE)


class RedisState:
    """When Redis may be asked again. All threads of a process share one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._retry_at = 0.0

    def may_ask(self) -> bool:
        """Whether Redis responded at the last attempt, or the pause after it is over."""
        return time.monotonic() >= self._retry_at

    def failed(self, error: BaseException) -> None:
        """Begin a pause. The first failure of an outage is logged."""
        with self._lock:
            is_first = self._retry_at == 0.0
            self._retry_at = time.monotonic() + PAUSE_S
        if is_first:
            logger.error(
                "Redis is unavailable. Limits are counted in each process, boards reload less often, and jobs wait.",
                extra={"reason": str(error)},
            )

    def responded(self) -> bool:
        """End the outage. Returns whether there was one."""
        if not self._retry_at:
            return False
        with self._lock:
            was_away, self._retry_at = self._retry_at != 0.0, 0.0
        if was_away:
            logger.warning("Redis is available again.")
        return was_away


state: Final = RedisState()
