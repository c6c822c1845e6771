"""Base classes for effects of finds, rewards and injuries: their parameters, what they do, and how their result is
described.

Each code of the catalogue has a class in a module of its own, listed in `registry.py`. An instance holds the checked
parameters. Rules: AF-EXPL-07, AF-REWARD-01
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NotRequired, Required, Self, TypedDict

from pydantic import BaseModel, ConfigDict

from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.options import LineOption
from warbands.core.ledger import ActionContext


class EffectRecord(TypedDict, total=False):
    """The result of one effect as it is stored with the line. Each effect sets the keys that it describes."""

    code: Required[str]
    gold: int
    shards: int
    item: str
    count: int
    experience: int
    names: list[str]
    entry: str
    warriors: int
    misses: int
    died: bool
    skill: str
    skill_list: str
    joins: str
    paid: int
    hired: str
    blessed: str
    keeps: str
    what: str
    refused: NotRequired[str]
    kept: bool
    """True if nothing was changed because the effect needs a warrior or counts later."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The circumstances of an effect: `because` names the find or reward; `warrior` is the warrior it affects, if
    any."""

    context: AftermathContext
    because: str
    by: ActionContext
    warrior: str = ""

    @property
    def warband_id(self) -> int:
        return self.context.row.warband_id


class AftermathEffect(BaseModel):
    """Base of all effects. Fields are the parameters. A subclass that changes the roster overrides `carry_out`."""

    model_config = ConfigDict(frozen=True)

    code: ClassVar[str]
    is_immediate: ClassVar[bool] = True
    """Whether the effect is carried out as soon as it is found. Otherwise a choice or a test comes first."""
    needs_warrior: ClassVar[bool] = False
    """Whether the effect needs a warrior whom it affects; without one it does nothing."""

    to: str = ""

    @classmethod
    def of(cls, parameters: Mapping[str, object]) -> Self:
        """The effect with parameters from the catalogue. Raises ValidationError."""
        return cls.model_validate(dict(parameters))

    def carry_out(self, situation: Situation) -> EffectRecord:
        """Change the roster with one ledger entry, and return the result."""
        return {"code": self.code, "kept": True}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        """The result in a few words; "" if there is nothing to say."""
        return record.get("refused", "")


class ChoiceEffect(AftermathEffect):
    """An effect for which the player chooses a warrior, a hired sword or an item."""

    is_immediate = False
    may_be_declined: ClassVar[bool] = True
    option_kind: ClassVar[str]
    """The part of the option keys before the colon. Several effects may share one."""

    def options(self, context: AftermathContext) -> list[LineOption]:
        """The options for the player; empty if there is no choice."""
        raise NotImplementedError

    def options_to_choose(self, context: AftermathContext) -> list[LineOption]:
        """The options followed by "no warrior", unless the effect must be taken or has no options."""
        found = self.options(context)
        return [*found, {"key": "nobody"}] if found and self.may_be_declined else found

    def take(self, situation: Situation, chosen: str) -> EffectRecord:
        """Carry out the choice; `chosen` is the part of the option's key after the colon. Raises the errors of the
        warband's services."""
        raise NotImplementedError


class Amount(BaseModel):
    """A fixed number, or dice plus a bonus. Used alone and as a base of effects with such a number."""

    model_config = ConfigDict(frozen=True)

    amount: int = 1
    dice: str = ""
    plus: int = 0

    @classmethod
    def read(cls, parameters: Mapping[str, object]) -> Amount:
        """The amount in parameters from the catalogue. Raises ValidationError."""
        return Amount.model_validate(dict(parameters))

    def roll(self, context: AftermathContext, purpose: str, name: str = "") -> int:
        """The number; dice are rolled. `name` is shown with the roll."""
        number = context.roller.roll(self.dice, purpose, name) if self.dice else self.amount
        return number + self.plus
