"""A hired sword who joins as a favour. Rule: AF-EXPL-07"""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import ChoiceEffect, EffectRecord, Situation
from battles.aftermath.stored.options import LineOption
from warbands.builder import recruiting
from warbands.rules.limits import why_not_hire
from warbands.rules.prices import hire_price_gc


class FreeHiredSword(ChoiceEffect):
    """A hired sword serves at no cost."""

    code = "free_hired_sword"
    option_kind = "hire"

    battles: int = 1

    def options(self, context: AftermathContext) -> list[LineOption]:
        state, facts = context.state(), context.book
        found: list[LineOption] = []
        for entry in facts.warrior_types.values():
            if entry.kind != "hired_sword":
                continue
            # Add the fee to the treasury, so that a lack of gold does not prevent the hire.
            state.treasury_gc += (fee := hire_price_gc(entry, state, facts))
            if why_not_hire(state, entry, facts) is None:
                found.append({"key": f"{self.option_kind}:{entry.code}", "label": entry.name})
            state.treasury_gc -= fee
        return found

    def take(self, situation: Situation, chosen: str) -> EffectRecord:
        recruiting.hire_hired_sword(warband_id=situation.warband_id, warrior_type=chosen, by=situation.by, price_gc=0)
        return {"code": self.code, "hired": situation.context.book.warrior_types[chosen].name}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        return _("%(hired)s joins for the next battle") % {"hired": record["hired"]}
