"""Small pictures of tables, made of the same layers as the board."""

from __future__ import annotations

import functools

from django.utils.safestring import SafeString

from battles.board.svg.table import table_svg
from battles.engine.table.table import Table
from battles.tables.library import ready_tables
from mordheim_site.look.svg.elements import drawing


@functools.cache
def picture_of(code: str) -> SafeString:
    """A standard table as a small drawing. Raises KeyError."""
    return picture(Table.from_data(ready_tables()[code].data))


def picture(table: Table) -> SafeString:
    """A small drawing of a table. Screen readers skip it, because its description is next to it."""
    return drawing(
        table_svg(table, small=True),
        class_="board-svg table-picture",
        viewBox=f"0 0 {table.width / 100} {table.length / 100}",
        aria_hidden="true",
        focusable="false",
    )
