"""Operations on a roster: reorder it, undo, change its notes and who may view it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from accounts.models import User
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Key, LongText, OptionalKey
from warbands.builder import founding
from warbands.builder.recruiting import NoSuchWarrior
from warbands.core import undo
from warbands.core.ledger import ActionContext, LedgerResult
from warbands.core.permissions import ReadOnly, warband_to_act_on
from warbands.models import Warband
from warbands.roster import order
from warbands.shared.operation import WarbandOperation
from warbands.shared.serializers import DetailsOut


class Arrange(
    WarbandOperation,
    name="warband_arrange",
    example={"warrior": "4kPq8ZxTn2Lw", "before": "7hGf3DsAk9Xc"},
    errors=(NoSuchWarrior, order.OtherSection, order.AlreadyThere),
):
    """Move a warrior to another place of their section of the roster."""

    warrior: Key
    before: Annotated[
        OptionalKey, Field(description="The warrior that will follow this one; empty for the end of the section.")
    ] = ""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return order.arrange(warband_id=warband_id, warrior=self.warrior, before=self.before, by=context)


class Undo(
    WarbandOperation,
    name="warband_undo",
    example={"entry": "2xCv6BnMj4Kh"},
    errors=(undo.CannotUndo, undo.NoSuchEntry, undo.NothingToUndo),
):
    """Undo an entry of the ledger while nothing depends on it. The undo is an entry of its own."""

    entry: Annotated[OptionalKey, Field(description="Which entry; empty for the newest.")] = ""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return undo.undo(warband_id=warband_id, entry=self.entry or None, by=context)


class ChangeDetails(
    Operation,
    name="warband_change",
    who="the owner of the warband",
    knows_keys=False,
    response=DetailsOut,
    example={"visibility": "link", "notes_public": "Painted since spring."},
    errors=(ReadOnly,),
):
    """Change the notes of a warband and who may view it. Fields that are left out stay unchanged."""

    notes_public: LongText | None = None
    notes_private: LongText | None = None
    visibility: Annotated[
        Literal["private", "link", "public"] | None,
        Field(description="`private`: only you; `link`: anyone with the link and its key; `public`: everyone."),
    ] = None
    renew_share_key: Annotated[bool, Field(description="Make a new key; links with the old one stop working.")] = False

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Warband:
        return warband_to_act_on(actor, address["pid"])

    @classmethod
    def values_of_form(cls, form: Mapping[str, str]) -> dict[str, Any]:
        """The submitted form contains all notes; empty ones are removed. Its checkbox for a new link is named
        `renew`."""
        values: dict[str, Any] = {name: form[name] for name in cls.model_fields if name in form}
        return {**values, "renew_share_key": "renew" in form}

    def carry_out(self, target: Warband, call: Call) -> Warband:
        return founding.change_details(warband_id=target.pk, **self.model_dump())

    @classmethod
    def response_of(cls, target: Warband, result: Warband, call: Call) -> dict[str, Any]:
        return dict(DetailsOut(result).data)


ACTIONS = (Arrange, Undo)
OPERATIONS = (ChangeDetails,)
