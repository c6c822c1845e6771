"""Areas of a table: its edges, the zones along them and around its middle, and deployment zones.

Lengths are hundredths of an inch; south is y = 0 and west is x = 0.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from battles.engine.game import Game
from battles.engine.table.vectors import Polygon, outline_nearer_than, point_in_polygon

EDGES = ("south", "west", "north", "east")
"""Names of the table edges: south is y = 0, west is x = 0. The opposite edge is two places further in the tuple."""


class Area(NamedTuple):
    """Where a side may set up. A base must be completely inside one of the outlines."""

    outlines: tuple[Polygon, ...]
    apart_from_enemies: int = 0
    """Minimum distance to any enemy already on the table, in hundredths of an inch."""
    apart_from_friends: int = 0
    apart_from_edges: int = 0
    near_piece: str = ""
    """Id of a terrain piece: a base must be within `near` of it, or inside it."""
    near: int = 0
    leader_apart: int = 0
    """Distance from the table edges: the leader must be at least this far from all edges, all others nearer to one of
    them.
    """
    unseen: bool = False
    """Whether all models are out of sight of every enemy."""
    beyond_charge: bool = False
    """Whether no model could charge an enemy at once."""

    def holds(self, x: int, y: int, radius: int) -> bool:
        """Whether a base is completely inside."""
        return any(
            point_in_polygon(x, y, outline) >= 0 and not outline_nearer_than(x, y, outline, radius)
            for outline in self.outlines
        )


MIDDLE = 100
"""Radius of the central area of a table, hundredths of an inch."""


def opposite(edge: str) -> str:
    """The opposite edge of the table."""
    return EDGES[(EDGES.index(edge) + 2) % 4]


def strip(game: Game, edge: str, depth: int, gap: int = 0) -> Polygon:
    """The rectangle along an edge, `depth` deep and `gap` from the adjacent edges, hundredths of an inch."""
    width, length = game.table.width, game.table.length
    if edge in ("south", "north"):
        low, high = (0, depth) if edge == "south" else (length - depth, length)
        return ((gap, low), (width - gap, low), (width - gap, high), (gap, high))
    low, high = (0, depth) if edge == "west" else (width - depth, width)
    return ((low, gap), (high, gap), (high, length - gap), (low, length - gap))


def round_middle(game: Game, reach: int) -> Polygon:
    """A circle around the middle of the table as a polygon with sixteen corners. Its radius is `reach` plus the central
    area's.
    """
    x, y, far = game.table.width // 2, game.table.length // 2, reach + MIDDLE
    return tuple((round(x + far * cos(step * pi / 8)), round(y + far * sin(step * pi / 8))) for step in range(16))


def corner(game: Game, name: str, reach: int) -> Polygon:
    """A quarter circle around a corner of the table ("south_west" and so on) as a polygon."""
    x = 0 if name.endswith("west") else game.table.width
    y = 0 if name.startswith("south") else game.table.length
    ways = (1 if not x else -1), (1 if not y else -1)
    arc = [
        (x + ways[0] * round(reach * cos(step * pi / 16)), y + ways[1] * round(reach * sin(step * pi / 16)))
        for step in range(9)
    ]
    return ((x, y), *arc) if ways[0] == ways[1] else ((x, y), *reversed(arc))


def whole_table(game: Game) -> Polygon:
    """The table's outline."""
    width, length = game.table.width, game.table.length
    return ((0, 0), (width, 0), (width, length), (0, length))


def edge_gap(game: Game, x: int, y: int, radius: int, edge: str) -> int:
    """Distance from a base to a table edge; 0 or less when it touches or crosses it."""
    if edge == "south":
        return y - radius
    if edge == "west":
        return x - radius
    return (game.table.length - y if edge == "north" else game.table.width - x) - radius
