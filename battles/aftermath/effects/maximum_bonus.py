"""A higher maximum of a characteristic."""

from __future__ import annotations

from battles.aftermath.effects.lasting_effects import LastingFind
from catalogue.packs.book import EffectData


class MaximumBonus(LastingFind):
    """The hero's maximum of one characteristic rises."""

    code = "maximum_bonus"

    characteristic: str
    amount: int

    def lasting_effect(self) -> EffectData:
        return EffectData(code=self.code, params={"characteristic": self.characteristic, "amount": self.amount})
