"""House rules of the aftermath: campaign switches that change how tables are used. Rule: AF-HOUSE-01

The tables themselves (prices, injuries, finds) are replaced in packs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

Value = TypeVar("Value")

PREFIX = "af_"
ROSTER_PREFIX = "ro_"
"""Prefix of roster switches, which neither battle nor aftermath uses (warbands.core.house_rules)."""

PLAY_PREFIX = "pl_"
"""Prefix of switches for playing on the board, such as the turn clock; the game rules do not use them."""
BESIDES = (PREFIX, ROSTER_PREFIX, PLAY_PREFIX)


@dataclass(frozen=True, slots=True)
class AftermathRules:
    """Every switch with the value of the printed rules. In a campaign's house rules, the names start with "af_"."""

    underdog: bool = True
    """The side with the lower rating gains more experience."""
    winner_die: bool = True
    """The winner gets one more exploration die."""
    fallen_heroes_search: bool = False
    """Heroes who went out of action explore too."""
    exploration_dice_max: int = 0
    """Maximum number of exploration dice; 0 means the maximum of the table."""
    rare_bonus: int = 0
    """Modifier to every roll for a rare item."""
    free_captives: bool = False
    """Captives return at once."""
    captives_escape_on: int = 0
    """A captive escapes without equipment on this D6 result or higher; 0 means never."""
    outside_battles: bool = False
    """Battles outside the league change the rosters of its warbands too."""
    hours_to_choose: int = 168
    """Hours after which the default decisions are applied."""


RANGES = {
    "exploration_dice_max": (1, 12),
    "rare_bonus": (-6, 6),
    "captives_escape_on": (2, 6),
    "hours_to_choose": (1, 8760),
}
"""Lowest and highest value of each number, apart from the printed value. League pages use the same range."""


def aftermath_options(options: Mapping[str, Value]) -> dict[str, Value]:
    """A campaign's house rules for the aftermath."""
    return {code: value for code, value in options.items() if code.startswith(PREFIX)}


def battle_options(options: Mapping[str, Value]) -> dict[str, Value]:
    """A campaign's house rules for battles."""
    return {code: value for code, value in options.items() if not code.startswith(BESIDES)}


def aftermath_rules(options: Mapping[str, Any]) -> AftermathRules:
    """Read the aftermath's switches from a campaign's house rules.

    Raises ValueError for an unknown or out-of-range one.
    """
    printed = AftermathRules()
    known = {field.name: type(getattr(printed, field.name)) for field in fields(AftermathRules)}
    values: Any = {}
    for code, value in aftermath_options(options).items():
        name = code.removeprefix(PREFIX)
        low, high = RANGES.get(name, (0, 1))
        if name not in known or type(value) is not known[name]:
            raise ValueError(code)
        if value != getattr(printed, name) and not low <= int(value) <= high:
            raise ValueError(code)
        values[name] = value
    return AftermathRules(**values)
