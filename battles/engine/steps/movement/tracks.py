"""A path as the rules need it: legs with their costs and dice, validated against everything on the table.

Rules: GM-PATH-01, MV-WALK-02, MV-WALK-03, MV-EDGE-01

`measure` turns a path of a command into a `Track` or refuses it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from battles.engine.commands import Segment
from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import BattleState
from battles.engine.steps.movement.movers import mover_of, others_of, rules_of
from battles.engine.table.movement.paths import Check, PathOutcome, Step, judge_path
from battles.engine.table.movement.rules import Mover, Other, Refused
from battles.engine.table.vectors import Spot

_STEPS = {
    "walk": ("walk", ""), "leap": ("walk", ""), "swim": ("walk", ""), "climb": ("climb", "wall"), "ladder": ("climb",
    "ladder"),
    "rope": ("climb", "rope"), "stairs": ("climb", "stairs"), "gap": ("jump", "gap"), "down": ("jump", "down"),
}  # fmt: skip
_KINDS = {(kind, mode): name for name, (kind, mode) in _STEPS.items() if kind != "walk"}
CLIMBED = ("climb", "ladder", "rope")


class Leg(NamedTuple):
    """One part of a track; (x, y, z) is where it ends."""

    kind: str
    """"walk", "leap", "swim", "climb", "ladder", "rope", "stairs", "gap" or "down"."""
    x: int
    y: int
    z: int
    cost: int
    rise: int = 0
    """Height of the end of the leg above its start."""
    leaps: tuple[int, ...] = ()
    """Heights of low objects that are leapt over."""


class Track(NamedTuple):
    """A validated path.

    Each check names the leg (from 0) before which its dice are rolled. A number past the last leg belongs to a jump
    that fails.
    """

    start: Spot
    legs: tuple[Leg, ...]
    cost: int
    checks: tuple[Check, ...] = ()

    @property
    def end(self) -> Spot:
        if not self.legs:
            return self.start
        last = self.legs[-1]
        return Spot(last.x, last.y, last.z)

    @property
    def segments(self) -> tuple[Segment, ...]:
        return tuple((leg.kind, leg.x, leg.y, leg.z) for leg in self.legs)


def start_of(state: BattleState, model_id: str) -> Spot:
    """The position of the model."""
    model = state.models[model_id]
    return Spot(model.x, model.y, model.z)


def steps_of(path: Sequence[Segment]) -> list[Step]:
    """The segments of a command as steps of the geometry."""
    return [Step(_STEPS[kind][0], x, y, z, _STEPS[kind][1]) for kind, x, y, z in path]


def segments_of(steps: Sequence[Step]) -> tuple[Segment, ...]:
    """Steps of the geometry as the segments of a command."""
    return tuple((_KINDS.get((step.kind, step.mode), "walk"), step.x, step.y, step.z) for step in steps)


def track_of(outcome: PathOutcome, start: Spot) -> Track:
    """The result of the geometry as a track."""
    legs = tuple(
        Leg(
            _KINDS.get((leg.kind, leg.mode), leg.kind),
            leg.end.x,
            leg.end.y,
            leg.end.z,
            leg.cost,
            leg.end.z - leg.start.z,
            leg.leaps,
        )
        for leg in outcome.legs
    )
    return Track(start, legs, outcome.cost, outcome.checks)


def judge(game: Game, mover: Mover, path: Sequence[Segment], others: Sequence[Other], model_id: str) -> Track | Refused:
    """Validate a path for a mover. Returns the refusal of the geometry if it is not possible."""
    outcome = judge_path(game.table, mover, steps_of(path), others, rules_of(game, model_id))
    if outcome.refused is not None:
        return outcome.refused
    return track_of(outcome, Spot(mover.body.x, mover.body.y, mover.body.z))


def measure(
    game: Game, state: BattleState, model_id: str, path: Sequence[Segment], manner: str, targets: Collection[str] = ()
) -> Track:
    """Validate a path. Returns its legs with their costs and checks. Raises IllegalAction that names what is in the
    way.
    """
    mover = mover_of(game, state, model_id, manner)
    track = judge(game, mover, path, others_of(game, state, model_id, targets=targets), model_id)
    if isinstance(track, Refused):
        raise IllegalAction(
            track.code, say("{who}: {sentence}", who=game.name(model_id), sentence=track.sentence), track.rule_id
        )
    return track
