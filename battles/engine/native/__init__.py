"""Optional C code for the geometry of a table: walks, paths of charges and lines of sight.

`geometry` is the compiled module, or None: then the Python code of `battles.engine.table` is used, which gives the same
results. It is None if nothing was compiled from these sources (`python -m battles.engine.native.build`), or if the
environment variable MORDHEIM_NATIVE is 0. See docs/developers/native.md.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, cast

from battles.engine.native.sources import digest

if TYPE_CHECKING:
    from battles.engine.native._geometry import Crowd, Legs, Search, Terrain
    from battles.engine.table.vectors import Body, Spot


class Geometry(Protocol):
    """The compiled module; its functions are described in `_geometry.pyi`."""

    SOURCES: str
    Terrain: type[Terrain]
    Legs: type[Legs]
    Search: type[Search]
    Crowd: type[Crowd]
    hypot: Callable[[float, float], float]
    body_blocks: Callable[[tuple[int, int, int], Body, tuple[Body, ...]], bool]
    farthest_step: Callable[[list[tuple[int, int]], float, float, list[Spot], int, int], tuple[int, int]]
    set_walk_types: Callable[..., None]
    set_search_types: Callable[..., None]


def _loaded() -> Geometry | None:
    if os.environ.get("MORDHEIM_NATIVE") == "0":
        return None
    try:
        from battles.engine.native import _geometry
    except ImportError:
        return None
    return cast("Geometry", _geometry) if digest() == _geometry.SOURCES else None


geometry = _loaded()
