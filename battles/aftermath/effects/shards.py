"""Shards of wyrdstone."""

from __future__ import annotations

from django.utils.translation import ngettext

from battles.aftermath.effects.base import AftermathEffect, Amount, EffectRecord, Situation
from warbands.trading import treasury


class GainShards(Amount, AftermathEffect):
    """Gain a number of shards."""

    code = "gain_shards"

    def carry_out(self, situation: Situation) -> EffectRecord:
        shards, because = self.roll(situation.context, situation.because), situation.because
        if shards > 0:
            treasury.gain_shards(warband_id=situation.warband_id, shards=shards, by=situation.by, because=because)
        return {"code": self.code, "shards": shards}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        return ngettext("+%(n)d shard", "+%(n)d shards", record["shards"]) % {"n": record["shards"]}
