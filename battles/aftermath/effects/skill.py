"""A skill for a warrior."""

from __future__ import annotations

from battles.aftermath.effects.base import AftermathEffect, EffectRecord, Situation
from mordheim_site.refusals import Refusal
from warbands.roster import advances


class GainSkill(AftermathEffect):
    """The warrior learns one skill."""

    code = "gain_skill"
    needs_warrior = True

    skill: str

    def carry_out(self, situation: Situation) -> EffectRecord:
        try:
            advances.learn(
                warband_id=situation.warband_id, warrior=situation.warrior, skill=self.skill, by=situation.by,
                because=situation.because,
            )  # fmt: skip
        except Refusal as refusal:
            return {"code": self.code, "refused": str(refusal.message)}
        return {"code": self.code, "skill": situation.context.book.skills[self.skill].name}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        return record.get("skill") or record.get("refused", "")
