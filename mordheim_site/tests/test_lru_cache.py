"""The cache keeps the entries that were used last."""

from mordheim_site.reuse.lru_cache import LruCache


def test_an_entry_is_made_once_while_it_is_used() -> None:
    made: list[str] = []
    cache: LruCache[str] = LruCache(2)

    def get(key: str) -> str:
        return cache.get(key, lambda: made.append(key) or key.upper())

    assert [get(key) for key in "abab"] == list("ABAB")
    assert made == ["a", "b"]
    get("a")
    get("c")
    assert len(cache) == 2
    get("a")
    get("b")
    assert made == ["a", "b", "c", "b"]


def test_an_error_is_not_kept() -> None:
    cache: LruCache[int] = LruCache(2)
    for divisor, expected in ((0, None), (1, 1)):
        try:
            found = cache.get("x", lambda divisor=divisor: 1 // divisor)  # type: ignore[misc]
        except ZeroDivisionError:
            found = None
        assert found == expected
