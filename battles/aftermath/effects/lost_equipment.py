"""The loss of a warrior's equipment."""

from __future__ import annotations

from battles.aftermath.effects.base import AftermathEffect


class LoseEquipment(AftermathEffect):
    """Equipment is lost by injuries only (`stages/injuries.py`); a find with this effect changes nothing."""

    code = "lose_equipment"
