"""API shapes of users' tables: queries and responses."""

from __future__ import annotations

from rest_framework import serializers

from accounts.models import User
from battles.engine.table.piece_data import TableData
from battles.tables.models import Audience, DrawnTable
from mordheim_site.api import fields
from mordheim_site.api.times import UtcDateTimeField
from mordheim_site.api.typed_fields import TypedField


class TablesQuery(fields.QuerySerializer):
    """Filter of the list of tables."""

    public = fields.QueryFlag(help_text="Shared tables of other users instead of the caller's.")


class TableCardOut(serializers.Serializer[dict[str, object]]):
    """A table in a list; lengths are in hundredths of an inch."""

    id = serializers.CharField()
    name = serializers.CharField()
    owner = serializers.CharField()
    audience = serializers.ChoiceField(choices=Audience.values)
    is_mine = serializers.BooleanField()
    changed_at = UtcDateTimeField()
    width = serializers.IntegerField()
    length = serializers.IntegerField()
    pieces = serializers.IntegerField(help_text="Number of pieces.")


class TableOut(TableCardOut):
    """A table with its data. Send its `step` with each change. The code of the table in battles is `drawn:<id>`."""

    step = serializers.IntegerField(help_text="The number of changes, without those that were undone.")
    document = TypedField(TableData, help_text="The file of the table, see `guides/?name=tables`.")


def card_shape(table: DrawnTable, reader_id: int | None) -> dict[str, object]:
    """A table in a list, as JSON (TableCardOut)."""
    return {
        "id": table.public_id,
        "name": table.name,
        "owner": table.owner.shown_name,
        "audience": table.audience,
        "is_mine": table.owner_id == reader_id,
        "changed_at": table.changed_at,
        "width": table.data["width"],
        "length": table.data["length"],
        "pieces": len(table.data["pieces"]),
    }


def table_shape(table: DrawnTable, reader: User | None) -> dict[str, object]:
    """A table with its data, as JSON (TableOut)."""
    card = card_shape(table, reader.pk if reader is not None else None)
    return {**card, "step": table.step, "document": table.data}


class PaletteEntryOut(serializers.Serializer[dict[str, str]]):
    """A piece that can be added to a table."""

    code = serializers.CharField(help_text="The value of `thing`.")
    name = serializers.CharField()
    group = serializers.CharField(help_text="The group in the editor.")


class PaletteOut(serializers.Serializer[dict[str, list[dict[str, str]]]]):
    """All pieces that can be added to a table."""

    results = PaletteEntryOut(many=True)
