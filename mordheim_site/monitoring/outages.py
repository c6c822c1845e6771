"""Keeps the log short while the database or Redis is unavailable.

Every request, socket and task would log the same traceback, several a second, which says nothing but "connection
refused". Here each such message becomes one line without a traceback, at most once per INTERVAL_S.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

INTERVAL_S: Final = 60.0
"""Seconds in which the same message of an outage is logged once."""
ATTEMPTS: Final = {
    "consumer: Cannot connect to": "the broker does not respond",
    "beat: Connection error": "the broker does not respond",
    "error connecting in": "the database does not respond",
    "reconnection attempt in pool": "the database does not respond",
}
"""How the messages begin that Celery and the pool of connections write for each attempt, and what they mean. They have
no error."""


def is_outage(error: BaseException) -> bool:
    """Whether the error, or one of its causes, means that the database, Redis or the broker is unavailable."""
    # Imported with the first outage, because until then a process needs none of these.
    from kombu.exceptions import OperationalError
    from redis.exceptions import RedisError

    from mordheim_site import database_errors, redis_state

    if database_errors.is_unavailable(error):
        return True
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        if isinstance(cause, OperationalError) or (isinstance(cause, RedisError) and redis_state.is_unavailable(cause)):
            return True
        seen.add(id(cause))
        cause = cause.__cause__ or cause.__context__
    return False


class OutageFilter(logging.Filter):
    """Shortens records with an error of an outage, and those that name it themselves: `extra={"outage": reason}`."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._last: dict[tuple[str, str], tuple[float, int]] = {}
        """When a message was last logged, and how often it was left out since."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and is_outage(error):
            record.outage = str(error)[:300]
        elif reason := next((text for start, text in ATTEMPTS.items() if str(record.msg).startswith(start)), ""):
            record.outage = reason
        elif not hasattr(record, "outage"):
            return True
        now, key = time.monotonic(), (record.name, str(record.msg))
        with self._lock:
            last, left_out = self._last.get(key, (float("-inf"), 0))
            if now - last < INTERVAL_S:
                self._last[key] = last, left_out + 1
                return False
            self._last[key] = now, 0
        record.msg, record.args = record.getMessage().partition("\n")[0], ()
        record.exc_info = record.exc_text = None
        if left_out:
            record.left_out = left_out
        return True
