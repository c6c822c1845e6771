"""The effects of finds by their code in the catalogue. To add one, write its class and list it here."""

from __future__ import annotations

from typing import Final

from battles.aftermath.effects.artefact import GainArtefact
from battles.aftermath.effects.base import AftermathEffect, ChoiceEffect
from battles.aftermath.effects.check import CharacteristicCheck
from battles.aftermath.effects.death import Dies
from battles.aftermath.effects.experience import GainExperience
from battles.aftermath.effects.gem import MayKeepGem
from battles.aftermath.effects.gold import GainGold
from battles.aftermath.effects.hired_sword import FreeHiredSword
from battles.aftermath.effects.item import GainItem
from battles.aftermath.effects.item_of_choice import GainItemOfChoice
from battles.aftermath.effects.lost_equipment import LoseEquipment
from battles.aftermath.effects.maximum_bonus import MaximumBonus
from battles.aftermath.effects.missed_battles import MissGames
from battles.aftermath.effects.next_location import LeadsTo
from battles.aftermath.effects.recruit import GainRecruit
from battles.aftermath.effects.rolled_gold import GainGoldRolled
from battles.aftermath.effects.shards import GainShards
from battles.aftermath.effects.skill import GainSkill
from battles.aftermath.effects.skill_list import OpensSkillList
from battles.aftermath.effects.visit import VisitLocation
from battles.aftermath.effects.warriors import GainWarriors
from battles.aftermath.effects.weapon_blessing import BlessWeapon
from mordheim_site.registry import Registry

EFFECTS: Final[Registry[str, type[AftermathEffect]]] = Registry("effect of a find")

for _effect in (
    GainGold, GainShards, GainItem, GainArtefact, GainExperience, GainWarriors, MissGames, Dies, GainSkill,
    OpensSkillList, LoseEquipment, MayKeepGem, MaximumBonus, GainRecruit, FreeHiredSword, BlessWeapon,
    GainItemOfChoice, CharacteristicCheck, VisitLocation, GainGoldRolled, LeadsTo,
):  # fmt: skip
    EFFECTS.add(_effect.code, _effect)


def is_immediate(code: str) -> bool:
    """Whether an effect is carried out as soon as it is found. Effects without a class are stored for later."""
    return code in EFFECTS and EFFECTS[code].is_immediate


def choice_of(code: str) -> type[ChoiceEffect] | None:
    """The class of an effect that has a choice for the player; None for others."""
    found = EFFECTS.get(code)
    return found if found is not None and issubclass(found, ChoiceEffect) else None
