"""Warriors who join at no cost."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.aftermath.effects.base import AftermathEffect, Amount, EffectRecord, Situation
from mordheim_site.refusals import Refusal
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext


class GainWarriors(Amount, AftermathEffect):
    """Warriors of one type join for free, as far as the list allows."""

    code = "gain_warriors"

    warrior_type: str

    def carry_out(self, situation: Situation) -> EffectRecord:
        context, because = situation.context, situation.because
        entry = context.book.warrior_types[self.warrior_type]
        count = self.roll(context, because)
        for joined in range(count):
            source_key = f"{situation.by.source_key}:{joined}"
            by = ActionContext(actor_id=context.actor_id, at=context.now, source_key=source_key)
            try:
                recruiting.hire_free(warband_id=situation.warband_id, warrior_type=entry.code, by=by, because=because)
            except Refusal as refusal:
                return {
                    "code": self.code, "warriors": joined, "entry": entry.name, "refused": str(refusal.message),
                }  # fmt: skip
        return {"code": self.code, "warriors": count, "entry": entry.name}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        return _("%(entry)s × %(n)s join") % {"entry": record["entry"], "n": record["warriors"]}
