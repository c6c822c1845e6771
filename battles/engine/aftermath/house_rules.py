"""House rules of the aftermath: switches of a campaign that change what the tables alone do not say. Rule: AF-HOUSE-01

Tables (prices, injuries, finds) are replaced in packs; what is here is how they are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

PREFIX = "af_"
ROSTER_PREFIX = "ro_"
"""Begins the switches of rosters, which neither battle nor aftermath reads (warbands.roster.house_rules)."""

PLAY_PREFIX = "pl_"
"""Begins the switches of how people meet at the board, such as the turn clock: no rule reads them."""
BESIDES = (PREFIX, ROSTER_PREFIX, PLAY_PREFIX)


@dataclass(frozen=True, slots=True)
class AftermathRules:
    """Every switch with its printed value. In a campaign's house rules each is called by its name after "af_"."""

    underdog: bool = True
    """The weaker side by rating earns more experience."""
    winner_die: bool = True
    """The winner searches with one die more."""
    fallen_heroes_search: bool = False
    """Heroes who went out of action search too."""
    exploration_dice_max: int = 0
    """Dice of a search at most; 0 leaves the table's number."""
    rare_bonus: int = 0
    """Added to every roll for a rare item."""
    free_captives: bool = False
    """Captives come home at once."""
    captives_escape_on: int = 0
    """A captive escapes on this face of a D6 or higher, without equipment; 0 never."""
    hours_to_choose: int = 168
    """After so many hours the simple rule makes what choices are left."""


RANGES = {
    "exploration_dice_max": (1, 12),
    "rare_bonus": (-6, 6),
    "captives_escape_on": (2, 6),
    "hours_to_choose": (1, 8760),
}
"""Lowest and highest value of each number, besides its printed value. League pages use the same."""


def aftermath_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Those of a campaign's house rules that concern the aftermath."""
    return {code: value for code, value in options.items() if code.startswith(PREFIX)}


def battle_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Those of a campaign's house rules that the battle itself knows."""
    return {code: value for code, value in options.items() if not code.startswith(BESIDES)}


def aftermath_rules(options: Mapping[str, Any]) -> AftermathRules:
    """The aftermath's switches among a campaign's house rules. Raises ValueError for an unknown or wild one."""
    printed = AftermathRules()
    known = {field.name: type(getattr(printed, field.name)) for field in fields(AftermathRules)}
    values: dict[str, Any] = {}
    for code, value in aftermath_options(options).items():
        name = code.removeprefix(PREFIX)
        low, high = RANGES.get(name, (0, 1))
        if name not in known or type(value) is not known[name]:
            raise ValueError(code)
        if value != getattr(printed, name) and not low <= int(value) <= high:
            raise ValueError(code)
        values[name] = value
    return AftermathRules(**values)
