"""Items of a kind that the player chooses. Rule: AF-EXPL-07"""

from __future__ import annotations

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import Amount, ChoiceEffect, EffectRecord, Situation
from battles.aftermath.effects.item import GainItem
from battles.aftermath.stored.options import LineOption


class GainItemOfChoice(Amount, ChoiceEffect):
    """Gain items of one of these kinds."""

    code = "gain_item_of_choice"
    option_kind = "item"
    may_be_declined = False

    items: list[str]

    def options(self, context: AftermathContext) -> list[LineOption]:
        return [{"key": f"{self.option_kind}:{code}", "label": context.book.items[code].name} for code in self.items]

    def take(self, situation: Situation, chosen: str) -> EffectRecord:
        return GainItem(item=chosen, amount=self.amount, dice=self.dice, plus=self.plus).carry_out(situation)
