"""The sheet of a battle fought with miniatures, as plain values, and what the aftermath makes of it.

Rules: AF-PAPER-01, AF-FACT-02
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from battles.bridge import ROLE_OF_KIND
from battles.models import BattleSide
from warbands.company import Company, Member
from warbands.services.loading import company_of


@dataclass(slots=True)
class Fall:
    """One model that went out of action: its roster line, the enemy line that did it ("" for nobody known), and
    whether a killing blow did."""

    who: str
    by: str = ""
    killing_blow: bool = False


@dataclass(slots=True)
class SideSheet:
    """One warband's part: roster keys of who fought, who fell, what was done and carried home."""

    fought: list[str] = field(default_factory=list)
    falls: list[Fall] = field(default_factory=list)
    deeds: dict[str, dict[str, int]] = field(default_factory=dict)
    """Reasons of the scenario's experience with how often, by roster key."""
    shards: int = 0
    has_prize: bool = False
    routed: bool = False
    old_wounds: dict[str, int] = field(default_factory=dict)
    """The D6 that fell on the table for an old wound, by roster key. Rule: AF-MUSTER-02"""

    @property
    def losses(self) -> int:
        """Models out of action."""
        return len(self.falls)


@dataclass(slots=True)
class Sheet:
    """Both sides by letter, who won ("" for a draw), the scenario, and how dice of the aftermath fall."""

    sides: dict[str, SideSheet]
    winner: str = ""
    scenario: str = "skirmish"
    hand_dice: bool = False
    is_tracked: bool = False
    note: str = ""

    def as_data(self) -> dict[str, Any]:
        """For the row."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Sheet:
        """Back from the row."""
        sides = {
            letter: SideSheet(**{**one, "falls": [Fall(**fall) for fall in one["falls"]]})
            for letter, one in data["sides"].items()
        }
        return cls(**{**data, "sides": sides})


def facts_from(sheet: Sheet, sides: Sequence[BattleSide], side: BattleSide, winner: str) -> dict[str, Any]:
    """One side's facts in the form that `services.finish.side_facts` gives for a battle on the board."""
    mine = sheet.sides[side.letter]
    other = next(one for one in sides if one.letter != side.letter)
    assert side.warband is not None
    assert other.warband is not None
    own, theirs = company_of(side.warband), company_of(other.warband)
    enemy = sheet.sides[other.letter]
    kills: dict[str, int] = {}
    for fall in enemy.falls:
        if fall.by:
            kills[fall.by] = kills.get(fall.by, 0) + 1
    leader = own.leader()
    return {
        "won": winner == side.letter,
        "drawn": not winner,
        "fought": list(mine.fought),
        "kills": kills,
        "leader": leader.key if leader is not None and leader.key in mine.fought else "",
        "routed": mine.routed,
        "score": 0,
        "deeds": mine.deeds,
        "loot": {"shards": mine.shards, "chest": mine.has_prize},
        "rating": side.rating,
        "enemy_rating": other.rating,
        "enemies": [other.name],
        "fallen": [_fallen(fall, theirs, other) for fall in mine.falls],
    }


def _fallen(fall: Fall, theirs: Company, other: BattleSide) -> dict[str, Any]:
    foe: Member | None = theirs.members.get(fall.by)
    assert other.warband is not None
    return {
        "model": "",
        "roster_id": fall.who,
        "facts": ["killing_blow"] if fall.killing_blow else [],
        "by_name": foe.name if foe is not None else "",
        "by_roster": foe.key if foe is not None else "",
        "by_role": ROLE_OF_KIND[foe.kind] if foe is not None else "",
        "by_warband": other.name,
        "by_warband_id": other.warband.public_id,
        "by_type": other.warband.warband_type_code,
        "by_side": other.letter,
    }
