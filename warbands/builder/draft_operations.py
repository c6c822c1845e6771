"""What players do with a draft and with a whole warband: fill, equip, found, archive, restore."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mordheim_site.operations.types import OptionalName
from warbands.builder import founding
from warbands.core.ledger import ActionContext, LedgerResult
from warbands.core.operation import WarbandOperation


class Suggest(WarbandOperation, name="warband_suggest", errors=(founding.AlreadyFounded,)):
    """Complete a draft to a legal and equipped warband; one entry, undone as a whole."""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return founding.suggest(warband_id=warband_id, by=context)


class FillAtRandom(WarbandOperation, name="warband_random", errors=(founding.AlreadyFounded,)):
    """Replace a draft by a random legal warband. The same Idempotency-Key gives the same one."""

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


OPERATIONS = (Suggest, FillAtRandom, ArmAll, Found, Archive, Restore)
