"""Operations on drafts and whole warbands: start, copy, fill, equip, found, archive, restore, delete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from accounts.models import User
from catalogue.packs.alignments import ALIGNMENT_WORDS
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Code, OptionalName, ShareKey, whole
from warbands.builder import founding
from warbands.core.drafts import Started
from warbands.core.ledger import ActionContext, LedgerResult
from warbands.core.permissions import ReadOnly, warband_to_act_on, warband_to_read
from warbands.models import Warband
from warbands.shared.operation import StartOperation, WarbandOperation

if TYPE_CHECKING:
    Alignment = str
else:
    Alignment = Literal[("", *ALIGNMENT_WORDS)]


class StartDraft(
    StartOperation,
    name="warbands_start",
    example={"warband_type": "reiklanders", "name": "The Long Watch"},
    errors=(founding.NoSuchType, founding.AlignmentNotOffered),
):
    """Start a draft of a list, with its gold in the treasury and its leader hired."""

    warband_type: Annotated[Code, Field(description="The code of a warband list.")]
    name: Annotated[OptionalName, Field(description="Empty for a suggested name.")] = ""
    gold: Annotated[
        Annotated[int, *whole(0, 5000)] | None,
        Field(description="Starting gold, for a warband that has played elsewhere. Empty for that of the list."),
    ] = None
    alignment: Annotated[Alignment, Field(description="One that the list allows; empty for the first of them.")] = ""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: every player may start a draft."""

    def carry_out(self, target: None, call: Call) -> Started:
        return founding.start_draft(
            owner_id=call.actor.pk,
            warband_type=self.warband_type,
            at=call.at,
            name=self.name,
            founding_gold_gc=self.gold,
            source_key=call.source_key,
            is_guest=call.actor.is_guest,
            alignment=self.alignment,
        )


class CopyWarband(StartOperation, name="warband_copy"):
    """Start a draft with the warriors and the equipment of a warband that you may view.

    Experience and injuries are not copied.
    """

    key: ShareKey = ""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> str:
        """The id of the warband. It is checked later, because `key` can decide whether it may be viewed."""
        return str(address["pid"])

    def carry_out(self, target: str, call: Call) -> Started:
        """Copy the warband. Raises Http404 if it may not be viewed."""
        return founding.copy_warband(
            warband_id=warband_to_read(call.actor, target, share_key=self.key).pk,
            owner_id=call.actor.pk,
            at=call.at,
            is_guest=call.actor.is_guest,
            source_key=call.source_key,
        )


class DeleteDraft(
    Operation,
    name="warband_delete",
    who="the owner of the draft",
    status=204,
    knows_keys=False,
    errors=(ReadOnly, founding.AlreadyFounded),
):
    """Delete a draft permanently."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Warband:
        return warband_to_act_on(actor, address["pid"])

    def carry_out(self, target: Warband, call: Call) -> None:
        founding.delete_draft(warband_id=target.pk)


class Suggest(WarbandOperation, name="warband_suggest", errors=(founding.AlreadyFounded,)):
    """Complete a draft to a legal and equipped warband. This is one ledger entry, which can be undone as a whole."""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return founding.suggest(warband_id=warband_id, by=context)


class FillAtRandom(WarbandOperation, name="warband_random", errors=(founding.AlreadyFounded,)):
    """Replace a draft by a random legal warband. The same Idempotency-Key gives the same warband."""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        seed = context.source_key or context.at.isoformat()
        return founding.fill_at_random(warband_id=warband_id, seed=seed, by=context)


class ArmAll(WarbandOperation, name="warband_arm", errors=(founding.NothingToArm,)):
    """Give standard weapons to all unarmed warriors, as far as the gold allows."""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return founding.arm_all(warband_id=warband_id, by=context)


class Found(
    WarbandOperation,
    name="warband_found",
    example={"name": "The Lit Candle"},
    errors=(founding.NotLegalYet, founding.AlreadyFounded),
):
    """Found the warband: the draft is finished and can play."""

    name: Annotated[OptionalName, Field(description="A new name; empty keeps the one of the draft.")] = ""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return founding.found(warband_id=warband_id, name=self.name, by=context)


class Archive(WarbandOperation, name="warband_archive"):
    """Archive the warband: it can still be viewed, and restored later."""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return founding.archive(warband_id=warband_id, by=context)


class Restore(WarbandOperation, name="warband_restore", errors=(founding.NotArchived,)):
    """Restore an archived warband."""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return founding.restore(warband_id=warband_id, by=context)


ACTIONS = (Suggest, FillAtRandom, ArmAll, Found, Archive, Restore)
OPERATIONS = (StartDraft, CopyWarband, DeleteDraft)
