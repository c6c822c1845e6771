"""What the sides of a battle bring home from its scenario."""

from __future__ import annotations

from typing import TypedDict


class Loot(TypedDict, total=False):
    """What one side brings home. Its dice are rolled in the aftermath. A scenario sets only the keys that it uses."""

    shards: int
    """Shards of wyrdstone."""
    chest: bool
    """Whether the side has the treasure chest."""
    buildings: int
    """Number of buildings held at the end. Rule: SCN-AWARD-01"""
    occasions: dict[str, int]
    """How often each reason for a find occurred, by the reason's code in the packs."""
