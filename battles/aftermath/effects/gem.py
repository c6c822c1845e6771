"""A gem that a hero can wear instead of selling it."""

from __future__ import annotations

from battles.aftermath.effects.lasting_effects import LastingFind
from catalogue.packs.book import EffectData


class MayKeepGem(LastingFind):
    """The hero who wears the gem finds rare items more easily."""

    code = "may_keep_gem"

    rare_item_bonus: int

    def lasting_effect(self) -> EffectData:
        return EffectData(code="rare_item_bonus", params={"amount": self.rare_item_bonus})
