"""Items for the stash."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.aftermath.effects.base import AftermathEffect, Amount, EffectRecord, Situation
from battles.aftermath.finds import maps
from warbands.trading import stash


class GainItem(Amount, AftermathEffect):
    """Gain items of one kind; maps are read at once. Rule: AF-MAP-01"""

    code = "gain_item"

    item: str
    made_of: str = ""

    def carry_out(self, situation: Situation) -> EffectRecord:
        context, because, by = situation.context, situation.because, situation.by
        count = self.roll(context, because)
        stash.add(
            warband_id=situation.warband_id, item=self.item, count=count, material=self.made_of, by=by, because=because
        )
        if maps.is_map(context, self.item):
            for number in range(count):
                maps.read(context, self.item, f"{by.source_key[-40:]}:{number}", stage="exploration")
        return {"code": self.code, "item": context.book.items[self.item].name, "count": count}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        return _("%(item)s × %(n)s, in the stash") % {"item": record["item"], "n": record["count"]}
