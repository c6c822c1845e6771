"""The cache in Redis, with a cache in this process that is used while Redis is unavailable.

It contains counts of limits, link pictures and values that can be computed again. Without Redis each process counts its
own limits, and pages work.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError, TimeoutError

logger = logging.getLogger(__name__)

PAUSE_S: Final = 1.0
"""Seconds without another attempt after Redis did not respond."""
UNAVAILABLE: Final = (RedisConnectionError, TimeoutError, OSError)


def is_unavailable(error: Exception) -> bool:
    """Whether the error means that Redis is unreachable, still loading or full, and not that a call was wrong."""
    if isinstance(error, ResponseError):
        return str(error).startswith(("LOADING", "OOM", "MISCONF", "READONLY"))
    return isinstance(error, UNAVAILABLE)


class FallbackRedisCache(BaseCache):
    """Every operation goes to Redis; if it is unavailable, to a cache in this process, for at least PAUSE_S."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = RedisCache(server, params)
        self._local = LocMemCache("while-redis-is-away", {})
        self._lock = threading.Lock()
        self._retry_at = 0.0

    def _call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Carry out one operation in Redis, or in this process while Redis is unavailable."""
        if time.monotonic() >= self._retry_at:
            try:
                found = getattr(self._redis, name)(*args, **kwargs)
            except Exception as error:
                if not is_unavailable(error):
                    raise
                self._begin_pause(error)
            else:
                self._end_pause()
                return found
        return getattr(self._local, name)(*args, **kwargs)

    def _begin_pause(self, error: Exception) -> None:
        with self._lock:
            is_first = self._retry_at == 0.0
            self._retry_at = time.monotonic() + PAUSE_S
        if is_first:
            logger.error("Redis is unavailable; this process uses its own cache.", extra={"reason": str(error)})

    def _end_pause(self) -> None:
        if self._retry_at:
            with self._lock:
                self._retry_at = 0.0
            self._local.clear()
            logger.warning("Redis is available again.")

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._call("add", key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._call("get", key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._call("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._call("touch", key, timeout, version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._call("delete", key, version))

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        return dict(self._call("get_many", list(keys), version))

    def set_many(
        self, data: Mapping[Any, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[Any]:
        return list(self._call("set_many", data, timeout, version))

    def delete_many(self, keys: Iterable[Any], version: int | None = None) -> None:
        self._call("delete_many", list(keys), version)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return bool(self._call("has_key", key, version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return int(self._call("incr", key, delta, version))

    def clear(self) -> None:
        self._call("clear")
