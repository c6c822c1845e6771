"""Small pictures of tables, drawn from the same layers as the board."""

from __future__ import annotations

import functools

from django.utils.html import format_html
from django.utils.safestring import SafeString

from battles.board.svg.table import table_svg
from battles.engine.table.table import Table
from battles.tables.library import ready_tables


@functools.cache
def picture_of(code: str) -> SafeString:
    """A standard table as a small drawing. Raises KeyError."""
    return picture(Table.from_data(ready_tables()[code].data))


def picture(table: Table) -> SafeString:
    """A table as a small drawing, hidden from screen readers: its description is next to it."""
    return format_html(
        '<svg class="board-svg table-picture" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">{}</svg>',
        table.width / 100,
        table.length / 100,
        table_svg(table, small=True),
    )
