"""Places where a model may end a move; every forced move uses this to find where it stops. Rules: GM-PLACE-01,
MV-WALK-02

`Room.stop_on` shortens a track to the last place where the model may stay; `Room.last_of` does the same for a straight
path given point by point. Lengths are hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import hypot

from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.movement.movers import mover_of, others_of, rules_of
from battles.engine.steps.movement.track_cuts import cut_at, plan_length
from battles.engine.steps.movement.tracks import Track
from battles.engine.table.ground import ground_class, surface_height
from battles.engine.table.movement.walking import Walk, walk
from battles.engine.table.placement import Place, end_fault, last_place
from battles.engine.table.vectors import SLACK, Body, Spot, round_half_up

ENDLESS = 1_000_000
ON_FOOT = ("walk", "leap", "swim", "push")
"""Kinds of legs on which a model can stop halfway."""


class Room:
    """Answers where one model may end a move in one state of a battle.

    `contact`: whether it may end touching enemies. `without`: models that are not in its way.
    """

    def __init__(
        self, game: Game, state: BattleState, model_id: str, *, contact: bool = False, without: Collection[str] = ()
    ) -> None:
        self.table = game.table
        self.mover = mover_of(game, state, model_id, "walk", budget=ENDLESS)
        self.rules = rules_of(game, model_id)
        self.others = others_of(game, state, model_id, without=without)
        self.may_touch = contact

    # -- one spot ------------------------------------------------------------------------------------------------------

    def holds(self, spot: Spot) -> bool:
        """Whether the model may end a move there."""
        return self._fits(self.body_at(spot))

    def holds_exactly(self, spot: Spot) -> bool:
        """Like `holds`, but without the tolerance for rounded positions. Rule: GM-UNIT-01"""
        body = self.body_at(spot)
        grown = body._replace(radius=body.radius + SLACK)
        return self._fits(grown if self.table.on_table(grown) else body)

    def body_at(self, spot: Spot) -> Body:
        """The model's body at a spot."""
        return self.mover.body.at(spot.x, spot.y, spot.z)

    def _fits(self, body: Body) -> bool:
        ground = ground_class(self.table, body.x, body.y, body.z, self.mover.body.radius)
        if ground != "open" and not self.mover.factor(ground, self.rules):
            return False
        return end_fault(self.table, body, self.others, self.mover.body, may_touch=self.may_touch) is None

    # -- ways ----------------------------------------------------------------------------------------------------------

    def stop_on(self, track: Track, arc: float | None = None) -> Track:
        """The part of a track up to the last place at or before `arc` where the model may stay."""
        whole = plan_length(track)
        most = whole if arc is None else min(arc, whole)
        if most >= whole and (not track.legs or self.holds(track.end)):
            return track
        place = last_place(
            int(most), lambda at: self.spot_on(track, most if at == int(most) else at), self.holds, self.holds_exactly
        )
        if place is None:
            return Track(track.start, (), 0)
        return cut_at(track, most if place.at == int(most) else float(place.at), place.spot.z)

    def last_of(self, length: int, spot_at: Callable[[int], Spot | None]) -> Place | None:
        """The last place on a path given point by point; None if the model may not stop anywhere on it."""
        return last_place(length, spot_at, self.holds, self.holds_exactly)

    def spot_on(self, track: Track, arc: float) -> Spot | None:
        """The spot at this length along a track; None in the middle of a climb or a jump."""
        here, left = track.start, arc
        for leg in track.legs:
            length = hypot(leg.x - here.x, leg.y - here.y)
            if left < length - 1e-6:
                if leg.kind not in ON_FOOT:
                    return None
                share = left / length
                x, y = (
                    round_half_up(here.x + (leg.x - here.x) * share),
                    round_half_up(here.y + (leg.y - here.y) * share),
                )
                return Spot(x, y, self.foot_at(here, x, y, leg.z))
            left -= length
            here = Spot(leg.x, leg.y, leg.z)
        return here

    def foot_at(self, start: Spot, x: int, y: int, end_z: int) -> int:
        """The height of the model's feet at (x, y), on a leg from `start` to a spot at height `end_z`."""
        if not start.z and not end_z and not self.table.surface_grid.at(x, y):
            return 0
        walked = walk(self.table, self.mover, start, (x, y), (), self.rules)
        return walked.z if isinstance(walked, Walk) else surface_height(self.table, x, y, max(start.z, end_z))
