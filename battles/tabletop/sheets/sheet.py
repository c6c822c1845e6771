"""The sheet of a tabletop battle as plain values. Rules: AF-PAPER-01, AF-PAPER-04"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Final

from battles.core.defaults import PLAIN_SCENARIO
from campaigns.standings import outcomes
from campaigns.standings.outcomes import MOST_SIDES, Ending

LETTERS: Final = "abcdef"[:MOST_SIDES]
"""Sides of a tabletop battle, in the order of the match."""
OPEN: Final = "?"
"""Value of `Sheet.winner` while the winner is not known yet."""


@dataclass(slots=True)
class Fall:
    """One model that went out of action: its roster line, the enemy line that did it ("" if unknown), and whether it
    was by a killing blow."""

    who: str
    by: str = ""
    killing_blow: bool = False


@dataclass(slots=True)
class SideSheet:
    """The part of a sheet about one warband: roster keys of participants and casualties, reasons for experience, and
    loot."""

    fought: list[str] = field(default_factory=list)
    falls: list[Fall] = field(default_factory=list)
    deeds: dict[str, dict[str, int]] = field(default_factory=dict)
    """The scenario's reasons for experience with their counts, by roster key."""
    shards: int = 0
    has_prize: bool = False
    occasions: dict[str, int] = field(default_factory=dict)
    """How often each occasion for rewards happened that the players count, by code. Rule: AF-REWARD-01"""
    routed: bool = False
    old_wounds: dict[str, int] = field(default_factory=dict)
    """The D6 that was rolled for an old wound, by roster key. Rule: AF-MUSTER-02"""
    used: dict[str, dict[str, int]] | None = None
    """How often each roster line used items that last for one battle, by item; None if this was not recorded. Rule:
    AF-USED-01"""
    marks: dict[str, str] = field(default_factory=dict)
    """The target of each bounty hunter (an enemy hero), by the hunter's roster key. Rule: AF-BOUNTY-01"""

    @property
    def losses(self) -> int:
        """Number of models out of action."""
        return len(self.falls)


@dataclass(slots=True)
class Sheet:
    """A sheet: every side by letter, the winner ("" for a tie), the scenario, and how the dice of the aftermath are
    rolled. With three or more sides, `places` may give the ranking, which then overrides `winner`. Sides with the same
    word in `teams` fought together. Rule: AF-PAPER-04"""

    sides: dict[str, SideSheet]
    winner: str = ""
    attacker: str = ""
    """The side that attacked; "" if the scenario's rewards do not depend on it."""
    places: dict[str, int] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)
    scenario: str = PLAIN_SCENARIO
    hand_dice: bool = False
    is_tracked: bool = False
    note: str = ""

    def as_data(self) -> dict[str, Any]:
        """The sheet as plain data, to be stored."""
        return asdict(self)

    @property
    def ending(self) -> Ending[str]:
        """How the battle ended, by letter."""
        return Ending(self.winner or None, self.places, self.teams)

    def results(self) -> dict[str, str]:
        """Win, tie or loss of every side, by letter."""
        return outcomes.results(list(self.sides), self.ending)

    def enemies(self, letter: str) -> list[str]:
        """The enemies of a side, in the order of the letters."""
        return [other for other in self.sides if not self.ending.are_allies(letter, other)]

    def kills(self, letter: str) -> dict[str, int]:
        """Number of a side's enemies taken out of action, by the roster line that did it. Lines of its allies are
        included."""
        counts: dict[str, int] = {}
        for other in self.enemies(letter):
            for fall in self.sides[other].falls:
                if fall.by:
                    counts[fall.by] = counts.get(fall.by, 0) + 1
        return counts

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Sheet:
        """The sheet from stored data."""
        sides = {
            letter: SideSheet(**{**side, "falls": [Fall(**fall) for fall in side["falls"]]})
            for letter, side in data["sides"].items()
        }
        return cls(**{**data, "sides": sides})
