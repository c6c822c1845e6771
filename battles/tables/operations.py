"""Operations on tables: create, undo, copy, share, delete. The changes in the editor are in `editor/operations.py`."""

from __future__ import annotations

from typing import Annotated, Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field, JsonValue

from accounts.models import User
from accounts.names import BadName
from battles.engine.table.piece_data import TableData
from battles.tables import library, services
from battles.tables.complexity import TableTooComplex
from battles.tables.editor.actions import InvalidTable, blank
from battles.tables.file_schema import TableFile
from battles.tables.models import Audience, DrawnTable
from battles.tables.operation import ResponseIsTable, Step, TableOperation
from battles.tables.permissions import table_to_read
from mordheim_site.api.pydantic_schema import DescribedBy
from mordheim_site.operations.base import Call
from mordheim_site.operations.types import choice, text
from mordheim_site.refusals import Refusal


class NoSuchStandardTable(Refusal):
    """There is no standard table with this code."""

    code = "no_such_table"
    about = ("ready",)
    message = gettext_lazy("There is no standard table with this code. Nothing was created.")


class EmptyDocument(Refusal):
    """A document without anything was sent."""

    code = "empty_document"
    about = ("document",)
    message = gettext_lazy("The document is empty. Send the file of a table, or leave the document out.")


class TwoStarts(Refusal):
    """A field was sent that is not used with the chosen start of the table."""

    code = "unused_field"

    def __init__(self, field: str, start: str) -> None:
        message = (
            _("A table made from `{start}` does not use `{field}`. Leave it out.").format(start=start, field=field)
            if start
            else _("`{field}` needs a `density`: only generated ruins have it.").format(field=field)
        )
        super().__init__(message=message, fields={field: [message]})


class CreateTable(
    ResponseIsTable,
    name="tables_create",
    who="everyone",
    limit="warbands",
    knows_keys=False,
    status=201,
    example={"name": "Crossroads", "size_in": 24, "density": "club"},
    errors=(
        services.TooManyTables,
        NoSuchStandardTable,
        EmptyDocument,
        TwoStarts,
        TableTooComplex,
        InvalidTable,
        BadName,
    ),
):
    """Create a table: from a document, as a copy of a standard one (`ready`), generated (`density`), or empty."""

    name: Annotated[str, *text(60)] = ""
    size_in: Annotated[int, *choice(library.SIZES_IN), Field(description="The sides of the table in inches.")] = (
        library.SIZE_IN
    )
    density: Annotated[
        str, *choice(["", *library.DENSITIES]), Field(description="Density of generated ruins; without it no ruins.")
    ] = ""
    pack: Annotated[
        str, *choice(library.PACK_AMOUNTS), Field(description="Pieces of the terrain pack among generated ruins.")
    ] = library.NO_PIECES
    ready: Annotated[str, Field(max_length=60, description="The code of a standard table.")] = ""
    document: Annotated[
        dict[str, JsonValue],
        DescribedBy(TableFile),
        Field(description="The file of a table, see `guides/?name=tables`."),
    ] = {}

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the table does not exist yet."""

    def carry_out(self, target: None, call: Call) -> DrawnTable:
        return services.save_table(owner_id=call.actor.pk, data=self.data(), at=call.at)

    def check_start(self) -> None:
        """Raise TwoStarts if a field was sent that is not used with the chosen start of the table."""
        start = "document" if self.document else "ready" if self.ready else "density" if self.density else ""
        unused = {
            "document": ("name", "size_in", "density", "pack", "ready"),
            "ready": ("name", "size_in", "density", "pack"),
            "density": (),
            "": ("pack",) if self.pack != "none" else (),
        }[start]
        found = [name for name in unused if name in self.model_fields_set]
        if found:
            raise TwoStarts(found[0], start)

    def data(self) -> TableData:
        """The data of the new table. Raises NoSuchStandardTable, EmptyDocument, TwoStarts."""
        if "document" in self.model_fields_set and not self.document:
            raise EmptyDocument
        self.check_start()
        if self.document:
            return cast("TableData", {key: value for key, value in self.document.items() if key != "summary"})
        if self.ready:
            if self.ready not in library.ready_tables():
                raise NoSuchStandardTable
            return library.ready_tables()[self.ready].data
        name = self.name or _("A table")
        if self.density:
            made = library.table_for(seed=name, density=self.density, size_in=self.size_in, pack=self.pack)
            return {**made.data, "name": name}
        return blank(name, self.size_in * 100, self.size_in * 100)


class UndoTableStep(
    TableOperation,
    name="tables_undo",
    limit="commands",
    example={"step": 1},
    errors=(services.StaleTable, services.NothingToUndo),
):
    """Undo the latest change of a table."""

    step: Step

    def carry_out(self, target: DrawnTable, call: Call) -> DrawnTable:
        return services.undo(table_id=target.pk, step=self.step, at=call.at)


class RedoTableStep(
    TableOperation,
    name="tables_redo",
    limit="commands",
    example={"step": 0},
    errors=(services.StaleTable, services.NothingToUndo),
):
    """Redo a change that was undone."""

    step: Step

    def carry_out(self, target: DrawnTable, call: Call) -> DrawnTable:
        return services.redo(table_id=target.pk, step=self.step, at=call.at)


class CopyTable(
    ResponseIsTable,
    name="tables_copy",
    who="everyone who may see the table",
    limit="warbands",
    knows_keys=False,
    status=201,
    errors=(services.TooManyTables, TableTooComplex),
):
    """Copy a table, which becomes one of your own."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> DrawnTable:
        """The table. Raises Http404."""
        return table_to_read(actor, address["pid"])

    def carry_out(self, target: DrawnTable, call: Call) -> DrawnTable:
        return services.save_table(owner_id=call.actor.pk, data=target.data, at=call.at)


class ShareTable(TableOperation, name="tables_share", example={"audience": "link"}):
    """Choose who can see a table and play on it."""

    audience: Annotated[str, *choice(Audience.values)]

    def carry_out(self, target: DrawnTable, call: Call) -> DrawnTable:
        services.share(table_id=target.pk, audience=self.audience)
        target.refresh_from_db(fields=["audience"])
        return target


class DeleteTable(TableOperation, name="tables_delete", status=204, response=None):
    """Delete a table. Battles on it have their own copy."""

    def carry_out(self, target: DrawnTable, call: Call) -> None:
        services.delete(table_id=target.pk)

    @classmethod
    def response_of(cls, target: Any, result: Any, call: Call) -> None:
        return None


OPERATIONS = (CreateTable, UndoTableStep, RedoTableStep, CopyTable, ShareTable, DeleteTable)
