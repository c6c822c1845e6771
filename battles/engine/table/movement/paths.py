"""Checks a whole move: a polyline of walks, climbs and jumps against terrain, other models and the allowance
(GM-PATH-01).

Hundredths of an inch. The result lists every check that the move needs as data; no dice are rolled here. For an
impossible move it contains a `Refused`: code, sentence, rule, leg.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battles.engine.table.ground import can_stand
from battles.engine.table.movement.level_connections import climb, connect, jump_down, jump_gap
from battles.engine.table.movement.rules import Mover, MoveRules, Other, Refused
from battles.engine.table.movement.walking import Walk, walk
from battles.engine.table.placement import end_fault
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, Spot, point_in_polygon, segments_nearer_than, sides_of

TEST_EVERY = 200
"""Height of a jump down that needs one Initiative test, in hundredths of an inch. Rule: MV-JUMPDN-01"""


class Step(NamedTuple):
    """One leg of a requested move: `kind` walk, climb or jump, and where its centre ends.

    `mode` of a climb: wall, ladder, rope, stairs; of a jump: gap, down. Leap and swim are walks that cross something
    low or wet; they may be requested as such or as a walk. The height of a walk follows from the ground.
    """

    kind: str
    x: int
    y: int
    z: int = 0
    mode: str = ""


class Check(NamedTuple):
    """The dice that a leg needs before the move can continue.

    `kind`: climb_up, climb_down, rope_up, rope_down, ladder_charge, jump_down, gap, gap_landing. `tests` is the number
    of Initiative tests, taken in order. A failure means for climb_up, rope_up and ladder_charge: stay at `fall`; for
    the others: fall from `height` at `fall`. `automatic`: the jump fails without a test (MV-GAP-01).
    """

    kind: str
    leg: int
    tests: int
    height: int
    fall: Spot
    automatic: bool = False


class Leg(NamedTuple):
    """One checked leg: kind and mode, both ends, horizontal length, cost, height climbed or dropped, heights leapt
    over.
    """

    kind: str
    mode: str
    start: Spot
    end: Spot
    length: int
    cost: int
    height: int = 0
    leaps: tuple[int, ...] = ()


class PathOutcome(NamedTuple):
    """The result of a move. If `refused` is set, the other fields describe the part before the impossible leg.

    `dangers`: pieces of dangerous ground that a fast move touches, as (piece id, leg), each once (TR-DANGER-01).
    """

    legs: tuple[Leg, ...]
    end: Spot
    cost: int
    length: int
    climbed: int
    checks: tuple[Check, ...]
    dangers: tuple[tuple[str, int], ...]
    refused: Refused | None = None

    @property
    def legal(self) -> bool:
        return self.refused is None

    @property
    def polyline(self) -> tuple[Spot, ...]:
        """The start, and the end of every leg."""
        return (self.legs[0].start, *(leg.end for leg in self.legs)) if self.legs else (self.end,)


def judge_path(
    table: Table,
    mover: Mover,
    steps: Sequence[Step],
    others: Sequence[Other] = (),
    rules: MoveRules | None = None,
    *,
    ends_anywhere: bool = False,
) -> PathOutcome:
    """The cost, checks and legality of a move from `mover.body` along `steps`.

    `ends_anywhere` skips the check for room at the last spot (for forced moves, which are stopped elsewhere). Rules:
    GM-PATH-01, GM-ROUTE-01, MV-WALK-01..04, MV-RUN-05, MV-CLIMB-01..05, MV-LADDER-01, MV-JUMPDN-01, MV-GAP-01, -02.
    """
    return _Judge(table, mover, others, rules or MoveRules()).run(steps, ends_anywhere)


class _Judge:
    def __init__(self, table: Table, mover: Mover, others: Sequence[Other], rules: MoveRules) -> None:
        self.table = table
        self.mover = mover
        self.others = others
        self.rules = rules
        self.here = Spot(mover.body.x, mover.body.y, mover.body.z)
        self.legs: list[Leg] = []
        self.checks: list[Check] = []
        self.cost = self.length = self.climbed = 0
        self.over = False

    def run(self, steps: Sequence[Step], ends_anywhere: bool) -> PathOutcome:
        for number, step in enumerate(steps):
            refused = self.step(number, step)
            if refused:
                return self.outcome(refused._replace(leg=number))
            if self.over:
                return self.outcome(None)
            if self.cost > self.mover.allowance:
                sentence = f"That costs {self.cost / 100:g} of an allowance of {self.mover.allowance / 100:g} inches."
                return self.outcome(Refused("too_far", sentence, "GM-PATH-01", number))
        refused = None if ends_anywhere or not self.legs else self.end_refused()
        return self.outcome(refused and refused._replace(leg=len(steps) - 1))

    def outcome(self, refused: Refused | None) -> PathOutcome:
        dangers = self.dangers() if self.mover.hasty else ()
        return PathOutcome(
            tuple(self.legs), self.here, self.cost, self.length, self.climbed, tuple(self.checks), dangers, refused
        )

    def step(self, number: int, step: Step) -> Refused | None:
        if step.kind in ("walk", "leap", "swim"):
            return self.walk(step)
        if step.kind == "climb":
            if step.mode == "wall":
                return self.climb(number, step)
            return self.connect(number, step)
        if step.kind == "jump" and step.mode == "down":
            return self.jump(number, step)
        if step.kind == "jump" and step.mode == "gap":
            return self.gap(number, step)
        return Refused("unknown", "This kind of movement does not exist.", "GM-PATH-01")

    def go(
        self, kind: str, mode: str, end: Spot, length: int, cost: int, height: int = 0, leaps: tuple[int, ...] = ()
    ) -> None:
        self.legs.append(Leg(kind, mode, self.here, end, length, cost, height, leaps))
        self.here = end
        self.cost += cost
        self.length += length

    def walk(self, step: Step) -> Refused | None:
        walked = walk(self.table, self.mover, self.here, (step.x, step.y), self.others, self.rules)
        if not isinstance(walked, Walk):
            return walked
        kind = "leap" if walked.leaps else "swim" if walked.swims else "walk"
        self.go(kind, "", Spot(step.x, step.y, walked.z), walked.length, walked.cost, 0, walked.leaps)
        return None

    def climb(self, number: int, step: Step) -> Refused | None:
        climbed = climb(self.table, self.mover, self.here, Spot(step.x, step.y, step.z), self.rules)
        if isinstance(climbed, Refused):
            return climbed
        up = step.z > self.here.z
        refused = self.climb_limit(climbed.height)
        if refused:
            return refused
        foot = self.here if up else Spot(step.x, step.y, step.z)
        self.checks.append(Check("climb_up" if up else "climb_down", number, 1, climbed.height, foot))
        self.climbed += climbed.height
        self.go("climb", "wall", Spot(step.x, step.y, step.z), 0, self.mover.climb_cost(climbed.height), climbed.height)
        return None

    def climb_limit(self, height: int) -> Refused | None:
        if self.climbed + height > self.mover.movement:
            return Refused("climb_too_high", "A model climbs no more than its Movement in one phase.", "MV-CLIMB-03")
        return None

    def connect(self, number: int, step: Step) -> Refused | None:
        end = Spot(step.x, step.y, step.z)
        connected = connect(self.table, self.mover, self.here, end, step.mode, self.rules)
        if isinstance(connected, Refused):
            return connected
        way, up = connected
        height = way.head[2] - way.foot[2]
        if (way.kind == "ladder" and self.rules.ladder_is_climb) or (way.kind == "rope" and self.rules.rope_is_climb):
            refused = self.climb_limit(height)
            if refused:
                return refused
            self.climbed += height
            if way.kind == "rope":
                foot = self.here if up else end
                self.checks.append(Check("rope_up" if up else "rope_down", number, 1, height, foot))
        if self.rules.ladder_test_in_charge and self.mover.mode == "charge" and up:
            self.checks.append(Check("ladder_charge", number, 1, height, self.here))
        self.go("climb", way.kind, end, 0, way.cost, height)
        return None

    def jump(self, number: int, step: Step) -> Refused | None:
        jumped = jump_down(self.table, self.mover, self.here, (step.x, step.y), self.rules)
        if isinstance(jumped, Refused):
            return jumped
        end = Spot(step.x, step.y, jumped)
        height = self.here.z - jumped
        if height >= TEST_EVERY:
            self.checks.append(Check("jump_down", number, height // TEST_EVERY, height, end))
        self.go("jump", "down", end, 0, 0, height)
        return self.landed()

    def gap(self, number: int, step: Step) -> Refused | None:
        rules = self.rules
        jumped = jump_gap(self.table, self.mover, self.here, Spot(step.x, step.y, step.z), rules)
        if isinstance(jumped, Refused):
            return jumped
        drop = max(0, self.here.z - step.z)
        swings = self.mover.swings_over(jumped.width, self.cost, rules)
        cost = 0 if swings else jumped.width
        fails = not swings and (jumped.width > rules.gap_max or self.cost + jumped.width > self.mover.allowance)
        if rules.gap_tested or swings:
            self.checks.append(
                Check("gap", number, 0 if fails else 1, self.here.z - jumped.under.z, jumped.under, fails)
            )
            if fails:
                self.over = True
                return None
        elif jumped.width > rules.gap_max:
            return Refused("gap_too_wide", "A gap wider than 3 inches cannot be jumped.", "MV-GAP-02")
        end = Spot(step.x, step.y, step.z)
        if rules.gap_free_drop is not None:
            count = 0 if drop <= rules.gap_free_drop else max(1, drop // TEST_EVERY)
        else:
            count = drop // TEST_EVERY
        if count:
            self.checks.append(Check("gap_landing", number, count, drop, end))
        self.go("jump", "gap", end, cost, cost, drop)
        return self.landed()

    def landed(self) -> Refused | None:
        """Why there is no room for the base where a jump ends; None if there is (MV-JUMPDN-01)."""
        if can_stand(self.table, self.body(), [other for other in self.others if other.standing]):
            return None
        return Refused("no_landing", "There is no room for the base where the jump ends.", "MV-JUMPDN-01")

    def body(self) -> Body:
        return self.mover.body.at(self.here.x, self.here.y, self.here.z)

    def end_refused(self) -> Refused | None:
        return end_fault(self.table, self.body(), self.others, self.mover.body, may_touch=self.mover.mode == "charge")

    def dangers(self) -> tuple[tuple[str, int], ...]:
        """Dangerous pieces that the base touches anywhere on the way, each with the first leg on which it does
        (TR-DANGER-01).
        """
        found: dict[str, int] = {}
        radius = self.mover.body.radius
        for area in self.table.areas:
            if "dangerous" not in area.flags:
                continue
            for number, leg in enumerate(self.legs):
                p, q = leg.start[:2], leg.end[:2]
                level = any(min(abs(leg.start.z - z), abs(leg.end.z - z)) <= 50 for z in area.zs)
                if level and (
                    point_in_polygon(*p, area.outline) >= 0
                    or any(segments_nearer_than(p, q, a, b, radius) for a, b in sides_of(area.outline))
                ):
                    found.setdefault(self.table.pieces[area.piece].id, number)
                    break
        return tuple(sorted(found.items(), key=lambda item: item[1]))
