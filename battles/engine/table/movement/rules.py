"""Differences of the rulesets in movement, as switches, and the description of a mover (data for `paths`, `reach`,
`routes`).

Lengths in hundredths of an inch. A ruleset layer builds one `MoveRules`; the geometry never reads the edition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from battles.engine.table.vectors import Body


@dataclass(frozen=True, slots=True)
class MoveRules:
    """Switches of movement. The defaults are the `core` ruleset."""

    leap_limit: int = 100
    """Highest object leapt free: 100 in core, 99 (under an inch) elsewhere (MV-WALK-04, TR-BARRIER-01)."""
    leap_at_run: bool = True
    """Whether a runner may leap (gazette: no, MV-RUN-05)."""
    difficult: int = 2
    very_difficult: int = 2
    """Cost per inch; 4 outside core (TR-CLASS-01)."""
    shallow_water: int = 2
    deep_water: int | None = 2
    """None: impassable for models that cannot swim (TR-SWIM-01)."""
    ladder_is_climb: bool = True
    """A ladder counts towards the climbing limit and prevents running (MV-LADDER-01, MV-RUN-05)."""
    ladder_up_at_run: bool = False
    ladder_down_at_run: bool = False
    ladder_test_in_charge: bool = False
    """Gazette: one Initiative test for each ladder, rope or stair taken upwards in a charge (MV-CHG-11)."""
    rope_is_climb: bool = True
    """A rope is a climb that needs a test (MV-LADDER-01)."""
    climb_in_charge: bool = True
    climb_from_contact_only: bool = False
    """The climber must touch the face, or the rim, when its phase begins (MV-CLIMB-02)."""
    animals_climb: bool = True
    jump_max: int | None = None
    """Highest jump down; 600 outside core (MV-JUMPDN-01)."""
    gap_max: int = 300
    gap_tested: bool = False
    """Initiative test for a gap, and an automatic fall when it proves too wide (MV-GAP-01)."""
    gap_rise: int = 0
    """How much higher the landing may be: 25 outside core (MV-GAP-01), 0 in core (MV-GAP-02)."""
    gap_free_drop: int | None = 100
    """Core: a landing up to this lower needs no test, a lower one at least one. None: tests as for a jump down."""
    crack: int = 50
    """A break this wide is not a gap (MV-GAP-01)."""


CORE = MoveRules()
MORDHEIM = MoveRules(
    leap_limit=99, very_difficult=4, deep_water=None, ladder_is_climb=False, ladder_up_at_run=True,
    ladder_down_at_run=True, rope_is_climb=False, climb_in_charge=False, climb_from_contact_only=True,
    animals_climb=False, jump_max=600, gap_tested=True, gap_rise=25, gap_free_drop=None,
)  # fmt: skip
SKIRMISH = MORDHEIM
GAZETTE = MoveRules(
    leap_limit=99, leap_at_run=False, very_difficult=4, deep_water=None, ladder_is_climb=False, ladder_up_at_run=False,
    ladder_down_at_run=True, ladder_test_in_charge=True, rope_is_climb=False, climb_in_charge=False,
    climb_from_contact_only=True, animals_climb=False, jump_max=600, gap_tested=True, gap_rise=25, gap_free_drop=None,
)  # fmt: skip


class Mover(NamedTuple):
    """Who moves, how far and in what way. `movement` is M after penalties, `allowance` what this move may cost.

    `mode` is walk, run, charge, failed_charge, crawl, flee or random.
    """

    body: Body
    movement: int
    allowance: int
    mode: str = "walk"
    small: bool = True
    animal: bool = False
    mounted: bool = False
    chariot: bool = False
    aquatic: bool = False
    climb_share: int = 1
    """Inches of a face climbed for each inch of allowance."""
    safe_drop: int = 0
    """The model can jump down from at least this height."""
    anywhere: bool = False
    """It can cross all ground and climb walls whichever way it moves."""
    ghostly: bool = False
    """Walls and solid objects do not stop it on its way; it may end where others could stand."""
    sure_footed: int = 0
    """1: difficult ground costs it no more than open; 2: very difficult ground neither."""
    swings: int = 0
    """Swings across gaps up to this wide with an Initiative test, without using movement (MV-GAP-01)."""

    @property
    def hasty(self) -> bool:
        """Moves at more than a walk (TR-DANGER-01)."""
        return self.mode in ("run", "charge", "failed_charge", "flee", "random")

    def may_climb(self, rules: MoveRules) -> bool:
        """Whether this kind of model, moving this way, may climb walls (MV-CLIMB-01, MV-RUN-05, MV-CHG-12)."""
        if self.mounted or self.chariot or (self.animal and not rules.animals_climb):
            return False
        if self.anywhere:
            return True
        return self.mode == "walk" or (self.mode == "charge" and rules.climb_in_charge)

    def widest_gap(self, rules: MoveRules) -> int:
        """The widest gap it can cross, by a jump or on a whip (MV-GAP-01, MV-GAP-02)."""
        return max(rules.gap_max, self.swings)

    def swings_over(self, width: int, spent: int, rules: MoveRules) -> bool:
        """Whether it swings across a gap where a jump would need a test, is too far, or costs too much."""
        return width <= self.swings and (rules.gap_tested or width > rules.gap_max or spent + width > self.allowance)

    def climb_cost(self, height: int) -> int:
        """Cost of climbing a face of this height (MV-CLIMB-03)."""
        return -(-height // self.climb_share)

    def factor(self, ground: str, rules: MoveRules) -> int:
        """Cost of an inch of a class of ground; 0 means it cannot be entered (TR-CLASS-01, TR-SWIM-01)."""
        if ground == "open" or (self.anywhere and ground != "impassable_solid"):
            return 1
        if self.ghostly and ground.startswith("impassable"):
            return 1
        if ground == "difficult":
            return 1 if self.sure_footed else rules.difficult
        if ground == "very_difficult" and self.sure_footed > 1:
            return 1
        if ground == "very_difficult":
            return rules.very_difficult if self.small else 0
        if ground in ("shallow_water", "deep_water"):
            if self.aquatic:
                return 1
            return rules.shallow_water if ground == "shallow_water" else rules.deep_water or 0
        return 0


class Other(NamedTuple):
    """Another model in the way. `target`: the target of a charge, whose base may be touched."""

    body: Body
    standing: bool = True
    enemy: bool = False
    target: bool = False


class Refused(NamedTuple):
    """Why a movement is impossible: a code for programs, a sentence for players, the rule's id, the leg (from 0)."""

    code: str
    sentence: str
    rule_id: str
    leg: int = 0
