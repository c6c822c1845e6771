"""The small table and the gear that tests of the engine play with; they live in `battles.simulation.conformance`."""

from battles.simulation.conformance.arena import RULESETS, Arena, as_weapon, script, state_of
from battles.simulation.conformance.gear import (
    AXE,
    BLADE,
    BOW,
    GREATSWORD,
    HALBERD,
    MACE,
    PISTOL,
    PLAIN_MACE,
    SPEAR,
    SWORD,
    weapon,
)

__all__ = [
    "AXE", "BLADE", "BOW", "GREATSWORD", "HALBERD", "MACE", "PISTOL", "PLAIN_MACE", "RULESETS", "SPEAR", "SWORD",
    "Arena", "as_weapon", "script", "state_of", "weapon",
]  # fmt: skip
