"""Immediate effects of serious injuries: one class for each code. To add one, write its class and list it in
INJURY_EFFECTS; effects act in that order. A code without a class only has a lasting effect on the warrior. Rules:
AF-INJ-01 to AF-INJ-04"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from pydantic import BaseModel, ConfigDict

from battles.aftermath.captives import capture, fighting_pits
from battles.aftermath.captives.pit_effects import ApplyInjuries
from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import Amount
from battles.aftermath.stored.facts import Casualty
from battles.aftermath.stored.injury_lines import InjuryLine
from battles.aftermath.warriors import looting, raised_heroes
from battles.engine.aftermath.injuries import InjuryResult
from mordheim_site.registry import Registry
from warbands.core.ledger import ActionContext
from warbands.core.state import KitLine, Member
from warbands.roster import advances, casualties


@dataclass(frozen=True, slots=True)
class Injured:
    """A warrior with a serious injury. `key` makes the ledger entries unique; `carried` is what they carried."""

    context: AftermathContext
    key: str
    member: Member
    fallen: Casualty
    result: InjuryResult
    carried: Sequence[KitLine]
    suffer: ApplyInjuries
    """Function that applies further injuries."""

    @property
    def warband_id(self) -> int:
        return self.context.row.warband_id

    def by(self, what: str) -> ActionContext:
        return self.context.by(f"{what}:{self.key}")


class InjuryEffect(BaseModel):
    """Base of all immediate effects. Fields are the parameters; `carry_out` returns the contents of the line with the
    result. `place` is the position of the effect among those of the injury."""

    model_config = ConfigDict(frozen=True)

    code: ClassVar[str]

    @classmethod
    def of(cls, parameters: Mapping[str, object]) -> Self:
        """The effect with parameters from the catalogue. Raises ValidationError."""
        return cls.model_validate(dict(parameters))

    def carry_out(self, injured: Injured, place: int, line: InjuryLine) -> InjuryLine:
        """Change the roster with one ledger entry."""
        raise NotImplementedError


class Dies(InjuryEffect):
    """The warrior dies. Enemy sorcerers may raise them, and looters may take the equipment."""

    code = "dies"

    def carry_out(self, injured: Injured, place: int, line: InjuryLine) -> InjuryLine:
        context, member = injured.context, injured.member
        written = casualties.kill(
            warband_id=injured.warband_id, warrior=member.key, by=injured.by("dies"), because=injured.result.code
        )
        raised_heroes.offer(context, member, list(injured.carried))
        looting.loot_fallen(context, injured.key, member.name, list(injured.carried))
        return replace(line, died=True, heir=written.arguments.get("heir", ""))


class LoseEquipment(InjuryEffect):
    """The warrior loses all equipment. If the warrior is dead, it is already gone."""

    code = "lose_equipment"

    def carry_out(self, injured: Injured, place: int, line: InjuryLine) -> InjuryLine:
        if not line.died:
            casualties.lose_kit(
                warband_id=injured.warband_id,
                warrior=injured.member.key,
                by=injured.by("robbed"),
                because=injured.result.code,
            )
        return line


class Captured(InjuryEffect):
    """The warrior is captured by the warband that took them out of action. Rule: AF-CAP-01"""

    code = "captured"

    def carry_out(self, injured: Injured, place: int, line: InjuryLine) -> InjuryLine:
        captor = capture.take_captive(injured.context, injured.key, injured.member, injured.fallen)
        return replace(line, captor=captor)


class GainExperience(InjuryEffect, Amount):
    """The warrior gains experience."""

    code = "gain_experience"

    def carry_out(self, injured: Injured, place: int, line: InjuryLine) -> InjuryLine:
        points = self.roll(injured.context, injured.result.code, injured.member.name)
        advances.grant_experience(
            warband_id=injured.warband_id,
            warrior=injured.member.key,
            points=points,
            by=injured.context.by(f"odds:{injured.key}:{place}"),
            because=injured.result.code,
        )
        return line


class PitDuel(InjuryEffect):
    """The warrior is sold to the fighting pits. Rule: AF-INJ-04"""

    code = "pit_duel"

    warrior_type: str = fighting_pits.PIT_FIGHTER

    def carry_out(self, injured: Injured, place: int, line: InjuryLine) -> InjuryLine:
        pits = fighting_pits.settle_duel(
            injured.context, injured.key, injured.member, injured.result, self.warrior_type, injured.suffer
        )
        return replace(line, pits=pits, died=bool(pits.get("died")))


INJURY_EFFECTS: Final[Registry[str, type[InjuryEffect]]] = Registry("effect of an injury")

for _effect in (Dies, LoseEquipment, Captured, GainExperience, PitDuel):
    INJURY_EFFECTS.add(_effect.code, _effect)


def carry_out(injured: Injured, line: InjuryLine) -> InjuryLine:
    """Carry out all effects of an injury in the order of the registry. Returns the line with their results."""
    for kind in INJURY_EFFECTS.values():
        for place, (code, parameters) in enumerate(injured.result.effects):
            if code == kind.code:
                line = kind.of(parameters).carry_out(injured, place, line)
    return line
