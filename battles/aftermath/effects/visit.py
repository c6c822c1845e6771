"""A location that a warrior may enter."""

from __future__ import annotations

from battles.aftermath.effects.base import AftermathEffect


class VisitLocation(AftermathEffect):
    """The player may send a hero into the location, or decline (`finds/locations.py`)."""

    code = "may_send"
    is_immediate = False
