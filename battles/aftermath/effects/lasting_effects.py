"""Base class of finds that stay with a hero."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.aftermath.effects.base import AftermathEffect, EffectRecord, Situation
from catalogue.packs.book import EffectData
from mordheim_site.refusals import Refusal
from warbands.roster import lasting_effects


class LastingFind(AftermathEffect):
    """A find that gives a hero a permanent effect."""

    needs_warrior = True

    def lasting_effect(self) -> EffectData:
        """The effect that the hero gets."""
        raise NotImplementedError

    def carry_out(self, situation: Situation) -> EffectRecord:
        context, because = situation.context, situation.because
        location = context.book.exploration.get(because)
        source = location.name if location is not None else because
        try:
            lasting_effects.add_effects(
                warband_id=situation.warband_id, warrior=situation.warrior, source=because,
                effects=[self.lasting_effect()], detail=source, by=situation.by,
            )  # fmt: skip
        except Refusal as refusal:
            return {"code": self.code, "refused": str(refusal.message)}
        return {"code": self.code, "keeps": context.state().members[situation.warrior].name, "what": source}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        if "keeps" not in record:
            return record.get("refused", "")
        return _("%(keeps)s gets it: %(what)s") % {"keeps": record["keeps"], "what": record["what"]}
