"""The default shape of each kind of piece in the terrain pack, as plain data.

Lengths in hundredths of an inch. Rule: TR-PACK-01
"""

from __future__ import annotations

from battles.engine.table.piece_data import PieceData, Points
from battles.engine.table.shapes import block, ground, low_wall, piece, rectangle
from battles.engine.terrain.kinds import KINDS

SIZES: dict[str, tuple[int, int]] = {
    "hill": (700, 600),
    "forest": (600, 500),
    "river": (1000, 300),
    "marsh": (600, 500),
    "obstacle": (440, 40),
    "monument": (200, 200),
    "building": (500, 500),
}
"""Width and depth of the pieces of each family."""
GROUNDS = {"forest": "difficult", "river": "difficult", "marsh": "difficult"}
HIGH = {"monument": 300, "building": 500}


def pack_piece(code: str, key: str, x: int, y: int, width: int = 0, depth: int = 0) -> PieceData:
    """A piece of a kind with its middle at (x, y). `width` and `depth` 0 stand for the size of its family.

    An obstacle always has the length of its family. Raises KeyError for a kind outside the pack.
    """
    kind = KINDS[code]
    wide, deep = SIZES[kind.family]
    width, depth = width or wide, depth or deep
    outline = _box(x, y, width, depth)
    if kind.family == "hill":
        upper = _box(x, y, width * 9 // 14, depth * 7 // 12)
        return {
            **ground(key, code, kind.name, outline, "open", "hill"),
            "levels": [{"outline": outline, "z": 100}, {"outline": upper, "z": 200}],
        }
    if kind.family in GROUNDS:
        return ground(key, code, kind.name, outline, GROUNDS[kind.family], kind.family)
    if kind.family == "obstacle":
        half = (wide - 40) // 2
        part = low_wall(key, kind.name, (x - half, y), (x + half, y), kind.height or 90, soft=kind.cover == "soft")
        return {**part, "kind": code}
    if kind.family == "monument":
        return {**block(key, code, kind.name, outline, HIGH["monument"]), "flags": ["monument"]}
    built = piece(key, code, kind.name, outline, HIGH["building"])
    return {**built, "flags": ["building"], "building_mode": "garrison"}


def _box(x: int, y: int, width: int, depth: int) -> Points:
    return rectangle(x - width // 2, y - depth // 2, width, depth)
