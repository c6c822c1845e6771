"""Consequences of a duel in the fighting pits for the winner or the loser: one class for each code of the injury table.
To add one, write its class and list it in PIT_EFFECTS. Rule: AF-INJ-04"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol, Self

from pydantic import BaseModel, ConfigDict

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import Amount
from battles.aftermath.stored.records import PitRecord
from battles.engine.aftermath.injuries import InjuryResult, serious_injuries
from mordheim_site.registry import Registry
from warbands.core.ledger import ActionContext
from warbands.core.state import Member
from warbands.roster import advances, casualties
from warbands.trading import treasury


class ApplyInjuries(Protocol):
    """Function that carries out serious injuries: `battles.aftermath.stages.injuries.apply_injuries`."""

    def __call__(
        self, context: AftermathContext, key: str, member: Member, results: Sequence[InjuryResult], /
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Duellist:
    """The hero after the duel. `because` is the injury that led to the pits; `key` makes ledger entries unique."""

    context: AftermathContext
    key: str
    member: Member
    because: str
    suffer: ApplyInjuries

    @property
    def warband_id(self) -> int:
        return self.context.row.warband_id

    def by(self, what: str) -> ActionContext:
        return self.context.by(f"{what}:{self.key}")


class PitEffect(BaseModel):
    """Base of all effects of a duel. Fields are the parameters; `carry_out` changes the roster and returns what the
    line stores."""

    model_config = ConfigDict(frozen=True)

    code: ClassVar[str]

    @classmethod
    def of(cls, parameters: Mapping[str, object]) -> Self:
        """The effect with parameters from the catalogue. Raises ValidationError."""
        return cls.model_validate(dict(parameters))

    def carry_out(self, hero: Duellist) -> PitRecord:
        raise NotImplementedError


class WinGold(PitEffect, Amount):
    """The winner gets the prize in gold."""

    code = "gain_gold"

    def carry_out(self, hero: Duellist) -> PitRecord:
        gold = self.roll(hero.context, hero.because, hero.member.name)
        treasury.gain(warband_id=hero.warband_id, gold_gc=gold, by=hero.by("pits-gold"), because=hero.because)
        return {"gold": gold}


class WinExperience(PitEffect, Amount):
    """The winner gains experience."""

    code = "gain_experience"

    def carry_out(self, hero: Duellist) -> PitRecord:
        points = self.roll(hero.context, hero.because, hero.member.name)
        advances.grant_experience(
            warband_id=hero.warband_id,
            warrior=hero.member.key,
            points=points,
            by=hero.by("pits-xp"),
            because=hero.because,
        )
        return {"points": points}


class LoseEquipment(PitEffect):
    """The loser leaves the pits without equipment."""

    code = "lose_equipment"
    arms_only: ClassVar[bool] = False

    def carry_out(self, hero: Duellist) -> PitRecord:
        casualties.lose_kit(
            warband_id=hero.warband_id,
            warrior=hero.member.key,
            by=hero.by("pits-kit"),
            because=hero.because,
            arms_only=self.arms_only,
        )
        return {}


class LoseWeaponsAndArmour(LoseEquipment):
    """The loser leaves the pits without weapons and armour."""

    code = "lose_weapons_and_armour"
    arms_only = True


class InjuryBetween(PitEffect):
    """The loser is injured: roll between two numbers of the injury table, which may result in death."""

    code = "injury_between"

    low: int
    high: int

    def carry_out(self, hero: Duellist) -> PitRecord:
        context, member = hero.context, hero.member
        between = (self.low, self.high)
        results = serious_injuries(context.roller, context.tables.injuries, member.name, between=between)
        if any(code == "dies" for result in results for code, _ in result.effects):
            casualties.kill(
                warband_id=hero.warband_id, warrior=member.key, by=hero.by("pits-dies"), because=hero.because
            )
            return {"died": True}
        hero.suffer(context, f"pits{hero.key}", member, results)
        return {"injury_name": ", ".join(result.name for result in results)}


PIT_EFFECTS: Final[Registry[str, type[PitEffect]]] = Registry("effect of a duel in the pits")

for _effect in (WinGold, WinExperience, LoseEquipment, LoseWeaponsAndArmour, InjuryBetween):
    PIT_EFFECTS.add(_effect.code, _effect)
