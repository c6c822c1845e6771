"""Operations on equipment: buy, sell, hand over, copy."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mordheim_site.operations.types import Code, Count, Key, OptionalCode, OptionalKey
from warbands.builder.recruiting import NoSuchWarrior
from warbands.core.ledger import ActionContext, LedgerResult, NotEnoughGold
from warbands.rules.violations import AgainstRules
from warbands.shared.operation import WarbandOperation
from warbands.trading import services

HELD = "The key of an item on the roster, from `kit` of a warrior or from `stash`."
FOR_EACH_MODEL = "For a henchman group this is the number for each of its models."


class Buy(
    WarbandOperation,
    name="warband_buy",
    example={"item": "sword", "warrior": "4kPq8ZxTn2Lw"},
    errors=(services.NoSuchItem, services.NotForSale, NoSuchWarrior, NotEnoughGold, AgainstRules),
):
    """Buy an item for a warrior or the stash.

    A draft buys from the warrior's own list. After the founding common items can be bought freely, and rare ones only
    after a hero has found them.
    """

    item: Code
    warrior: Annotated[OptionalKey, Field(description="Who gets it; empty for the stash.")] = ""
    count: Annotated[Count, Field(description=FOR_EACH_MODEL)] = 1
    material: Annotated[OptionalCode, Field(description="What a weapon is made of, such as `ithilmar`.")] = ""

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return services.buy(
            warband_id=warband_id,
            item=self.item,
            warrior=self.warrior,
            count=self.count,
            material=self.material,
            by=context,
        )


class Sell(
    WarbandOperation,
    name="warband_sell",
    example={"held": "9sRt2VbYm5Qd", "count": 1},
    errors=(services.NoSuchKit, services.FreeDaggerStays),
):
    """Sell an item for half its price; a draft gets back what it paid."""

    held: Annotated[Key, Field(description=HELD)]
    count: Annotated[Count, Field(description=FOR_EACH_MODEL)] = 1

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return services.sell(warband_id=warband_id, kit=self.held, count=self.count, by=context)


class Give(
    WarbandOperation,
    name="warband_give",
    example={"held": "9sRt2VbYm5Qd", "to": "4kPq8ZxTn2Lw"},
    errors=(services.NoSuchKit, services.FreeDaggerStays, NoSuchWarrior, AgainstRules),
):
    """Transfer an item to another warrior or to the stash."""

    held: Annotated[Key, Field(description=HELD)]
    to: Annotated[OptionalKey, Field(description="Who gets it; empty for the stash.")] = ""
    count: Annotated[Count, Field(description=FOR_EACH_MODEL)] = 1

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return services.hand_over(warband_id=warband_id, kit=self.held, to=self.to, count=self.count, by=context)


class CopyEquipment(
    WarbandOperation,
    name="warband_same",
    example={"warrior": "4kPq8ZxTn2Lw", "source": "7hGf3DsAk9Xc"},
    errors=(services.NothingCopied, NoSuchWarrior),
):
    """Buy for a warrior the same equipment as another one has, as far as list, rules and gold allow."""

    warrior: Annotated[Key, Field(description="Who gets the equipment.")]
    source: Annotated[Key, Field(description="Whose equipment is copied.")]

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return services.copy_kit(warband_id=warband_id, warrior=self.warrior, source=self.source, by=context)


ACTIONS = (Buy, Sell, Give, CopyEquipment)
