"""Gold for the treasury."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.aftermath.effects.base import AftermathEffect, Amount, EffectRecord, Situation
from warbands.trading import treasury


class GainGold(Amount, AftermathEffect):
    """Gain a number of gold crowns."""

    code = "gain_gold"

    def carry_out(self, situation: Situation) -> EffectRecord:
        gold, because = self.roll(situation.context, situation.because), situation.because
        if gold > 0:
            treasury.gain(warband_id=situation.warband_id, gold_gc=gold, by=situation.by, because=because)
        return {"code": self.code, "gold": gold}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        return _("+%(n)s gc") % {"n": record["gold"]}
