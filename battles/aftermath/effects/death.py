"""The death of a warrior."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.aftermath.effects.base import AftermathEffect, EffectRecord, Situation
from warbands.roster import casualties


class Dies(AftermathEffect):
    """The warrior dies."""

    code = "dies"
    needs_warrior = True

    def carry_out(self, situation: Situation) -> EffectRecord:
        casualties.kill(
            warband_id=situation.warband_id, warrior=situation.warrior, by=situation.by, because=situation.because
        )
        return {"code": self.code, "died": True}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        return _("Never seen again.") if "died" in record else ""
