"""The class of ground that a ruleset gives to each piece, and defaults for pieces of a named kind.

This works on plain table data before it is compiled, so that the geometry does not depend on rulesets. Invalid data is
returned unchanged: reading it reports the errors. Rules: TR-PACK-01, TR-FOREST-MOVE-01, TR-RIVER-01, TR-SWIM-01,
TR-MON-01, TR-OBST-FENCE-01, TR-OBST-WALL-01, TR-BLDG-MODE-01, TR-ARC-01
"""

from __future__ import annotations

from typing import Any

from battles.engine.rulesets.keys import Rules
from battles.engine.table.piece_data import WallData
from battles.engine.table.vectors import leg_length
from battles.engine.terrain.buildings.sections import cut
from battles.engine.terrain.kinds import KINDS, Kind

Piece = dict[str, object]
"""A piece of untrusted table data: any value may have the wrong type."""


def classed(data: Any, rules: Rules) -> Any:
    """Table data with every piece classified by the active rules; the given data is not changed."""
    if not isinstance(data, dict) or not isinstance(data.get("pieces"), list):
        return data
    pieces: list[Any] = []
    for piece in data["pieces"]:
        pieces.extend(cut(_classed(piece, rules)) if isinstance(piece, dict) else [piece])
    return {**data, "pieces": pieces}


def _classed(piece: Piece, rules: Rules) -> Piece:
    flags = piece.get("flags", [])
    name = piece.get("kind")
    if not isinstance(flags, list) or not isinstance(name, str):
        return piece
    kind = KINDS.get(name)
    changes: Piece = {}
    if kind is not None and not _is_built(piece, flags):
        changes = _of_kind(kind, piece)
        if kind.family not in flags:
            changes["flags"] = flags = [*flags, kind.family]
    ground = _ground(piece.get("ground", "open"), flags, kind, rules)
    if ground != piece.get("ground", "open"):
        changes["ground"] = ground
    return {**piece, **changes} if changes else piece


def _is_built(piece: Piece, flags: list[object]) -> bool:
    """Whether a piece only shares its name with a kind of the pack: a house wall, or a ruin drawn with its rooms."""
    return bool(piece.get("walls") or piece.get("floors")) and "obstacle" not in flags


def _of_kind(kind: Kind, piece: Piece) -> Piece:
    changes: Piece = {}
    if kind.family == "monument" and piece.get("ground", "open") == "open":
        changes["ground"] = "impassable_solid"
    if kind.cover != "hard" and "cover" not in piece:
        changes["cover"] = kind.cover
    if kind.height and not piece.get("walls") and piece.get("ground", "open") == "open":
        wall = _wall_along(kind, piece.get("outline"))
        if wall is not None:
            changes["walls"] = [wall]
    return changes


def _wall_along(kind: Kind, outline: Any) -> WallData | None:
    """A wall along the middle of a four-cornered outline, as thick as the outline is wide; None for other outlines.
    Rule: TR-OBST-WALL-01
    """
    try:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
        first, second = leg_length(ax, ay, bx, by), leg_length(bx, by, cx, cy)
    except (TypeError, ValueError):
        return None
    if first >= second:
        ends = [[(ax + dx) // 2, (ay + dy) // 2], [(bx + cx) // 2, (by + cy) // 2]]
    else:
        ends = [[(ax + bx) // 2, (ay + by) // 2], [(cx + dx) // 2, (cy + dy) // 2]]
    return {"points": ends, "thickness": min(first, second, 300), "z0": 0, "height": kind.height, "cover": kind.cover}


def _ground(ground: object, flags: list[object], kind: Kind | None, rules: Rules) -> object:
    """The class of ground of a piece under the active rules."""
    if "ford" in flags:
        return ground
    if "forest" in flags and rules.terrain_pack and rules.woods_are_difficult and ground == "open":
        return "difficult"
    if "river" in flags:
        if rules.terrain_pack and not rules.water_is_difficult:
            return "open" if ground == "shallow_water" else ground
        if ground == "open" and (rules.terrain_pack or (kind is not None and kind.family == "river")):
            return "shallow_water"
    return ground
