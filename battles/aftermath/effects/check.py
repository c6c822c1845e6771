"""A test whose result decides the outcome of a location (`finds/locations.py`)."""

from __future__ import annotations

from battles.aftermath.effects.base import AftermathEffect


class CharacteristicCheck(AftermathEffect):
    """A test decides between the outcomes for "passed" and "failed". Rule: AF-EXPL-06"""

    code = "characteristic_check"
    is_immediate = False

    characteristic: str = "leadership"
