"""Caches of a table: one typed attribute for each, all bounded, with counts of hits and misses for `/metrics`.

A table never changes, so results stay valid as long as it exists. Readers look a key up with `get` and count the hit;
after a miss they `store` the result:

    cache = table.caches.cover
    found = cache.get(body)
    if found is None:
        found = cache.store(body, find_cover(body))
    else:
        cache.counts.hits += 1
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from battles.engine.steps.charge.routes import RouteKey
    from battles.engine.steps.movement.hiding.rules import Watcher
    from battles.engine.steps.movement.options import Way, WayKey
    from battles.engine.steps.movement.tracks import Track
    from battles.engine.table.movement.lattice import Lattice, LatticeKey
    from battles.engine.table.movement.legs import Legs, LegsKey
    from battles.engine.table.sight.rays import Sight
    from battles.engine.table.table import Table
    from battles.engine.table.vectors import Body

    Eye = tuple[int, int, int]

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Missing(Enum):
    """The type of `MISSING`, the default for `get` where None is a result."""

    MISSING = "missing"


MISSING: Literal[Missing.MISSING] = Missing.MISSING


class CacheCounts:
    """Hits and misses of one kind of cache, for all tables of this process. Counts by several threads may lose a
    few.
    """

    __slots__ = ("hits", "misses")

    def __init__(self) -> None:
        self.hits = 0
        self.misses = 0

    @property
    def hit_rate(self) -> float:
        """Share of look-ups answered from the cache; 0 before the first."""
        return self.hits / (self.hits + self.misses or 1)


COUNTS: dict[str, CacheCounts] = {}
"""Counts by the name of the cache, which is its attribute in `TableCaches`."""


class Cache(dict[Key, Value], Generic[Key, Value]):
    """Results by key. A full cache is emptied, which costs less than recording the use of every entry."""

    __slots__ = ("counts", "limit")

    def __init__(self, name: str, limit: int) -> None:
        super().__init__()
        self.counts = COUNTS.setdefault(name, CacheCounts())
        self.limit = limit
        """Maximum number of entries."""

    def store(self, key: Key, value: Value) -> Value:
        """Count a miss, store the result, and return it."""
        self.counts.misses += 1
        if len(self) >= self.limit:
            self.clear()
        self[key] = value
        return value


class TableCaches:
    """All caches of one table."""

    __slots__ = (
        "blind_lines", "charge_routes", "clear_lines", "cover", "free_places", "lattices", "legs", "looks",
        "moved_tables", "noticing_enemies", "reduced_tables", "standing_room", "useful_ways",
    )  # fmt: skip

    def __init__(self) -> None:
        self.looks: Cache[tuple[Eye, Body, tuple[Body, ...]], Sight] = Cache("looks", 20_000)
        """How much of a target is visible when these bodies are in the way (`sight.rays.look`)."""
        self.clear_lines: Cache[tuple[Eye, Body], bool] = Cache("clear_lines", 20_000)
        """Whether terrain blocks none of the rays."""
        self.blind_lines: Cache[tuple[Eye, Body], bool] = Cache("blind_lines", 20_000)
        """Whether terrain blocks all rays."""
        self.standing_room: Cache[Body, bool] = Cache("standing_room", 20_000)
        """Whether terrain allows a base to end a move there (`ground.can_stand`)."""
        self.free_places: Cache[Body, Literal[True]] = Cache("free_places", 20_000)
        """Bases that the ground allows to be deployed there. Refused places are not cached."""
        self.cover: Cache[Body, bool] = Cache("cover", 20_000)
        """Whether concealing terrain is within reach of a base."""
        self.noticing_enemies: Cache[tuple[Body, tuple[Watcher, ...]], tuple[str, str]] = Cache(
            "noticing_enemies", 4000
        )
        """Code of the reason and id of the first enemy that notices a hidden model; both empty if none does."""
        self.charge_routes: Cache[RouteKey, Track | None] = Cache("charge_routes", 4000)
        """The track of a charge; None if there is no path, so look it up with `MISSING`."""
        self.useful_ways: Cache[WayKey, tuple[Way, ...]] = Cache("useful_ways", 2000)
        """Paths to useful destinations of a mover, for the other models near it."""
        self.lattices: Cache[LatticeKey, Lattice] = Cache("lattices", 200)
        """Lattices by kind of mover."""
        self.legs: Cache[LegsKey, Legs] = Cache("legs", 200)
        """Legs by kind of mover."""
        self.moved_tables: Cache[tuple[tuple[str, int, int], ...], Table] = Cache("moved_tables", 100)
        """This table with pieces moved by (id, dx, dy)."""
        self.reduced_tables: Cache[frozenset[str], Table] = Cache("reduced_tables", 200)
        """This table without some pieces, by their ids."""
