"""The palette of the table editor: common pieces and every kind of piece in the terrain pack, each drawn around a given
middle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext_lazy as _

from battles.engine.table.piece_data import PieceData, Points
from battles.engine.table.shapes import STOREY, block, ground, low_wall, rectangle, ruin, walkway
from battles.engine.terrain.kinds import KINDS
from battles.engine.terrain.pack_shapes import pack_piece
from mordheim_site.refusals import Sentence

Drawn = Callable[[str, int, int], PieceData]
FAMILIES: dict[str, Sentence] = {
    "common": _("Streets and houses"),
    "hill": _("Hills"),
    "forest": _("Forests"),
    "river": _("Rivers"),
    "marsh": _("Marshes"),
    "obstacle": _("Obstacles"),
    "monument": _("Monuments"),
    "building": _("Buildings to hold"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the palette: its code, name and group, and the function that makes its data from an id and the x and
    y of its middle."""

    code: str
    label: Sentence
    family: str
    draw: Drawn


def _box(x: int, y: int, width: int, depth: int) -> Points:
    return rectangle(x - width // 2, y - depth // 2, width, depth)


def _ruin(key: str, x: int, y: int) -> PieceData:
    return ruin(
        key, "Ruin", x - 250, y - 200, 500, 400, (450, 600, 450, 300),
        floors=[(0, 0, 240, 400, STOREY)], ladders=[(270, 200, 0, 200, 200, STOREY)],
    )  # fmt: skip


def _tower(key: str, x: int, y: int) -> PieceData:
    return ruin(
        key, "Tower", x - 200, y - 200, 400, 400, (900, 900, 900, 900), doors=("south",), kind="tower",
        floors=[(0, 0, 200, 400, STOREY), (200, 0, 200, 400, 2 * STOREY)],
        ladders=[(230, 100, 0, 160, 100, STOREY), (170, 300, STOREY, 240, 300, 2 * STOREY)],
    )  # fmt: skip


def _open_house(key: str, x: int, y: int) -> PieceData:
    return ruin(key, "House", x - 250, y - 200, 500, 400, (300, 300, 300, 300), kind="house")


COMMON = (
    Entry("ruin", _("Ruin with a floor and a ladder"), "common", _ruin),
    Entry("tower", _("Tower of two floors"), "common", _tower),
    Entry("house", _("House without a roof"), "common", _open_house),
    Entry(
        "walkway", _("Walkway, 3 inches high"), "common",
        lambda key, x, y: walkway(key, "Walkway", x - 150, y - 50, 300, 100),
    ),
    Entry(
        "low_wall", _("Low wall"), "common",
        lambda key, x, y: low_wall(key, "Wall", (x - 200, y), (x + 200, y)),
    ),
    Entry(
        "fence", _("Fence"), "common",
        lambda key, x, y: low_wall(key, "Fence", (x - 200, y), (x + 200, y), 75, soft=True),
    ),
    Entry("crate", _("Crates"), "common", lambda key, x, y: block(key, "crate", "Crates", _box(x, y, 120, 120), 90)),
    Entry("well", _("Well"), "common", lambda key, x, y: block(key, "well", "Well", _box(x, y, 150, 150), 110)),
    Entry("statue", _("Statue"), "common", lambda key, x, y: block(key, "statue", "Statue", _box(x, y, 140, 140), 400)),
    Entry(
        "rubble", _("Rubble, difficult ground"), "common",
        lambda key, x, y: ground(key, "rubble", "Rubble", _box(x, y, 300, 250), "difficult"),
    ),
    Entry(
        "canal", _("Canal, deep water"), "common",
        lambda key, x, y: ground(key, "canal", "Canal", _box(x, y, 800, 250), "deep_water", "river"),
    ),
    Entry(
        "bridge", _("Bridge over water"), "common",
        lambda key, x, y: ground(key, "bridge", "Bridge", _box(x, y, 200, 300), "open", "ford"),
    ),
)  # fmt: skip


PALETTE: dict[str, Entry] = {entry.code: entry for entry in COMMON} | {
    f"pack_{kind.code}": Entry(f"pack_{kind.code}", kind.name, kind.family, partial(pack_piece, kind.code))
    for kind in KINDS.values()
}
"""All entries by code: the common pieces, then those of the terrain pack."""


def grouped() -> list[tuple[Sentence, list[Entry]]]:
    """The palette by group, for a select list."""
    return [
        (label, [entry for entry in PALETTE.values() if entry.family == family]) for family, label in FAMILIES.items()
    ]
