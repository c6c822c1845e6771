"""Operations of the table editor. Each is one change of a table, and is refused if the table would become invalid.
Lengths are in hundredths of an inch. `piece` is the id of a piece; `number` counts its floors, walls or ladders from
0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final

from django.utils.translation import gettext_lazy as _
from pydantic import Field, ValidationError

from accounts.names import BadName
from battles.engine.table.piece_data import PieceData, TableData
from battles.engine.table.pieces import CONNECTOR_KINDS, FLAGS, GROUND_CLASSES, OPENING_KINDS
from battles.tables import services
from battles.tables.complexity import TableTooComplex
from battles.tables.editor import actions, transforms
from battles.tables.editor.actions import InvalidTable, NoSuchPart
from battles.tables.models import DrawnTable
from battles.tables.operation import Step, TableOperation
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.combined import CombinedOperation
from mordheim_site.operations.messages import fields_of
from mordheim_site.operations.types import choice, text, whole
from mordheim_site.refusals import Refusal

SIDES: Final = ("north", "east", "south", "west")
LENGTH: Final = 1_000_000
Length = Annotated[int, *whole(-LENGTH, LENGTH), Field(description="In hundredths of an inch.")]
PartNumber = Annotated[int, *whole(0, 9_999), Field(description="Counted from 0.")]
Name = Annotated[str, *text(60)]
Side = Annotated[str, *choice(SIDES)]
Flag = Annotated[str, *choice(sorted(FLAGS))]
Flags = Annotated[list[Flag], Field(max_length=len(FLAGS))]
FloorSide = Annotated[str, *choice(("all", *SIDES))]
Ground = Annotated[str, *choice(GROUND_CLASSES)]
BareGround = Annotated[str, *choice(GROUND_CLASSES[:3])]
OpeningKind = Annotated[str, *choice(OPENING_KINDS)]
ConnectorKind = Annotated[str, *choice(CONNECTOR_KINDS)]
AnyKind = Annotated[str, *choice((*OPENING_KINDS, *CONNECTOR_KINDS))]
Degrees = Annotated[int, *whole(-9_999, 9_999)]
Code = Annotated[str, Field(min_length=1, max_length=80)]


class Edit(
    TableOperation,
    limit="commands",
    errors=(services.StaleTable, NoSuchPart, TableTooComplex, InvalidTable, BadName),
):
    """Base of all changes. A subclass returns in `changed` the table after the change."""

    step: Step

    def changed(self, data: TableData) -> TableData:
        """The table after the change; `data` itself is not modified. Raises NoSuchPart, BadName."""
        raise NotImplementedError

    def carry_out(self, target: DrawnTable, call: Call) -> DrawnTable:
        return services.change(table_id=target.pk, action=self.changed, step=self.step, at=call.at)


class EditPiece(Edit):
    """Base of the changes of one piece."""

    piece: Code

    def changed(self, data: TableData) -> TableData:
        return actions.with_piece(data, self.piece, self.changed_piece)

    def changed_piece(self, piece: PieceData) -> PieceData:
        """The piece after the change; `piece` is already a copy."""
        raise NotImplementedError


class AddPiece(
    Edit,
    name="tables_add_piece",
    example={"step": 0, "thing": "ruin", "x": 1200, "y": 1200},
    errors=(actions.NoSuchPiece,),
):
    """Place a piece of the palette (`thing`) with its middle at `x`, `y`."""

    thing: Code
    x: Length
    y: Length

    def changed(self, data: TableData) -> TableData:
        return actions.add(data, self.thing, self.x, self.y)


class DuplicatePiece(EditPiece, name="tables_duplicate_piece", example={"step": 1, "piece": "ruin_1"}):
    """Place a copy of a piece a little to its right."""

    def changed(self, data: TableData) -> TableData:
        return actions.duplicate(data, self.piece)


class RemovePiece(EditPiece, name="tables_remove_piece", example={"step": 1, "piece": "ruin_1"}):
    """Remove a piece."""

    def changed(self, data: TableData) -> TableData:
        return actions.remove(data, self.piece)


class PlacePiece(EditPiece, name="tables_place_piece", example={"step": 1, "piece": "ruin_1", "x": 1500, "y": 900}):
    """Move a piece so that its middle is at `x`, `y`; it snaps to quarters of an inch."""

    x: Length
    y: Length

    def changed_piece(self, piece: PieceData) -> PieceData:
        return actions.placed(piece, self.x, self.y)


class ShiftPiece(EditPiece, name="tables_shift_piece", example={"step": 1, "piece": "ruin_1", "x": 25, "y": 0}):
    """Move a piece by `x`, `y`."""

    x: Length
    y: Length

    def changed_piece(self, piece: PieceData) -> PieceData:
        return transforms.moved(piece, self.x, self.y)


class TurnPiece(EditPiece, name="tables_turn_piece", example={"step": 1, "piece": "ruin_1", "degrees": 90}):
    """Rotate a piece around its middle."""

    degrees: Degrees

    def changed_piece(self, piece: PieceData) -> PieceData:
        return transforms.turned(piece, self.degrees)


class ResizePiece(
    EditPiece, name="tables_resize_piece", example={"step": 1, "piece": "ruin_1", "width": 700, "depth": 600}
):
    """Stretch a piece to a width and a depth."""

    width: Length
    depth: Length

    def changed_piece(self, piece: PieceData) -> PieceData:
        return transforms.stretched(piece, self.width, self.depth)


class NamePiece(EditPiece, name="tables_name_piece", example={"step": 1, "piece": "ruin_1", "name": "The Inn"}):
    """Name a piece. Without a name of its own, it has the name of its kind."""

    name: Name = ""

    def changed_piece(self, piece: PieceData) -> PieceData:
        return actions.named(piece, self.name)


class ChangePieceGround(
    EditPiece,
    name="tables_change_piece_ground",
    example={"step": 1, "piece": "ruin_1", "ground": "difficult", "flags": ["building"]},
):
    """Set the flags of a piece and, if given, its class of ground and its height."""

    ground: Ground | None = None
    flags: Flags = []
    height: Length | None = None

    def changed_piece(self, piece: PieceData) -> PieceData:
        return actions.with_nature(piece, self.ground, self.flags, self.height)


class AddFloor(EditPiece, name="tables_add_floor", example={"step": 1, "piece": "ruin_1", "side": "west", "z": 300}):
    """Add a floor at height `z`, over the whole piece (`all`) or one half of it."""

    side: FloorSide = "all"
    z: Length

    def changed_piece(self, piece: PieceData) -> PieceData:
        return actions.with_floor(piece, self.side, self.z)


class RemoveFloor(EditPiece, name="tables_remove_floor", example={"step": 1, "piece": "ruin_1", "number": 0}):
    """Remove a floor of a piece."""

    number: PartNumber

    def changed_piece(self, piece: PieceData) -> PieceData:
        return actions.without_floor(piece, self.number)


class AddWall(
    EditPiece, name="tables_add_wall", example={"step": 1, "piece": "ruin_1", "side": "south", "height": 300}
):
    """Add a wall along one side of a piece."""

    side: Side
    height: Length

    def changed_piece(self, piece: PieceData) -> PieceData:
        return actions.with_wall(piece, self.side, self.height)


class RemoveWall(EditPiece, name="tables_remove_wall", example={"step": 1, "piece": "ruin_1", "number": 0}):
    """Remove a wall of a piece, with its openings."""

    number: PartNumber

    def changed_piece(self, piece: PieceData) -> PieceData:
        return actions.without_wall(piece, self.number)


class AddOpening(
    EditPiece,
    name="tables_add_opening",
    example={"step": 1, "piece": "ruin_1", "number": 0, "kind": "door", "at": 200, "width": 120},
):
    """Add a door or window to the wall `number`, with its middle `at` along it. `z` is the bottom of a window."""

    number: PartNumber
    kind: OpeningKind
    at: Length
    width: Length
    z: Length = 0

    def changed_piece(self, piece: PieceData) -> PieceData:
        return actions.with_opening(piece, self.number, self.kind, self.at, self.width, self.z)


class RemoveOpening(
    EditPiece, name="tables_remove_opening", example={"step": 1, "piece": "ruin_1", "number": 0, "opening": 0}
):
    """Remove an opening from the wall `number`."""

    number: PartNumber
    opening: PartNumber

    def changed_piece(self, piece: PieceData) -> PieceData:
        return actions.without_opening(piece, self.number, self.opening)


class AddConnector(
    EditPiece,
    name="tables_add_connector",
    example={"step": 1, "piece": "ruin_1", "kind": "ladder", "x": 1230, "y": 1200, "x2": 1180, "y2": 1200, "z": 300},
):
    """Add a ladder, rope or stairs: the bottom is at `x`, `y` (height `from_z`), the top at `x2`, `y2` (height `z`)."""

    kind: ConnectorKind
    x: Length
    y: Length
    x2: Length
    y2: Length
    z: Length
    from_z: Length = 0

    def changed_piece(self, piece: PieceData) -> PieceData:
        foot, head = (self.x, self.y, self.from_z), (self.x2, self.y2, self.z)
        return actions.with_connector(piece, self.kind, foot, head)


class RemoveConnector(EditPiece, name="tables_remove_connector", example={"step": 1, "piece": "ruin_1", "number": 0}):
    """Remove a ladder, rope or stairs."""

    number: PartNumber

    def changed_piece(self, piece: PieceData) -> PieceData:
        return actions.without_connector(piece, self.number)


class ChangeZone(
    Edit,
    name="tables_change_zone",
    example={"step": 0, "number": 0, "x": 0, "y": 0, "width": 2400, "depth": 600},
):
    """Make a deployment zone a rectangle with its corner at `x`, `y`."""

    number: PartNumber
    x: Length
    y: Length
    width: Length
    depth: Length

    def changed(self, data: TableData) -> TableData:
        return actions.with_zone(data, self.number, self.x, self.y, self.width, self.depth)


class ChangeWholeTable(
    Edit, name="tables_change_whole_table", example={"step": 0, "name": "Crossroads", "width": 3000}
):
    """Set the name, the size and the bare ground of the table, each if given.

    Zones along the edges are adapted to a new size.
    """

    name: Name | None = None
    width: Length | None = None
    depth: Length | None = None
    ground: BareGround | None = None

    def changed(self, data: TableData) -> TableData:
        return actions.with_size(data, self.name, self.width, self.depth, self.ground)


EDITS: Final[Mapping[str, type[Edit]]] = {
    "add": AddPiece,
    "duplicate": DuplicatePiece,
    "remove": RemovePiece,
    "place": PlacePiece,
    "shift": ShiftPiece,
    "turn": TurnPiece,
    "stretch": ResizePiece,
    "name": NamePiece,
    "nature": ChangePieceGround,
    "add_floor": AddFloor,
    "take_floor": RemoveFloor,
    "add_wall": AddWall,
    "take_wall": RemoveWall,
    "add_opening": AddOpening,
    "take_opening": RemoveOpening,
    "add_way": AddConnector,
    "take_way": RemoveConnector,
    "zone": ChangeZone,
    "table": ChangeWholeTable,
}
"""Operations by the last part of their page address, which is also the `action` of the older API address."""


class ValuesMissing(Refusal):
    """Values that the action needs are missing."""

    code = "values_missing"
    message = _("Some values are missing or wrong. See the marked fields.")
    status = 422


class ChangeTable(
    CombinedOperation,
    Edit,
    name="tables_change",
    errors=(ValuesMissing, actions.NoSuchPiece),
    example={"step": 0, "action": "add", "thing": "ruin", "x": 1200, "y": 1200},
):
    """Change a table, by `action`. Each action also has an address of its own below this one."""

    acts: ClassVar = EDITS
    named_by: ClassVar = "action"
    action: Annotated[str, *choice(list(EDITS))]
    piece: Code | None = None
    thing: Code | None = None
    name: Name | None = None
    side: FloorSide | None = None
    kind: AnyKind | None = None
    ground: Ground | None = None
    flags: Flags = []
    number: PartNumber | None = None
    opening: PartNumber | None = None
    degrees: Degrees | None = None
    x: Length | None = None
    y: Length | None = None
    x2: Length | None = None
    y2: Length | None = None
    z: Length | None = None
    from_z: Length | None = None
    width: Length | None = None
    depth: Length | None = None
    height: Length | None = None
    at: Length | None = None

    def resolved(self) -> Operation:
        """The requested action. Raises ValuesMissing, because the schema cannot express which values each action
        needs here."""
        try:
            return super().resolved()
        except ValidationError as invalid:
            raise ValuesMissing(
                fields=fields_of(invalid.errors(include_url=False), self.acts[self.action])
            ) from invalid


OPERATIONS: tuple[type[Operation], ...] = (*EDITS.values(), ChangeTable)
