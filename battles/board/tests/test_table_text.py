"""The table as text describes every piece as the drawing shows it."""

import pytest

from battles.board.text import prompts
from battles.board.text.table import table_as_text
from battles.engine.table.shapes import ground, rectangle, ruin
from battles.engine.table.table import Table
from battles.engine.terrain.kinds import KINDS
from battles.engine.terrain.pack_shapes import pack_piece
from battles.tables.library import ready_tables

HOUSE = ruin(
    "house", "Mint", 300, 3900, 600, 600, (450, 450, 450, 450), doors=("south", "east"),
    floors=[(0, 0, 300, 600, 300)], ladders=[(340, 300, 0, 260, 300, 300)],
)  # fmt: skip
MIRE = ground("mire", "marsh", "Mire", rectangle(2200, 2200, 400, 400), "difficult", "marsh", "dangerous")


def test_floors_ladders_doors_and_danger_are_told() -> None:
    mire, house = table_as_text(Table.from_data({"version": 1, "width": 4800, "length": 4800, "pieces": [HOUSE, MIRE]}))
    assert mire == ("Mire", "centre, middle", "marsh, dangerous to models that run or charge over it, difficult ground")
    assert house[:2] == ("Mint", "far edge, left")
    for fact in ("floors: on the first floor", "1 ladder", "2 doors", "4.5 inches high"):
        assert fact in house.facts


@pytest.mark.parametrize("code", sorted(ready_tables()))
def test_every_piece_of_a_ready_table_is_described(code: str) -> None:
    table = Table.from_data(ready_tables()[code].data)
    rows = table_as_text(table)
    assert len(rows) == len(table.pieces)
    assert all(row.name and row.place and row.facts for row in rows)


@pytest.mark.parametrize("code", sorted(KINDS))
def test_every_kind_of_the_terrain_pack_is_described(code: str) -> None:
    table = Table.from_data(
        {"version": 1, "width": 2400, "length": 2400, "pieces": [pack_piece(code, "x", 1200, 1200)]}
    )
    (row,) = table_as_text(table)
    assert row.name == KINDS[code].name
    assert row.facts


@pytest.mark.parametrize(
    ("hundredths", "words"),
    [
        (0, "Not at all"),
        (1, "Less than 0.1 inches"),
        (100, "1 inch"),
        (103, "1 inch"),
        (398, "4 inches"),
        (450, "4.5 inches"),
    ],
)
def test_a_failed_charger_chooses_among_distances_with_one_decimal(hundredths: int, words: str) -> None:
    """One of the choices used to be "0.01 inches"."""
    assert prompts.distance_word(hundredths) == words
