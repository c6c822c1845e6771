"""The cache in Redis, with a cache in this process that is used while Redis is unavailable.

It contains counts of limits, link pictures and values that can be computed again. Without Redis each process counts its
own limits, and pages work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from mordheim_site.redis_state import is_unavailable, state


class FallbackRedisCache(BaseCache):
    """Every operation goes to Redis; while it is unavailable, to a cache in this process."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = RedisCache(server, params)
        self._local = LocMemCache("while-redis-is-away", {})

    def _call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Carry out one operation in Redis, or in this process while Redis is unavailable."""
        if state.may_ask():
            try:
                found = getattr(self._redis, name)(*args, **kwargs)
            except Exception as error:
                if not is_unavailable(error):
                    raise
                state.failed(error)
            else:
                if state.responded():
                    self._local.clear()
                return found
        return getattr(self._local, name)(*args, **kwargs)

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
