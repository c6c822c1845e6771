"""The facts of a battle for one side, as `Aftermath.facts` stores them. Rule: AF-FACT-02

`start.side_facts` writes them for a battle on the board, `tabletop.sheets.sheet.facts_from` for one with miniatures.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from battles.engine.scenarios.loot import Loot


class Casualty(TypedDict):
    """One model that rolls for injury, and what is known of the attacker: "" where nothing is known."""

    model: NotRequired[str]
    roster_id: str
    facts: list[str]
    """Codes such as `killing_blow`, `crushed` and `mark`."""
    by_name: str
    by_roster: str
    by_role: str
    by_warband: NotRequired[str]
    by_warband_id: str
    by_type: str
    by_side: NotRequired[str]


class StoredFacts(TypedDict):
    """One side after the battle; warriors by roster key. Facts of earlier versions lack the keys that may be absent."""

    won: bool
    drawn: bool
    shared: NotRequired[bool]
    """Another side won too."""
    loot_with: NotRequired[str]
    """The letter of an ally with whom loot is divided evenly."""
    fought: list[str]
    kills: dict[str, int]
    leader: str
    routed: bool
    score: int
    deeds: NotRequired[dict[str, dict[str, int]]]
    """Reasons for experience with their counts, by warrior."""
    loot: NotRequired[Loot]
    used: NotRequired[dict[str, dict[str, int]]]
    """Uses of single-battle items by their effect, by warrior; on the board only."""
    things: NotRequired[dict[str, dict[str, int]]]
    """Uses of single-battle items by item, by warrior; on a sheet only."""
    beasts: NotRequired[dict[str, dict[str, int]]]
    rating: int
    enemy_rating: int
    enemies: list[str]
    fallen: list[Casualty]
    packs: NotRequired[object]
