"""While Redis is unavailable, the cache works in each process; once it is back, it is used again."""

from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError

from mordheim_site import redis_cache, redis_state
from mordheim_site.redis_cache import FallbackRedisCache
from mordheim_site.redis_state import RedisState
from tests_support.processes import free_port
from tests_support.redis import binary, temporary_redis

OPTIONS = {"OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 1}}


@pytest.fixture(autouse=True)
def state(monkeypatch: pytest.MonkeyPatch) -> RedisState:
    """A process that has not asked Redis yet."""
    fresh = RedisState()
    monkeypatch.setattr(redis_cache, "state", fresh)
    return fresh


def exercise(cache: FallbackRedisCache) -> None:
    """Every operation that the site uses."""
    cache.set("colour", "red", 60)
    assert cache.get("colour") == "red"
    assert cache.has_key("colour")
    assert cache.add("count", 1, 60)
    assert not cache.add("count", 9, 60)
    assert cache.incr("count", 2) == 3
    assert cache.decr("count") == 2
    assert cache.touch("count", 60)
    cache.set_many({"a": 1, "b": 2})
    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    cache.delete_many(["a", "b"])
    assert cache.get_or_set("a", lambda: 5) == 5
    assert cache.delete("a")
    with pytest.raises(ValueError, match="missing"):
        cache.incr("missing")
    cache.clear()
    assert cache.get("colour", "none") == "none"


def test_without_redis_everything_works_in_the_process() -> None:
    exercise(FallbackRedisCache(f"redis://127.0.0.1:{free_port()}/0", dict(OPTIONS)))


@pytest.mark.redis
def test_with_redis_everything_works(redis_url: str) -> None:
    exercise(FallbackRedisCache(redis_url, dict(OPTIONS)))


@pytest.mark.own_servers
@pytest.mark.skipif(binary() is None, reason="redis-server is not installed")
def test_after_an_outage_redis_is_used_again_and_local_values_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_state, "PAUSE_S", 0.0)
    with temporary_redis() as url:
        cache = FallbackRedisCache(url, dict(OPTIONS))
        cache.set("place", "redis", 60)
    assert cache.get("place") is None
    cache.set("place", "process", 60)
    assert cache.get("place") == "process"
    with temporary_redis() as url:
        again = FallbackRedisCache(url, dict(OPTIONS))
        again._local = cache._local
        assert again.get("place") is None
        assert cache._local.get("place") is None


@pytest.mark.parametrize(
    ("error", "is_away"),
    [
        (RedisConnectionError("refused"), True),
        (ResponseError("LOADING Redis is loading the dataset in memory"), True),
        (ResponseError("OOM command not allowed when used memory > 'maxmemory'."), True),
        (ResponseError("WRONGTYPE Operation against a key"), False),
        (TypeError("a bug"), False),
    ],
)
def test_only_an_outage_counts_as_one(error: Exception, is_away: bool) -> None:
    assert redis_state.is_unavailable(error) is is_away


def test_a_wrong_call_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = FallbackRedisCache("redis://127.0.0.1:1/0", dict(OPTIONS))

    def broken(*args: Any) -> None:
        raise TypeError("a bug")

    monkeypatch.setattr(cache._redis, "get", broken)
    with pytest.raises(TypeError, match="a bug"):
        cache.get("key")
