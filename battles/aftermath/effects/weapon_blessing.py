"""The blessing of a weapon. Rule: AF-EXPL-07"""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import ChoiceEffect, EffectRecord, Situation
from battles.aftermath.stored.options import LineOption
from warbands.roster import lasting_effects


class BlessWeapon(ChoiceEffect):
    """One close combat weapon changes to another material."""

    code = "bless_weapon"
    option_kind = "kit"

    made_of: str

    def options(self, context: AftermathContext) -> list[LineOption]:
        state, facts = context.state(), context.book
        found: list[LineOption] = []
        for line in state.ordered_kit():
            item = facts.items[line.item_code]
            owner = state.members.get(line.holder)
            is_single = owner is None or (owner.headcount == 1 and owner.is_active)
            if item.slot == "close_combat" and not line.material_code and is_single:
                found.append(
                    {"key": f"{self.option_kind}:{line.key}", "label": item.name, "of": owner.name if owner else ""}
                )
        return found

    def take(self, situation: Situation, chosen: str) -> EffectRecord:
        context = situation.context
        line = context.state().kit.get(chosen)
        name = context.book.items[line.item_code].name if line is not None else ""
        lasting_effects.change_material(
            warband_id=situation.warband_id, kit=chosen, material=self.made_of, by=situation.by,
            because=situation.because,
        )  # fmt: skip
        return {"code": self.code, "blessed": name}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        return _("blessed: %(blessed)s") % {"blessed": record["blessed"]}
