"""Pictures and geometry of tables. Those of a user's table are made once for each of its versions and kept in memory,
because pages show them to every visitor."""

from __future__ import annotations

import functools
import json
from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from battles.board.scene.geometry import scene_of
from battles.board.svg.table import table_svg
from battles.engine.table.table import Table
from battles.tables.library import ready_tables
from battles.tables.models import DrawnTable
from mordheim_site.look.svg.elements import drawing
from mordheim_site.reuse.lru_cache import LruCache

_pictures: Final[LruCache[SafeString]] = LruCache(400)
_layers: Final[LruCache[SafeString]] = LruCache(50)
_scenes: Final[LruCache[str]] = LruCache(100)
"""Scenes as JSON, which takes a tenth of the memory of the objects."""


@functools.cache
def picture_of(code: str) -> SafeString:
    """A standard table as a small drawing. Raises KeyError."""
    return picture(Table.from_data(ready_tables()[code].data))


def picture_of_version(version: str, data: object) -> SafeString:
    """The data of this version of a user's table (`DrawnTable.version`) as a small drawing."""
    return _pictures.get(version, lambda: picture(Table.from_data(data)))


def layers_of(table: DrawnTable) -> SafeString:
    """The drawing of a user's table in full size, as the content of an SVG."""
    return _layers.get((table.version, get_language()), lambda: table_svg(Table.from_data(table.data)))


def scene_of_drawn(table: DrawnTable) -> Any:
    """The geometry of a user's table (SceneData)."""
    return json.loads(_scenes.get(table.version, lambda: json.dumps(scene_of(Table.from_data(table.data)))))


def picture(table: Table) -> SafeString:
    """A small drawing of a table. Screen readers skip it, because its description is next to it."""
    return drawing(
        table_svg(table, small=True),
        class_="board-svg table-picture",
        viewBox=f"0 0 {table.width / 100} {table.length / 100}",
        aria_hidden="true",
        focusable="false",
    )
