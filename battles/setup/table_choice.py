"""The table for a choice in a form: a user's table, a standard one, or ruins generated from a seed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from django.db.models import Q

from battles.engine.table.piece_data import TableData
from battles.engine.terrain.kinds import is_special_piece
from battles.tables.library import DENSITY, NO_PIECES, SIZE_IN, ChosenTable, ReadyTable, ready_tables, table_for
from battles.tables.models import Audience, DrawnTable
from battles.tables.previews import picture_of, picture_of_version

DRAWN = "drawn:"
OWN_SHOWN = 30


class TableCard(TypedDict):
    """A table with a small picture of it (SVG)."""

    table: ReadyTable
    picture: str


def tables_open_to(user_id: int | None, *, asked: str = "") -> list[ReadyTable]:
    """The tables that a user can choose: the one in the address, their own, and the standard ones."""
    own = Q(owner_id=user_id) if user_id is not None else Q(pk=None)
    named = Q(public_id=asked.removeprefix(DRAWN)) & ~Q(audience=Audience.PRIVATE)
    drawn = DrawnTable.objects.filter(own | named if asked.startswith(DRAWN) else own)[:OWN_SHOWN]
    return [*(_as_ready(table) for table in drawn), *ready_tables().values()]


def _as_ready(table: DrawnTable) -> ReadyTable:
    data: TableData = table.data
    return ReadyTable(
        code=f"{DRAWN}{table.public_id}",
        name=table.name,
        summary="",
        width_in=data["width"] // 100,
        length_in=data["length"] // 100,
        data=data,
        version=table.version,
    )


def has_wonders(data: TableData) -> bool:
    """Whether a table has pieces of the terrain pack other than hills, walls and fences."""
    return any(is_special_piece(piece.get("kind", "")) for piece in data.get("pieces", ()))


def table_cards(tables: Iterable[ReadyTable]) -> list[TableCard]:
    """Tables with a small picture of each."""
    return [
        {
            "table": table,
            "picture": picture_of_version(table.version, table.data) if table.version else picture_of(table.code),
        }
        for table in tables
    ]


def table_chosen(
    *, user_id: int | None, code: str, seed: str, density: str = DENSITY, size_in: int = SIZE_IN, pack: str = NO_PIECES
) -> ChosenTable:
    """The table with this `code`: "drawn:ID" for a user's table, the code of a standard one, or "" for ruins generated
    from `seed`. Raises KeyError if it is unknown or not visible to this reader, and ValueError for an unknown size,
    density or amount of terrain pack pieces."""
    if not code.startswith(DRAWN):
        return table_for(code=code, seed=seed, density=density, size_in=size_in, pack=pack)
    visible = Q(owner_id=user_id) | ~Q(audience=Audience.PRIVATE)
    found = DrawnTable.objects.filter(visible, public_id=code.removeprefix(DRAWN)).first()
    if found is None:
        raise KeyError(code)
    return ChosenTable(found.name, found.data)
