"""What people do with their tables: create, change, undo, copy, share, delete."""

from __future__ import annotations

from typing import Annotated, Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field, JsonValue

from accounts.models import User
from accounts.names import BadName
from battles.engine.table.piece_data import TableData
from battles.tables import library, services
from battles.tables.editor.actions import ACTS, Arguments, InvalidTable, NoSuchAct, NoSuchPart, blank
from battles.tables.models import Audience, DrawnTable
from battles.tables.permissions import NotYourTable, table_to_change, table_to_read
from battles.tables.serializers import TableOut, table_shape
from mordheim_site.api.fields import LARGEST
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import choice, text, whole
from mordheim_site.refusals import Refusal

Step = Annotated[int, *whole(0, LARGEST), Field(description="`step` of the table that the caller saw.")]
Length = Annotated[int | None, *whole(-1_000_000, 1_000_000), Field(description="In hundredths of an inch.")]
Number = Annotated[int | None, *whole(-9_999, 9_999)]
Text = Annotated[str | None, Field(max_length=80)]


class NoSuchStandardTable(Refusal):
    """No standard table has this code."""

    code = "no_such_table"
    message = gettext_lazy("There is no standard table with this code. Nothing was created.")


class ResponseIsTable(Operation, response=TableOut):
    """Base of the operations that return the table."""

    @classmethod
    def response_of(cls, target: Any, result: Any, call: Call) -> Any:
        return table_shape(result, call.actor)


class TableOperation(ResponseIsTable, who="the owner of the table", is_idempotent=False, errors=(NotYourTable,)):
    """Base of the operations on a table of the caller."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> DrawnTable:
        """The table. Raises Http404, NotYourTable."""
        return table_to_change(actor, address["pid"])


class CreateTable(
    ResponseIsTable,
    name="tables_create",
    who="everyone",
    limit="warbands",
    keeps_response=True,
    status=201,
    example={"name": "Crossroads", "size_in": 24, "density": "club"},
    errors=(services.TooManyTables, NoSuchStandardTable, InvalidTable, BadName),
):
    """Create a table: from a document, as a copy of a standard one (`ready`), generated (`density`), or empty."""

    name: Annotated[str, *text(60)] = ""
    size_in: Annotated[int, *choice(library.SIZES_IN), Field(description="The sides of the table in inches.")] = 24
    density: Annotated[
        str, *choice(["", *library.DENSITIES]), Field(description="Density of generated ruins; without it no ruins.")
    ] = ""
    pack: Annotated[
        str, *choice(library.PACK_AMOUNTS), Field(description="Pieces of the terrain pack among generated ruins.")
    ] = "none"
    ready: Annotated[str, Field(max_length=60, description="The code of a standard table.")] = ""
    document: Annotated[
        dict[str, JsonValue], Field(description="The file of a table, see docs/reference/tables.md.")
    ] = {}

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """Nothing: the table does not exist yet."""

    def carry_out(self, target: None, call: Call) -> DrawnTable:
        return services.save_table(owner_id=call.actor.pk, data=self.data(), at=call.at)

    def data(self) -> TableData:
        """The data of the new table. Raises NoSuchStandardTable."""
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


class ChangeTable(
    TableOperation,
    name="tables_change",
    limit="orders",
    example={"step": 0, "action": "add", "thing": "ruin", "x": 1200, "y": 1200},
    errors=(services.StaleTable, NoSuchAct, NoSuchPart, InvalidTable, BadName),
):
    """Change a table by one action of the editor. A change that would make the table invalid is refused.

    `thing` is what `add` places, with its middle at `x`, `y`. The other actions change the piece with the id `piece`:
    `number` counts its floors, walls or ladders from 0, `opening` the openings of a wall. `zone` changes the deployment
    zone `number`, `table` the name, size (`width`, `depth`) and ground of the whole table.
    """

    step: Step
    action: Annotated[str, *choice(tuple(ACTS))]
    piece: Text = None
    thing: Text = None
    name: Text = None
    side: Text = None
    kind: Text = None
    ground: Text = None
    flags: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=20)] = []
    number: Number = None
    opening: Number = None
    degrees: Number = None
    x: Length = None
    y: Length = None
    x2: Length = None
    y2: Length = None
    z: Length = None
    from_z: Length = None
    width: Length = None
    depth: Length = None
    height: Length = None
    at: Length = None

    def carry_out(self, target: DrawnTable, call: Call) -> DrawnTable:
        given = self.model_dump(exclude={"step", "action"}, exclude_none=True)
        arguments = cast("Arguments", given)
        return services.change(table_id=target.pk, name=self.action, arguments=arguments, step=self.step, at=call.at)


class UndoTableStep(
    TableOperation,
    name="tables_undo",
    limit="orders",
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
    limit="orders",
    example={"step": 0},
    errors=(services.StaleTable, services.NothingToUndo),
):
    """Make a change again that was undone."""

    step: Step

    def carry_out(self, target: DrawnTable, call: Call) -> DrawnTable:
        return services.redo(table_id=target.pk, step=self.step, at=call.at)


class CopyTable(
    ResponseIsTable,
    name="tables_copy",
    who="everyone who may see the table",
    limit="warbands",
    keeps_response=True,
    status=201,
    errors=(services.TooManyTables,),
):
    """Copy a table as one of your own."""

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
    """Delete a table. Battles on it keep their own copy."""

    def carry_out(self, target: DrawnTable, call: Call) -> None:
        services.delete(table_id=target.pk)

    @classmethod
    def response_of(cls, target: Any, result: Any, call: Call) -> None:
        return None


OPERATIONS = (CreateTable, ChangeTable, UndoTableStep, RedoTableStep, CopyTable, ShareTable, DeleteTable)
