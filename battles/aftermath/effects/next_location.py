"""A location that leads to another."""

from __future__ import annotations

from battles.aftermath.effects.base import AftermathEffect


class LeadsTo(AftermathEffect):
    """Another location is visited next (`finds/locations.py`)."""

    code = "leads_to"
    is_immediate = False

    place: str
