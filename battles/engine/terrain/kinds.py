"""Every kind of piece in the terrain pack, with its family and its defaults.

A drawing may state more (heights, walls, floors); the defaults here fill in the rest. Rules: TR-PACK-01,
TR-OBST-FENCE-01, TR-OBST-WALL-01, TR-MON-01, TR-ARC-01
"""

from __future__ import annotations

from typing import NamedTuple

FAMILIES = ("hill", "forest", "river", "marsh", "obstacle", "monument", "building")


class Kind(NamedTuple):
    """One kind of terrain piece."""

    code: str
    family: str
    name: str
    """Name for players; pages translate it."""
    cover: str = "hard"
    height: int = 0
    """Height of an obstacle that is drawn without walls, in hundredths of an inch."""
    thickness: int = 0
    hinders: bool = False
    """Whether this is an obstacle that gives chargers a penalty to hit. Rule: TR-OBST-DEFEND-02"""


FENCE = ("soft", 75, 30)
WALL = ("hard", 90, 40)
_ROWS = (
    Kind("hill", "hill", "Hill"),
    Kind("anvil_of_vaul", "hill", "Anvil of Vaul"),
    Kind("scree_slope", "hill", "Scree Slope"),
    Kind("temple_of_skulls", "hill", "Temple of Skulls"),
    Kind("forest", "forest", "Forest", "soft"),
    Kind("ancient_forest", "forest", "Ancient Forest", "soft"),
    Kind("abyssal_wood", "forest", "Abyssal Wood", "soft"),
    Kind("blood_forest", "forest", "Blood Forest", "soft"),
    Kind("fungus_forest", "forest", "Fungus Forest", "soft"),
    Kind("venom_thicket", "forest", "Venom Thicket", "soft"),
    Kind("wildwood", "forest", "Wildwood", "soft"),
    Kind("river", "river", "River"),
    Kind("boiling_flood", "river", "Boiling Flood"),
    Kind("necrotic_ooze", "river", "Necrotic Ooze"),
    Kind("raging_torrent", "river", "Raging Torrent"),
    Kind("river_of_blood", "river", "River of Blood"),
    Kind("river_of_light", "river", "River of Light"),
    Kind("marsh", "marsh", "Marsh"),
    Kind("earthblood_mere", "marsh", "Earthblood Mere"),
    Kind("khemrian_quicksand", "marsh", "Khemrian Quicksand"),
    Kind("mist_wreathed_swamp", "marsh", "Mist-Wreathed Swamp"),
    Kind("fence", "obstacle", "Fence", *FENCE, hinders=True),
    Kind("hedge", "obstacle", "Hedge", *FENCE, hinders=True),
    Kind("wall", "obstacle", "Wall", *WALL, hinders=True),
    Kind("blazing_barricade", "obstacle", "Blazing Barricade", *FENCE),
    Kind("blessed_bulwark", "obstacle", "Blessed Bulwark", *WALL, hinders=True),
    Kind("ghost_fence", "obstacle", "Ghost Fence", *FENCE),
    Kind("monument", "monument", "Monument"),
    Kind("altar_of_khaine", "monument", "Altar of Khaine"),
    Kind("arcane_ruins", "monument", "Arcane Ruins"),
    Kind("bane_stone", "monument", "Bane Stone"),
    Kind("charnel_pit", "monument", "Charnel Pit"),
    Kind("elven_waystone", "monument", "Elven Waystone"),
    Kind("idol_of_gork", "monument", "Idol of Gork"),
    Kind("magic_circle", "monument", "Magic Circle"),
    Kind("sinister_statue", "monument", "Sinister Statue"),
    Kind("sorcerous_portal", "monument", "Sorcerous Portal"),
    Kind("wyrding_well", "monument", "Wyrding Well"),
    Kind("acropolis_of_heroes", "building", "Acropolis of Heroes"),
    Kind("dwarf_brewhouse", "building", "Dwarf Brewhouse"),
    Kind("grail_chapel", "building", "Grail Chapel"),
    Kind("haunted_mansion", "building", "Haunted Mansion"),
    Kind("nehekharan_sphynx", "building", "Nehekharan Sphynx"),
    Kind("sigmarite_shrine", "building", "Sigmarite Shrine"),
    Kind("tower_of_blood", "building", "Tower of Blood"),
    Kind("wizards_tower", "building", "Wizard's Tower"),
)
KINDS: dict[str, Kind] = {kind.code: kind for kind in _ROWS}


SCENERY = frozenset(("hill", "forest", "river", "marsh", "fence", "hedge", "wall", "monument"))
"""Kinds that are also used on standard tables."""


def is_special_piece(kind: str) -> bool:
    """Whether a kind is one that standard tables do not use."""
    return kind in KINDS and kind not in SCENERY


def family_of(kind: str) -> str:
    """The family of a kind of piece; "" for a kind outside the pack."""
    known = KINDS.get(kind)
    return known.family if known else ""


def codes_of(family: str) -> tuple[str, ...]:
    """All kinds of one family, in order."""
    return tuple(kind.code for kind in _ROWS if kind.family == family)
