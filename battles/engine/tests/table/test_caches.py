"""The caches of a table: typed, bounded, counted."""

from __future__ import annotations

from battles.engine.table.caches import COUNTS, MISSING, Cache, TableCaches
from battles.engine.table.ground import can_stand
from battles.engine.table.sight.rays import is_out_of_sight
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body

MODEL = Body(2400, 2400, 0, 50, 120)


def test_every_attribute_is_a_bounded_cache_of_the_same_name() -> None:
    caches = TableCaches()
    for name in TableCaches.__slots__:
        cache = getattr(caches, name)
        assert isinstance(cache, Cache), name
        assert cache.limit > 0
        assert cache.counts is COUNTS[name]


def test_a_second_question_is_a_hit() -> None:
    table = Table.open_field()
    counts = table.caches.standing_room.counts
    hits, misses = counts.hits, counts.misses
    assert can_stand(table, MODEL)
    assert (counts.hits, counts.misses) == (hits, misses + 1)
    assert can_stand(table, MODEL)
    assert (counts.hits, counts.misses) == (hits + 1, misses + 1)


def test_none_can_be_a_result() -> None:
    cache: Cache[str, int | None] = Cache("test of none", 2)
    assert cache.get("way", MISSING) is MISSING
    cache.store("way", None)
    assert cache.get("way", MISSING) is None


def test_a_full_cache_is_emptied() -> None:
    cache: Cache[int, int] = Cache("test of limits", 3)
    for number in range(4):
        cache.store(number, number)
    assert dict(cache) == {3: 3}
    assert cache.counts.misses == 4
    assert cache.counts.hit_rate == 0


def test_each_table_has_its_own_entries_and_forgets_them() -> None:
    table, other = Table.open_field(), Table.open_field()
    assert not is_out_of_sight(table, (100, 100, 100), MODEL)
    assert len(table.caches.blind_lines) == 1
    assert not other.caches.blind_lines
    table.forget()
    assert not table.caches.blind_lines
