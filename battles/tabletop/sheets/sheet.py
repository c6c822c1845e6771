"""The sheet of a tabletop battle as plain values, and its conversion to facts for the aftermath.

Rules: AF-PAPER-01, AF-PAPER-04, AF-FACT-02
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from battles.aftermath.stored.facts import Casualty, StoredFacts
from battles.core.bridge.fighters import ROLE_OF_KIND
from battles.core.defaults import PLAIN_SCENARIO
from battles.engine.skills.contracts import MARK
from battles.models import BattleSide
from campaigns.standings import outcomes
from campaigns.standings.outcomes import DRAW, MOST_SIDES, WIN, Ending
from warbands.core.state import Member, WarbandState
from warbands.core.state_storage import load_state

LETTERS: Final = "abcdef"[:MOST_SIDES]
"""Sides of a tabletop battle, in the order of the match."""
KILLING_BLOW: Final = "killing_blow"
"""The fact of a casualty by a killing blow."""
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


def facts_from(sheet: Sheet, sides: Sequence[BattleSide], side: BattleSide, results: Mapping[str, str]) -> StoredFacts:
    """The facts of one side, as `aftermath.start.side_facts` returns them for a battle on the board. `results` has win,
    tie or loss by letter."""
    mine = sheet.sides[side.letter]
    assert side.warband is not None
    own = load_state(side.warband)
    enemies = {other.letter: other for other in sides if other.letter in sheet.enemies(side.letter)}
    companies = {letter: load_state(enemy.warband) for letter, enemy in enemies.items() if enemy.warband is not None}
    leader = own.leader()
    return StoredFacts(
        won=results[side.letter] == WIN,
        drawn=results[side.letter] == DRAW,
        shared=sum(1 for result in results.values() if result == WIN) > 1,
        fought=list(mine.fought),
        kills={warrior: count for warrior, count in sheet.kills(side.letter).items() if warrior in own.members},
        leader=leader.key if leader is not None and leader.key in mine.fought else "",
        routed=mine.routed,
        score=0,
        deeds=mine.deeds,
        loot={"shards": mine.shards, "chest": mine.has_prize},
        rating=side.rating,
        enemy_rating=max((enemy.rating for enemy in enemies.values()), default=side.rating),
        enemies=[enemy.name for enemy in enemies.values()],
        fallen=tuple(_fallen(fall, companies, enemies, sheet) for fall in mine.falls),
        things=mine.used,
    )


def _fallen(
    fall: Fall, companies: Mapping[str, WarbandState], enemies: Mapping[str, BattleSide], sheet: Sheet
) -> Casualty:
    """A casualty with its attacker. Without an attacker it is assigned to the first enemy side, which could capture the
    warrior."""
    letter = next((other for other, state in companies.items() if fall.by in state.members), next(iter(enemies)))
    enemy: Member | None = companies[letter].members.get(fall.by)
    other = enemies[letter]
    assert other.warband is not None
    facts = [KILLING_BLOW] if fall.killing_blow else []
    if sheet.sides[letter].marks.get(fall.by) == fall.who:
        facts.append(MARK)
    return Casualty(
        model="",
        roster_id=fall.who,
        facts=facts,
        by_name=enemy.name if enemy is not None else "",
        by_roster=enemy.key if enemy is not None else "",
        by_role=ROLE_OF_KIND[enemy.kind] if enemy is not None else "",
        by_warband=other.name,
        by_warband_id=other.warband.public_id,
        by_type=other.warband.warband_type_code,
        by_side=other.letter,
    )
