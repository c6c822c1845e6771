"""A skill list for a warrior."""

from __future__ import annotations

from battles.aftermath.effects.base import AftermathEffect, EffectRecord, Situation
from warbands.roster import advances


class OpensSkillList(AftermathEffect):
    """The warrior can learn from one more skill list."""

    code = "opens_skill_list"
    needs_warrior = True

    skill_list: str

    def carry_out(self, situation: Situation) -> EffectRecord:
        advances.learn(
            warband_id=situation.warband_id, warrior=situation.warrior, skill_list=self.skill_list, by=situation.by,
            because=situation.because,
        )  # fmt: skip
        return {"code": self.code, "skill_list": situation.context.book.skill_lists[self.skill_list].name}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        return record.get("skill_list", "")
