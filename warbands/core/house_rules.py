"""House rules for rosters: switches of a campaign that apply to every roster in it. Rule: RO-HOUSE-01

A warband stores them when it joins the campaign (`Warband.house_rules`), so that a roster never queries the campaign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, Final

PREFIX: Final = "ro_"


@dataclass(frozen=True, slots=True)
class RosterHouse:
    """Every switch with its default value. In a campaign's house rules each name has the prefix "ro_"."""

    hired_swords: bool = True
    """Hired swords may be hired."""
    personae: bool = True
    """Dramatis personae may be hired."""
    extra_models: int = 0
    """Added to the list's maximum number of models (may be negative)."""
    extra_heroes: int = 0
    """Added to the list's maximum number of heroes (may be negative)."""
    sell_percent: int = -1
    """Sale value of equipment in percent of its price; -1 for the rulebook's."""
    hero_advances: tuple[int, ...] = ()
    """Experience at which a hero advances, ascending; empty for the rulebook's thresholds."""
    henchman_advances: tuple[int, ...] = ()
    """Experience at which a henchman advances, ascending; empty for the rulebook's thresholds."""


RANGES: Final[dict[str, tuple[int, int]]] = {
    "extra_models": (-10, 20),
    "extra_heroes": (-4, 6),
    "sell_percent": (0, 100),
}
"""Lowest and highest value of each number, in addition to its default. The pages of leagues use the same ranges."""
MOST_STEPS: Final = 60
MOST_EXPERIENCE: Final = 500
_KINDS: Final = {field.name: type(getattr(RosterHouse(), field.name)) for field in fields(RosterHouse)}


def roster_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules of a campaign that affect rosters."""
    return {code: value for code, value in options.items() if code.startswith(PREFIX)}


def roster_house(options: Mapping[str, Any]) -> RosterHouse:
    """The roster switches among a campaign's house rules. Raises ValueError for an unknown or out-of-range one."""
    values: dict[str, Any] = {}
    for code, value in roster_options(options).items():
        name = code.removeprefix(PREFIX)
        if _KINDS.get(name) is tuple:
            if not is_ladder(value):
                raise ValueError(code)
            values[name] = tuple(value)
            continue
        low, high = RANGES.get(name, (0, 1))
        if name not in _KINDS or type(value) is not _KINDS[name]:
            raise ValueError(code)
        if value != getattr(RosterHouse(), name) and not low <= int(value) <= high:
            raise ValueError(code)
        values[name] = value
    return RosterHouse(**values)


def is_ladder(value: Any) -> bool:
    """Whether these are valid experience thresholds: whole numbers, ascending, at most `MOST_STEPS` of them."""
    if not isinstance(value, list | tuple) or len(value) > MOST_STEPS:
        return False
    if any(type(number) is not int or not 1 <= number <= MOST_EXPERIENCE for number in value):
        return False
    return all(first < second for first, second in pairwise(value))


def as_stored(options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A campaign's roster switches as stored in `Warband.house_rules`: {"code", "amount"}, on and off as 1 and 0;
    several numbers as `values`, with their count as the amount."""
    return [_noted(code, value) for code, value in sorted(roster_options(options).items())]


def _noted(code: str, value: Any) -> dict[str, Any]:
    if isinstance(value, list | tuple):
        return {"code": code, "amount": len(value), "values": list(value)}
    return {"code": code, "amount": int(value)}


def stored_switches(notes: Iterable[Mapping[str, Any]]) -> RosterHouse:
    """The switches stored with a warband; other notes are skipped."""
    values = {}
    for note in notes:
        name = str(note.get("code", "")).removeprefix(PREFIX)
        if str(note.get("code", "")).startswith(PREFIX) and name in _KINDS:
            values[name] = _KINDS[name](note.get("values" if _KINDS[name] is tuple else "amount", 0))
    return RosterHouse(**values)


def with_stored(notes: Iterable[Mapping[str, Any]], options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The notes of a warband with a campaign's current roster switches in place of the previous ones."""
    kept = [dict(note) for note in notes if not str(note.get("code", "")).startswith(PREFIX)]
    return [*kept, *as_stored(options)]
