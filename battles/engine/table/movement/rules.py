"""The rulesets' differences in movement as switches, and the description of a mover (data for `paths`, `reach`,
`routes`).

Lengths in hundredths of an inch. `rulesets.movement` builds a `MoveRules` from the active rules; the geometry never
reads the ruleset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from battles.engine.table.vectors import Body


@dataclass(frozen=True, slots=True)
class MoveRules:
    """Switches of movement. The defaults are the `core` ruleset."""

    leap_limit: int = 100
    """Height of the highest object that may be leapt without a test: 100 in core, 99 (under an inch) in others
    (MV-WALK-04, TR-BARRIER-01).
    """
    leap_at_run: bool = True
    """Whether a runner may leap (not in gazette, MV-RUN-05)."""
    difficult: int = 2
    very_difficult: int = 2
    """Cost of very difficult ground per inch; 4 outside core (TR-CLASS-01)."""
    shallow_water: int = 2
    deep_water: int | None = 2
    """Cost of deep water per inch; None if only models that swim may enter it (TR-SWIM-01)."""
    ladder_is_climb: bool = True
    """Whether a ladder counts towards the climbing limit and prevents running (MV-LADDER-01, MV-RUN-05)."""
    ladder_up_at_run: bool = False
    ladder_down_at_run: bool = False
    ladder_test_in_charge: bool = False
    """Whether each ladder, rope or stair taken upwards in a charge needs an Initiative test (gazette, MV-CHG-11)."""
    rope_is_climb: bool = True
    """Whether a rope counts as a climb that needs a test (MV-LADDER-01)."""
    climb_in_charge: bool = True
    climb_from_contact_only: bool = False
    """Whether the climber must touch the wall or edge when its phase begins (MV-CLIMB-02)."""
    animals_climb: bool = True
    jump_max: int | None = None
    """Greatest height of a jump down; None for no limit, 600 outside core (MV-JUMPDN-01)."""
    gap_max: int = 300
    gap_tested: bool = False
    """Whether a gap needs an Initiative test, and a jump that is too long ends in a fall (MV-GAP-01)."""
    gap_rise: int = 0
    """How much higher the landing of a jump may be: 25 outside core (MV-GAP-01), 0 in core (MV-GAP-02)."""
    gap_free_drop: int | None = 100
    """Greatest depth of a landing that needs no test in core; a lower one needs at least one. None: tests as for a jump
    down.
    """
    crack: int = 50
    """A break up to this wide is not a gap (MV-GAP-01)."""


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
    """A moving model: what it is, how far and in what way it moves. `movement` is M after penalties, `allowance` what
    this move may cost.

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
    """How many inches the model may climb for each inch of allowance."""
    safe_drop: int = 0
    """Height from which the model can jump down in any ruleset."""
    anywhere: bool = False
    """Whether the model can cross all ground and climb walls, however it moves."""
    ghostly: bool = False
    """Whether walls and solid objects do not stop the model on its way. It may end where other models could."""
    sure_footed: int = 0
    """1: difficult ground does not slow the model; 2: nor does very difficult ground."""
    swings: int = 0
    """Width of the gaps that the model can swing across with an Initiative test, without using movement (MV-GAP-01)."""

    @property
    def hasty(self) -> bool:
        """Whether the model moves faster than a walk (TR-DANGER-01)."""
        return self.mode in ("run", "charge", "failed_charge", "flee", "random")

    def may_climb(self, rules: MoveRules) -> bool:
        """Whether the model may climb walls in this manner of moving (MV-CLIMB-01, MV-RUN-05, MV-CHG-12)."""
        if self.mounted or self.chariot or (self.animal and not rules.animals_climb):
            return False
        if self.anywhere:
            return True
        return self.mode == "walk" or (self.mode == "charge" and rules.climb_in_charge)

    def widest_gap(self, rules: MoveRules) -> int:
        """The widest gap that the model can cross, by a jump or by swinging (MV-GAP-01, MV-GAP-02)."""
        return max(rules.gap_max, self.swings)

    def swings_over(self, width: int, spent: int, rules: MoveRules) -> bool:
        """Whether the model swings across a gap, because a jump would need a test, would be too far, or would cost too
        much.
        """
        return width <= self.swings and (rules.gap_tested or width > rules.gap_max or spent + width > self.allowance)

    def climb_cost(self, height: int) -> int:
        """Cost of climbing a face of this height (MV-CLIMB-03)."""
        return -(-height // self.climb_share)

    def factor(self, ground: str, rules: MoveRules) -> int:
        """Cost of an inch on a class of ground; 0 if it cannot be entered (TR-CLASS-01, TR-SWIM-01)."""
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
    """Another model that may be in the way. `target`: whether it is the target of a charge, whose base may be
    touched.
    """

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
