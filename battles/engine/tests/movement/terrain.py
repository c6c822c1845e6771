"""Terrain of the worked cases, drawn in inches."""

from __future__ import annotations

from typing import Any

Piece = dict[str, Any]
RING = ((0, 0), (1, 0), (1, 1), (0, 1))


def rectangle(x0: float, x1: float, y0: float, y1: float) -> list[list[int]]:
    """A rectangle in hundredths, anticlockwise."""
    return [[round((x0, x1)[u] * 100), round((y0, y1)[v] * 100)] for u, v in RING]


def wall(x0: float, x1: float, y0: float, y1: float, height: float) -> Piece:
    """A wall along y with its two faces at x0 and x1."""
    middle = round((x0 + x1) * 50)
    return {
        "id": f"wall-{x0}-{y0}", "kind": "wall", "name": "wall", "outline": rectangle(x0, x1, y0, y1), "z0": 0, "z1": 0,
        "ground": "open",
        "walls": [{
            "points": [[middle, round(y0 * 100)], [middle, round(y1 * 100)]],
            "thickness": round((x1 - x0) * 100), "z0": 0, "height": round(height * 100),
        }],
    }  # fmt: skip


def block(x0: float, x1: float, y0: float, y1: float, height: float, name: str = "block") -> Piece:
    """A solid piece with a flat top to stand on."""
    return {
        "id": f"{name}-{x0}-{y0}", "kind": "block", "name": name, "outline": rectangle(x0, x1, y0, y1), "z0": 0,
        "z1": round(height * 100), "ground": "impassable_solid",
    }  # fmt: skip


def floor(x0: float, x1: float, y0: float, y1: float, z: float, *ways: Piece) -> Piece:
    """A balcony: one floor in the air, with connectors."""
    return {
        "id": f"floor-{x0}-{y0}-{z}", "kind": "balcony", "name": "balcony", "outline": rectangle(x0, x1, y0, y1),
        "z0": 0,
        "z1": round(z * 100), "ground": "open",
        "floors": [{"outline": rectangle(x0, x1, y0, y1), "z": round(z * 100), "level": 2}],
        "connectors": list(ways),
    }  # fmt: skip


def way(kind: str, foot: tuple[float, float, float], head: tuple[float, float, float]) -> Piece:
    """A ladder, rope or flight of stairs."""
    return {"kind": kind, "foot": [round(v * 100) for v in foot], "head": [round(v * 100) for v in head]}


def ground(kind: str, x0: float, x1: float, y0: float, y1: float, *flags: str) -> Piece:
    """A patch of ground of one class."""
    return {
        "id": f"{kind}-{x0}-{y0}", "kind": kind, "name": kind, "outline": rectangle(x0, x1, y0, y1), "z0": 0, "z1": 0,
        "ground": kind, "flags": list(flags),
    }  # fmt: skip


def wood(x0: float, x1: float, y0: float, y1: float) -> Piece:
    """A forest that does not slow."""
    return {
        "id": f"wood-{x0}-{y0}", "kind": "forest", "name": "wood", "outline": rectangle(x0, x1, y0, y1), "z0": 0,
        "z1": 500,
        "ground": "open", "flags": ["forest"],
    }  # fmt: skip


def hill(x0: float, x1: float, y0: float, y1: float) -> Piece:
    """A plain hill of one level."""
    return {
        "id": f"hill-{x0}-{y0}", "kind": "hill", "name": "hill", "outline": rectangle(x0, x1, y0, y1), "z0": 0,
        "z1": 200,
        "ground": "open", "flags": ["hill"], "levels": [{"outline": rectangle(x0, x1, y0, y1), "z": 200}],
    }  # fmt: skip
