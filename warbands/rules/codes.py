"""Effect codes that the roster obeys, for the check at start-up that every code of a pack has a home."""

from __future__ import annotations

from typing import Final

OBEYED: Final = frozenset({
    "excludes_skill", "may_use_any", "mutations_at_least", "never_leads", "no_armour", "no_equipment", "no_experience",
    "no_missile_weapons", "warband_size_bonus",
})  # fmt: skip
"""Read by name in the rules and services of this room."""
PRINTED: Final = frozenset({"profile_already_changed"})
"""Said by the printed profile itself: nothing is left to do."""
