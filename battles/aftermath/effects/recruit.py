"""A prisoner who joins a henchman group. Rule: AF-EXPL-07"""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import ChoiceEffect, EffectRecord, Situation
from battles.aftermath.stored.options import LineOption
from warbands.builder import recruiting
from warbands.core.state import GROUP
from warbands.rules.member_facts import entry_of
from warbands.rules.prices import veteran_price_gc


class GainRecruit(ChoiceEffect):
    """One more model for a group of this race. The warband pays only for its equipment."""

    code = "gain_recruit"
    option_kind = "group"

    race: str = ""
    amount: int = 1

    def options(self, context: AftermathContext) -> list[LineOption]:
        state, facts = context.state(), context.book
        return [
            {
                "key": f"{self.option_kind}:{group.key}",
                "label": group.name,
                "gold": veteran_price_gc(state, group, facts)[2],
            }
            for group in state.active(GROUP)
            if group.headcount < facts.tables.group_size_max and entry_of(group, facts).race == self.race
        ]

    def take(self, situation: Situation, chosen: str) -> EffectRecord:
        entry = recruiting.add_to_group(
            warband_id=situation.warband_id, warrior=chosen, by=situation.by, because=situation.because
        )
        return {"code": self.code, "joins": entry.arguments["name"], "paid": entry.arguments["price"]}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        words = {"joins": record["joins"], "paid": record["paid"]}
        return _("One more model joins %(joins)s; its gear costs %(paid)s gc") % words
