"""Operations to enter the history of a warband that was played elsewhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mordheim_site.operations.types import Code, Count, Key, OptionalCode, OptionalKey, OptionalName, whole
from warbands.builder.recruiting import NoSuchWarrior
from warbands.core.ledger import ActionContext, LedgerResult
from warbands.roster import earlier_history
from warbands.roster.advances import CannotPromote
from warbands.rules.violations import AgainstRules
from warbands.shared.operation import WarbandOperation
from warbands.trading.services import NoSuchItem

MOST_GOLD = 10_000
MOST_SHARDS = 999
MOST_EARNED = 999
MOST_CODES = 60


class HistoryOperation(WarbandOperation, errors=(earlier_history.HistoryIsClosed,)):
    """Base of these operations. They are possible only after the founding and before the warband earns experience
    here."""


class EnterTreasury(HistoryOperation, name="warband_enter_treasury", example={"treasury_gc": 85, "shards": 2}):
    """Set gold and wyrdstone to what the warband had elsewhere."""

    treasury_gc: Annotated[int, *whole(0, MOST_GOLD)]
    shards: Annotated[int, *whole(0, MOST_SHARDS)]

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return earlier_history.set_treasury(
            warband_id=warband_id, treasury_gc=self.treasury_gc, shards=self.shards, by=context
        )


class EnterItems(
    HistoryOperation,
    name="warband_enter_items",
    example={"item": "sword", "warrior": "4kPq8ZxTn2Lw"},
    errors=(NoSuchItem, NoSuchWarrior, AgainstRules),
):
    """Add items that the warband had elsewhere, rare ones included. They cost nothing."""

    warrior: Annotated[OptionalKey, Field(description="Who has them; empty for the stash.")] = ""
    item: Code
    material: OptionalCode = ""
    count: Annotated[Count, Field(description="For a henchman group the number for each of its models.")] = 1

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return earlier_history.add_items(
            warband_id=warband_id,
            item=self.item,
            warrior=self.warrior,
            count=self.count,
            material=self.material,
            by=context,
        )


class EnterHero(
    HistoryOperation,
    name="warband_enter_hero",
    example={"warrior": "4kPq8ZxTn2Lw", "skill_lists": ["combat", "strength"]},
    errors=(NoSuchWarrior, CannotPromote),
):
    """Make one henchman of a group the hero that they became elsewhere."""

    warrior: Annotated[Key, Field(description="The group.")]
    name: OptionalName = ""
    skill_lists: Annotated[list[Code], Field(max_length=MOST_CODES, description="The chosen skill lists.")] = []

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return earlier_history.promote_to_hero(
            warband_id=warband_id, warrior=self.warrior, skill_lists=self.skill_lists, name=self.name, by=context
        )


class EarlierInjury(BaseModel):
    """An injury from earlier battles."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    code: Code
    result: Annotated[
        int, *whole(-1, 20), Field(description="Index of the result in the injury's own table; -1 without one.")
    ] = -1


class EnterHistory(
    HistoryOperation,
    name="warband_enter_history",
    example={"warrior": "4kPq8ZxTn2Lw", "experience": 14, "increases": {"weapon_skill": 1}, "battles_fought": 5},
    errors=(NoSuchWarrior, earlier_history.CannotHave),
):
    """Set the experience of a warrior and everything learned, gained and suffered elsewhere."""

    warrior: Key
    experience: Annotated[int, *whole(0, MOST_EARNED)]
    increases: Annotated[
        dict[str, Annotated[int, *whole(0, 6)]],
        Field(max_length=MOST_CODES, description="Points gained, by characteristic."),
    ] = {}
    skills: Annotated[list[Code], Field(max_length=MOST_CODES)] = []
    spells: Annotated[list[Code], Field(max_length=MOST_CODES)] = []
    injuries: Annotated[list[EarlierInjury], Field(max_length=MOST_CODES)] = []
    kills: Annotated[int, *whole(0, MOST_EARNED), Field(description="Enemies taken out of action.")] = 0
    battles_fought: Annotated[int, *whole(0, MOST_EARNED)] = 0

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        past = earlier_history.EarlierHistory(
            experience=self.experience,
            increases=self.increases,
            skills=self.skills,
            spells=self.spells,
            injuries=[(injury.code, injury.result) for injury in self.injuries],
            kills=self.kills,
            battles_fought=self.battles_fought,
        )
        return earlier_history.set_history(warband_id=warband_id, warrior=self.warrior, past=past, by=context)


ACTIONS = (EnterTreasury, EnterItems, EnterHero, EnterHistory)
