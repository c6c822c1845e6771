"""Tables full of pieces of the terrain pack, every kind in its turn, with two buildings to hold."""

from __future__ import annotations

from typing import Any

from battles.engine.terrain.kinds import KINDS
from battles.engine.tests.builder import RULESETS
from battles.engine.tests.setups import COMPANY, setup

CODES = tuple(code for code in KINDS if code not in ("hill", "monument", "wall"))
SIZES = {"obstacle": (600, 40), "monument": (150, 150), "building": (500, 500), "river": (900, 250)}
TAGS = (["undead"], ["dwarf"], ["fimir"], ["bretonnian"], ["forest_goblin"], [])
COLUMNS, ROWS = 4, 4


def pack_setup(number: int, max_turns: int = 4) -> dict[str, Any]:
    """A battle of warbands of different races among sixteen kinds of pieces; the numbers cover all of them."""
    company = [{**fighter, "tags": tags} for fighter, tags in zip(COMPANY, TAGS, strict=True)]
    company[0] = {**company[0], "spells": ["fires_of_uzhul", "sword_of_rezhebel"]}
    company[2] = {**company[2], "kind": "cavalry", "mount": {"name": "horse", "profile": {"movement": 8}}}
    options = {"terrain_pack": True, "unit_hits": ("scaled", "literal")[number % 2], "uphill_bonus": True}
    table = {"width": 4800, "length": 4800, "pieces": pieces(number)}
    data = setup(RULESETS[number % 4], fighters=company, table=table, options=options, max_turns=max_turns)
    data["sides"][0]["alignment"], data["sides"][1]["alignment"] = "lawful", "chaotic"
    return data


def pieces(number: int) -> list[dict[str, Any]]:
    """The pieces of one table, each in a plot of its own."""
    found = []
    for plot in range(COLUMNS * ROWS):
        x, y = 250 + plot % COLUMNS * 1150, 250 + plot // COLUMNS * 1150
        if plot in (5, 10):
            found.append(_piece(f"house-{plot}", "house", x, y, 600, 500, building_mode="garrison", z1=600))
            continue
        code = CODES[(number * 14 + plot - (plot > 5) - (plot > 10)) % len(CODES)]
        width, depth = SIZES.get(KINDS[code].family, (700, 600))
        more: dict[str, Any] = {}
        if KINDS[code].family == "building":
            more = {"building_mode": ("rooms", "garrison", "impassable")[number % 3], "z1": 300}
        if KINDS[code].family == "hill":
            more = {"levels": [{"outline": _box(x, y, width, depth), "z": 200}], "z1": 200}
        found.append(_piece(f"{code}-{plot}", code, x, y, width, depth, **more))
    return found


def _piece(piece_id: str, kind: str, x: int, y: int, width: int, depth: int, **more: Any) -> dict[str, Any]:
    return {"id": piece_id, "kind": kind, "name": kind, "outline": _box(x, y, width, depth), **more}


def _box(x: int, y: int, width: int, depth: int) -> list[list[int]]:
    return [[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]]
