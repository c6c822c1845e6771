"""What players do with a roster: order it, undo."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mordheim_site.operations.types import Key, OptionalKey
from warbands.builder.recruiting import NoSuchWarrior
from warbands.core import undo
from warbands.core.ledger import ActionContext, LedgerResult
from warbands.core.operation import WarbandOperation
from warbands.roster import order


class Arrange(
    WarbandOperation,
    name="warband_arrange",
    example={"warrior": "4kPq8ZxTn2Lw", "before": "7hGf3DsAk9Xc"},
    errors=(NoSuchWarrior, order.OtherSection, order.AlreadyThere),
):
    """Move a warrior to another place of their section of the roster."""

    warrior: Key
    before: Annotated[OptionalKey, Field(description="Who follows next; empty for the end of the section.")] = ""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return order.arrange(warband_id=warband_id, warrior=self.warrior, before=self.before, by=context)


class Undo(
    WarbandOperation,
    name="warband_undo",
    example={"entry": "2xCv6BnMj4Kh"},
    errors=(undo.CannotUndo, undo.NothingToUndo),
):
    """Undo an entry of the ledger while nothing depends on it. The undo is an entry of its own."""

    entry: Annotated[OptionalKey, Field(description="Which entry; empty for the newest.")] = ""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return undo.undo(warband_id=warband_id, entry=self.entry or None, by=context)


OPERATIONS = (Arrange, Undo)
