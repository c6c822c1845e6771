"""Pieces of the terrain pack for a generated table: the seed determines their kinds, number and sizes.

Every piece is placed twice, the second time rotated by half a turn, so that both sides have the same special terrain.
Rules: SCN-TABLE-01, TR-PACK-01
"""

from __future__ import annotations

from functools import partial

from battles.engine.table.generator import Extra, SplitMix64
from battles.engine.table.piece_data import PieceData
from battles.engine.terrain.kinds import codes_of
from battles.engine.terrain.pack_shapes import SIZES, pack_piece

AMOUNTS: dict[str, tuple[int, int]] = {"none": (0, 1), "few": (1, 700), "many": (3, 280)}
"""Amounts of terrain by name: the minimum number of pairs, and square inches of table for each further pair."""
SWAY = {"forest": 150, "river": 100, "marsh": 150, "hill": 100}
"""By how much a piece of natural ground may be wider and deeper than usual, in hundredths of an inch."""
GAPS = {"building": 200, "obstacle": 120}
"""Free ground around a piece so that a warrior can pass, in hundredths of an inch."""
_SALT = 0x7E44A1


def extras_for(seed: int, *, width_in: int, length_in: int, amount: str) -> list[Extra]:
    """Pieces to place before the houses. Every family is used before one is repeated.

    Raises ValueError for an unknown amount.
    """
    if amount not in AMOUNTS:
        raise ValueError(f"The amount is one of: {', '.join(AMOUNTS)}.")
    least, area = AMOUNTS[amount]
    pairs = max(least, width_in * length_in // area) if least else 0
    random = SplitMix64(seed ^ _SALT)
    found: list[Extra] = []
    families: list[str] = []
    for _ in range(pairs):
        families = families or list(SIZES)
        family = families.pop(random.next() % len(families))
        codes = codes_of(family)
        code = codes[random.next() % len(codes)]
        width, depth = SIZES[family]
        if family in SWAY:
            width += random.between(0, SWAY[family], 50)
            depth += random.between(0, SWAY[family], 50)
        found.append(Extra(width, depth, GAPS.get(family, 150), partial(_drawn, code, width, depth)))
    return found


def _drawn(code: str, width: int, depth: int, x: int, y: int) -> PieceData:
    """The piece with its lower left corner at (x, y)."""
    return pack_piece(code, "", x + width // 2, y + depth // 2, width, depth)
