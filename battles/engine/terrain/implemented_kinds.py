"""Checks at start-up that every named piece of the terrain pack has its rules: which module implements which piece.

Rule: TR-PACK-01
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from battles.engine.hooks import known_codes
from battles.engine.steps.movement import dangerous_ground
from battles.engine.terrain import auras, effects, timed_effects
from battles.engine.terrain.kinds import KINDS
from battles.engine.terrain.pieces import blood_forest, brewhouse, river_of_light, rivers

PLAIN = frozenset({"hill", "forest", "river", "marsh", "monument", "fence", "hedge", "wall"})
"""Kinds that have only the rules of their family."""
OTHERS = frozenset(
    {
        "idol_of_gork", "blazing_barricade", "ghost_fence", "scree_slope", "venom_thicket", "necrotic_ooze",
        "raging_torrent", blood_forest.KIND, river_of_light.KIND, brewhouse.KIND,
    }
)  # fmt: skip
"""Kinds with a module of their own, or with rules in the modules for dangerous ground and charges."""
SILENT = frozenset({"frenzy", "second_try"})
"""Auras that need no hook, since rules look for their effect."""


def named() -> dict[str, frozenset[str]]:
    """The kinds of piece that each part of the terrain pack implements."""
    return {
        "auras": frozenset(aura.kind for aura in auras.AURAS),
        "moments": frozenset(kind for kinds in timed_effects.TIMINGS.values() for kind in kinds),
        "deeds": frozenset(effects.PIECE_EFFECTS),
        "choices": frozenset(timed_effects.CHOICES),
        "rivers": frozenset(rivers.LINGERS) | frozenset(rivers.SLOW),
        "dangers": frozenset(dangerous_ground.MIRES),
        "others": OTHERS,
    }


def faults(kinds: Collection[str] = KINDS, hook_codes: Collection[str] | None = None) -> Iterator[str]:
    """A sentence for every error: a kind that nothing implements, an unknown kind, an aura without a hook."""
    codes = known_codes() if hook_codes is None else hook_codes
    spoken = named()
    for part, names in spoken.items():
        for kind in sorted(names - set(kinds)):
            yield f"terrain {part} name {kind}, which is not a kind of the terrain pack"
    acting = frozenset().union(*spoken.values()) | PLAIN
    for kind in kinds:
        if kind not in acting:
            yield f"no code carries out the terrain piece {kind}"
    for kind in sorted(spoken["moments"] - spoken["deeds"]):
        yield f"{kind} has a moment but no action"
    for aura in auras.AURAS:
        if aura.code not in SILENT and auras.PREFIX + aura.code not in codes:
            yield f"no hook uses the aura {aura.code} of {aura.kind}"
