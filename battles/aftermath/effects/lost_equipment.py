"""The loss of a warrior's equipment."""

from __future__ import annotations

from battles.aftermath.effects.base import AftermathEffect


class LoseEquipment(AftermathEffect):
    """Only injuries take equipment away (`stages/injuries.py`). As the effect of a find, this changes nothing."""

    code = "lose_equipment"
