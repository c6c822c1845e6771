"""The types of a setup have exactly the fields that the engine reads, and the site writes no others."""

from __future__ import annotations

from typing import get_type_hints

import pytest

from battles.core.bridge.fighters import fighters_of
from battles.core.tests.test_bridge import CAPTAIN, band
from battles.engine import setup_data
from battles.engine.profile import Fighter, Mount, Weapon
from battles.engine.table import piece_data
from battles.engine.table.pieces import TerrainPiece
from battles.tables.library import ready_tables, table_for
from catalogue.packs.installed import book

COMPILED = {"hooks", "facts"}
"""Fields that the engine derives, so they cannot be set in the data."""


@pytest.mark.parametrize(
    ("data", "fields"),
    [
        (setup_data.WeaponData, set(Weapon._fields)),
        (setup_data.MountData, set(Mount.__dataclass_fields__)),
        (piece_data.PieceData, set(TerrainPiece.__dataclass_fields__)),
    ],
)
def test_the_types_name_the_fields_of_the_engine(data: type, fields: set[str]) -> None:
    assert set(get_type_hints(data)) == fields - COMPILED


def test_fighters_of_a_warband_have_only_the_fields_of_their_type() -> None:
    known = set(get_type_hints(setup_data.FighterData))
    assert known <= set(Fighter.__dataclass_fields__)
    for row in fighters_of(band(CAPTAIN, "sword", "wardog"), book()):
        assert set(row) <= known
        assert all(set(weapon) <= set(get_type_hints(setup_data.WeaponData)) for weapon in row["weapons"])


def test_tables_have_only_the_fields_of_their_type() -> None:
    tables = [ready.data for ready in ready_tables().values()] + [table_for(seed="types", pack="many").data]
    pieces = [piece for table in tables for piece in table["pieces"]]
    assert len(pieces) > 50
    for rows, known in (
        (tables, piece_data.TableData),
        (pieces, piece_data.PieceData),
        ([wall for piece in pieces for wall in piece.get("walls", ())], piece_data.WallData),
        ([floor for piece in pieces for floor in piece.get("floors", ())], piece_data.FloorData),
        ([way for piece in pieces for way in piece.get("connectors", ())], piece_data.ConnectorData),
    ):
        assert {key for row in rows for key in row} <= set(get_type_hints(known))
