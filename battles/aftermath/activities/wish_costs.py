"""Possible costs of a wish: one class for each kind. To add one, write its class and list it in WISH_COSTS. Rule:
AF-DEED-01"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Self

from pydantic import BaseModel, ConfigDict

from battles.aftermath.activities.wish_rolls import WishRoll, lose
from battles.aftermath.effects.base import Amount
from battles.aftermath.stages import injuries
from battles.engine.aftermath.injuries import serious_injuries
from mordheim_site.registry import Registry
from warbands.core.state import GROUP, HERO, Member, WarbandState
from warbands.roster import advances, casualties
from warbands.rules.member_facts import gains_experience
from warbands.trading import treasury


class WishCost(BaseModel):
    """Base of all costs. Fields are the parameters; `take` takes the cost from the hero or the warband."""

    model_config = ConfigDict(frozen=True)

    kind: ClassVar[str]

    @classmethod
    def of(cls, parameters: Mapping[str, object]) -> Self:
        """The cost with parameters from the catalogue. Raises ValidationError."""
        return cls.model_validate(dict(parameters))

    def take(self, wish: WishRoll, state: WarbandState, member: Member) -> None:
        raise NotImplementedError


class GoldCost(WishCost, Amount):
    """Gold, at most what is in the treasury."""

    kind = "gold"

    def take(self, wish: WishRoll, state: WarbandState, member: Member) -> None:
        gold = min(state.treasury_gc, self.roll(wish.context, "wish", member.name))
        if gold:
            treasury.spend(warband_id=wish.warband_id, gold_gc=gold, by=wish.by("cost"), because=wish.item)


class ExperienceCost(WishCost, Amount):
    """Experience points of the hero."""

    kind = "experience"

    def take(self, wish: WishRoll, state: WarbandState, member: Member) -> None:
        if gains_experience(member, wish.context.book):
            lost = self.roll(wish.context, "wish", member.name)
            advances.grant_experience(
                warband_id=wish.warband_id,
                warrior=member.key,
                points=-lost,
                by=wish.by("cost"),
                because=wish.item,
            )


class SkillCost(WishCost):
    """A random skill of the hero."""

    kind = "skill"

    def take(self, wish: WishRoll, state: WarbandState, member: Member) -> None:
        if member.skills:
            skill = wish.pick(member.skills, member.name)
            advances.forget(
                warband_id=wish.warband_id, warrior=member.key, skill=skill, by=wish.by("cost"), because=wish.item
            )


class WeaponsCost(WishCost, Amount):
    """Random weapons of the warband, except the free daggers."""

    kind = "weapons"

    def take(self, wish: WishRoll, state: WarbandState, member: Member) -> None:
        items = wish.context.book.items
        for number in range(self.roll(wish.context, "wish", member.name)):
            arms = [
                line
                for line in wish.context.state().ordered_kit()
                if items[line.item_code].slot in ("close_combat", "missile") and line.item_code != "dagger"
            ]
            if not arms:
                return
            kit = wish.pick(arms, wish.line.subject_name)
            lose(wish.context, wish.line, kit, f"weapon:{wish.key}:{number}")


class ItemCost(WishCost):
    """The item that granted the wish."""

    kind = "itself"

    def take(self, wish: WishRoll, state: WarbandState, member: Member) -> None:
        kit = state.line(member.key, wish.item)
        if kit is not None:
            lose(wish.context, wish.line, kit, "wished_away")


class InjuryCost(WishCost):
    """A serious injury of the hero."""

    kind = "injury"

    def take(self, wish: WishRoll, state: WarbandState, member: Member) -> None:
        suffered = serious_injuries(wish.context.roller, wish.context.tables.injuries, member.name)
        injuries.apply_injuries(wish.context, f"wish{wish.line.number}.{wish.key}", member, suffered)


class HeroCost(WishCost):
    """The life of a random hero."""

    kind = "hero"
    dies: ClassVar[str] = HERO

    def take(self, wish: WishRoll, state: WarbandState, member: Member) -> None:
        others = state.active(self.dies)
        if others:
            gone = wish.pick(others, member.name)
            casualties.kill(warband_id=wish.warband_id, warrior=gone.key, by=wish.by("cost"), because=wish.item)


class HenchmanCost(HeroCost):
    """The life of a random henchman."""

    kind = "henchman"
    dies = GROUP


WISH_COSTS: Final[Registry[str, type[WishCost]]] = Registry("cost of a wish")

for _cost in (
    GoldCost, ExperienceCost, SkillCost, WeaponsCost, ItemCost, InjuryCost, HeroCost, HenchmanCost,
):  # fmt: skip
    WISH_COSTS.add(_cost.kind, _cost)
