"""A magical artefact. Rule: AF-EXPL-10"""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.aftermath.effects.base import AftermathEffect, EffectRecord, Situation
from warbands.models import Kit
from warbands.trading import stash


class GainArtefact(AftermathEffect):
    """Roll a D6 for a magical artefact, again if its only piece is already owned. In a league each artefact exists
    once; outside of leagues each warband can find each once."""

    code = "gain_artefact"

    def carry_out(self, situation: Situation) -> EffectRecord:
        context = situation.context
        artefacts = {item.artefact_roll: item for item in context.book.items.values() if item.artefact_roll}
        match = context.row.side.battle.match
        holders = Kit.objects.filter(item_code__in=[item.code for item in artefacts.values()])
        if match is not None:
            holders = holders.filter(warband__entries__campaign_id=match.campaign_id)
        else:
            holders = holders.filter(warband_id=situation.warband_id)
        taken = set(holders.values_list("item_code", flat=True))
        if all(item.code in taken for item in artefacts.values()):
            return {"code": self.code, "refused": _("Every artefact already has an owner.")}
        found = artefacts[context.roller.d6("artefact")]
        while found.code in taken:
            found = artefacts[context.roller.d6("artefact")]
        stash.add(warband_id=situation.warband_id, item=found.code, by=situation.by, because=situation.because)
        return {"code": self.code, "item": found.name, "count": 1}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        if "item" not in record:
            return record.get("refused", "")
        return _("%(item)s × %(n)s, in the stash") % {"item": record["item"], "n": record["count"]}
