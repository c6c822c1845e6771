"""A warrior who misses the next battles."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.aftermath.effects.base import AftermathEffect, Amount, EffectRecord, Situation
from warbands.roster import casualties


class MissGames(Amount, AftermathEffect):
    """The warrior misses one or more battles."""

    code = "miss_games"
    needs_warrior = True

    def carry_out(self, situation: Situation) -> EffectRecord:
        battles = self.roll(situation.context, situation.because, situation.warrior)
        casualties.miss_next(
            warband_id=situation.warband_id, warrior=situation.warrior, battles=battles, by=situation.by
        )
        return {"code": self.code, "misses": battles}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        return _("Misses the next battle.") if "misses" in record else ""
