"""What the sides of a battle bring home from its scenario."""

from __future__ import annotations

from typing import TypedDict


class Loot(TypedDict, total=False):
    """What one side brings home; its dice are rolled in the aftermath. A scenario sets only the keys that it uses."""

    shards: int
    """Shards of wyrdstone."""
    chest: bool
    """The side has the treasure chest."""
    buildings: int
    """Buildings held at the end. Rule: SCN-AWARD-01"""
    occasions: dict[str, int]
    """How often each reason for a find occurred, by its code in the packs."""
