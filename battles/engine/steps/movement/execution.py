"""Carries out a validated track: leg by leg with its tests, then contact, facing and what enemies notice.

Before a die is rolled that may end the move, the model is placed at the last position on its path where it may stay. A
fall, a failed climb or a wound then happens there. Rules: GM-PLACE-01, MV-CLIMB-04, MV-CLIMB-05, MV-JUMPDN-01,
MV-GAP-01, MV-GAP-02, MV-CHG-11, TR-DANGER-02
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees

from battles.engine.events import Faced, Moved
from battles.engine.flow import Context
from battles.engine.steps.models import contact
from battles.engine.steps.movement import traps
from battles.engine.steps.movement.allowances import is_mounted
from battles.engine.steps.movement.dangerous_ground import Danger, dangers_of, is_survived
from battles.engine.steps.movement.forced.placement import Room
from battles.engine.steps.movement.heights.climbing import roll_check
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.movement.tracks import CLIMBED, Leg, Track, start_of
from battles.engine.table.vectors import Spot, round_half_up
from battles.engine.terrain.pieces import rivers


class Carrier:
    """Moves one model along a track."""

    def __init__(self, ctx: Context, model_id: str, manner: str) -> None:
        self.ctx = ctx
        self.who = model_id
        self.manner = manner
        self.pending: list[Leg] = []

    def flush(self) -> None:
        """Emit an event for the part of the walk since the last event."""
        if not self.pending:
            return
        path = tuple((leg.kind, leg.x, leg.y, leg.z) for leg in self.pending)
        spent = sum(leg.cost for leg in self.pending)
        climbed = sum(abs(leg.rise) for leg in self.pending if leg.kind in CLIMBED)
        self.ctx.emit(Moved(self.who, self.manner, path, spent, climbed))
        self.pending = []

    def halt(self) -> None:
        """Emit an event for the walk up to the last place where the model may stay; the rest follows later, if it
        continues.

        Rule: GM-PLACE-01
        """
        if not self.pending:
            return
        walked = self.pending
        whole = Track(start_of(self.ctx.state, self.who), tuple(walked), sum(leg.cost for leg in walked))
        stopped = Room(self.ctx.game, self.ctx.state, self.who).stop_on(whole)
        self.pending = list(stopped.legs)
        self.flush()
        self.pending = _rest_of(walked, stopped)

    def go(self, track: Track) -> bool:
        """Carry out the track. Returns False when the model does not reach its end."""
        dangers = dangers_of(self.ctx.game, self.ctx.state, self.who, self.manner, track)
        x, y, z = track.start
        for number, leg in enumerate(track.legs):
            if not self._tests(track, number):
                return False
            spent = 0
            for danger in dangers:
                if danger.leg == number:
                    spent = self._walk_to(danger, leg, Spot(x, y, z), spent)
                    if not is_survived(self.ctx, self.who, danger):
                        return False
            leg = leg._replace(cost=leg.cost - spent)
            self.pending.append(leg)
            x, y, z = leg.x, leg.y, leg.z
        if not self._tests(track, len(track.legs)):
            return False
        self.flush()
        return True

    def _tests(self, track: Track, number: int) -> bool:
        for check in track.checks:
            if check.leg == number:
                self.halt()
                if not roll_check(self.ctx, self.who, check):
                    return False
        return True

    def _walk_to(self, danger: Danger, leg: Leg, start: Spot, spent: int) -> int:
        """Walk to the start of a dangerous piece. Returns the movement already spent on the leg."""
        px = round_half_up(start.x + (leg.x - start.x) * danger.share)
        py = round_half_up(start.y + (leg.y - start.y) * danger.share)
        model = self.ctx.state.models[self.who]
        paid = round_half_up(leg.cost * danger.share)
        if (px, py) != (start.x, start.y) and (px, py) != (model.x, model.y):
            z = Room(self.ctx.game, self.ctx.state, self.who).foot_at(start, px, py, leg.z)
            self.pending.append(leg._replace(x=px, y=py, z=z, cost=paid - spent, rise=0))
        self.halt()
        return paid


def _rest_of(legs: Sequence[Leg], walked: Track) -> list[Leg]:
    """The legs that are left after the part that was walked."""
    count = len(walked.legs)
    if not count or walked.legs[-1] == legs[count - 1]:
        return list(legs[count:])
    cut, leg = walked.legs[-1], legs[count - 1]
    return [leg._replace(cost=leg.cost - cut.cost, rise=leg.z - cut.z), *legs[count:]]


def carry(ctx: Context, model_id: str, manner: str, track: Track) -> bool:
    """Carry out a track and its consequences. Returns whether the model reached its end."""
    if not track.legs and not track.checks:
        return True
    began = len(ctx.events)
    arrived = Carrier(ctx, model_id, manner).go(track)
    rivers.apply_river_effects(ctx, model_id, track)
    conclude(ctx, model_id, track.start, began)
    return arrived


def conclude(ctx: Context, model_id: str, start: Spot, began: int) -> None:
    """Settle what follows a model's move: contacts, facing, hiding. `began` is the number of events before the move."""
    path: list[tuple[str, int, int, int]] = []
    for event in ctx.events[began:]:
        if isinstance(event, Moved) and event.who == model_id:
            path.extend(event.path)
    if ctx.state.models[model_id].gone or not path:
        return
    contact.settle(ctx, model_id)
    fighter = ctx.fighters[model_id]
    if is_mounted(fighter) or "stupidity" in fighter.keywords:
        face_along(ctx, model_id, start, path)
    hiding_rules.notice_movement(ctx, model_id, start, path)
    traps.spring(ctx, model_id, start, path)


def face_along(ctx: Context, model_id: str, start: Spot, path: Sequence[tuple[str, int, int, int]]) -> None:
    """Turn a mounted or stupid model in the direction of its last leg. Rules: LS-TRUE-01, MV-STUP-01"""
    points = [(start.x, start.y), *((x, y) for _, x, y, _ in path)]
    for (ax, ay), (bx, by) in zip(points[-2::-1], points[:0:-1], strict=True):
        if (ax, ay) != (bx, by):
            heading = round(degrees(atan2(bx - ax, by - ay))) % 360
            if heading != ctx.state.models[model_id].facing:
                ctx.emit(Faced(model_id, heading))
            return
