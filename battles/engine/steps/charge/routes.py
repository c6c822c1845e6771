"""Routes of charges: from the charger's position to contact with all its targets.

Rules: MV-CHG-06, MV-CHG-07, MV-CHG-10, GM-ROUTE-01
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise
from math import cos, hypot, pi, radians, sin, sqrt

from battles.engine.commands import Segment
from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.forced.straight_moves import furthest
from battles.engine.steps.movement.movers import mover_of, others_of, rules_of
from battles.engine.steps.movement.track_cuts import of_legs, plan_length
from battles.engine.steps.movement.tracks import Leg, Track, start_of, steps_of, track_of
from battles.engine.table.caches import MISSING
from battles.engine.table.contact import against_obstacle, in_contact
from battles.engine.table.ground import can_stand, heights_at
from battles.engine.table.movement.paths import Step, judge_path
from battles.engine.table.movement.routes import CostLimit, Route, route_to_contact, routes_to_points
from battles.engine.table.movement.rules import Mover, MoveRules, Other, Refused
from battles.engine.table.vectors import SLACK, TOUCH, Body, Spot, ceil_real, gap_at_most, round_half_up, toward
from battles.engine.terrain.pieces import rivers

Place = tuple[float, float]
ENDLESS = 1_000_000
SPARE = 10
"""Added to the length of the longest path that is searched for, because of rounding."""
DETOUR = 100
"""How much longer than the most direct path a drawn path may be, since drawing is not exact (hundredths of an inch)."""
STRAY = 400
TRIED = 8
"""Number of contact points to try if there is no room at the first."""
CLIMBS = ("climb", "ladder", "rope", "stairs")
BESIDE_HEAD = 100
"""Maximum distance between the top of a climb and a charger who is placed next to an enemy standing there. Rule:
MV-CHG-12
"""

RouteKey = tuple[Mover, MoveRules, tuple[Body, ...], tuple[Other, ...], tuple[Segment, ...], int, bool]
"""Everything that a charge route depends on: mover, rules, targets, other models, drawn path, `farthest`, cheapest."""


class _Way:
    """One search for a path: the charger, all models in its way, the targets."""

    def __init__(self, game: Game, state: BattleState, model_id: str, targets: Sequence[str], farthest: int) -> None:
        self.farthest = farthest
        self.game, self.state = game, state
        self.mover: Mover = mover_of(game, state, model_id, "charge", budget=ENDLESS)
        self.rules: MoveRules = rules_of(game, model_id)
        self.model_id, self.target_ids = model_id, targets
        self.targets = [body_of(game, state, target) for target in targets]
        self.others: list[Other] = others_of(game, state, model_id, without=targets)
        self.start: Spot = start_of(state, model_id)
        self.cheapest = game.rules.charge_route == "free"

    @cached_property
    def crowd(self) -> list[Other]:
        """All other models, including the targets."""
        return others_of(self.game, self.state, self.model_id, targets=self.target_ids)

    # -- routes -------------------------------------------------------------------------------------------------------

    def to_contact(self, via: Sequence[Step]) -> Track | None:
        """The most direct (or cheapest) path to the target."""
        route = route_to_contact(
            self.game.table, self.mover, self.targets[0], self.others, self.rules, via=via, cheapest=self.cheapest,
            farthest=self.farthest,
        )  # fmt: skip
        if isinstance(route, Refused):
            return None
        track = self.track(route)
        if track is None or not track.legs or can_stand(self.game.table, self._at(track.end), self.crowd):
            return track
        if len(track.legs) == len(via) and track.legs[-1].kind in CLIMBS:
            return self._beside_head(track)
        return self._against_obstacle(track) or self._elsewhere(via)

    def to_points(self, points: Sequence[Place], via: Sequence[Step]) -> Track | None:
        """The cheapest of the shortest paths to points where the charger may stand."""
        crowd = [*self.others, *(Other(body, True, False, True) for body in self.targets)]
        best: Track | None = None
        rest = [point for point in points if self.is_room(point)]
        limit = CostLimit()
        for point, route in routes_to_points(
            self.game.table, self.mover, tuple(rest), self.targets[0].z, crowd, self.rules, via=via,
            cheapest=self.cheapest, farthest=self.farthest, limit=limit,
        ):  # fmt: skip
            if best is not None and route.length >= best.cost:
                break
            rest.remove(point)
            track = self.track(route, point)
            stands = track is not None and can_stand(self.game.table, self._at(track.end), self.crowd)
            if track is not None and stands and (best is None or track.cost < best.cost):
                best = track
                limit.cost = best.cost
            if best is not None and not via and all(self._away(other) >= best.cost for other in rest):
                break
        return best

    def _away(self, point: Place) -> float:
        """The straight-line distance to a point: no path to it can be shorter."""
        return hypot(point[0] - self.start.x, point[1] - self.start.y)

    def is_room(self, point: Place) -> bool:
        """Whether the charger could stand at a point, at any of its heights."""
        x, y = round_half_up(point[0]), round_half_up(point[1])
        heights = heights_at(self.game.table, x, y)
        return any(can_stand(self.game.table, self._at(Spot(x, y, z)), self.crowd) for z in heights)

    def along(self, steps: Sequence[Step]) -> Track | None:
        """The exact path that the player drew, if it ends in contact with every target."""
        outcome = judge_path(self.game.table, self.mover, steps, self.crowd, self.rules)
        if outcome.refused is not None:
            return None
        end = self._at(outcome.end)
        if any(check.automatic for check in outcome.checks):
            return track_of(outcome, self.start)
        if all(in_contact(self.game.table, end, target) for target in self.targets):
            return track_of(outcome, self.start)
        return None

    def up_to_contact(self, steps: Sequence[Step]) -> list[Step]:
        """A drawn path without its part inside the target's base. The search completes it from there."""
        target = self.targets[0]
        both = self.mover.body.radius + target.radius
        left = list(steps)
        while left and left[-1].kind == "walk":
            x, y = left[-1].x, left[-1].y
            if hypot(x - target.x, y - target.y) >= both - SLACK:
                break
            last = left.pop()
            before = (left[-1].x, left[-1].y) if left else self.start[:2]
            length = hypot(x - before[0], y - before[1])
            for far in range(int(length), 0, -1):
                px, py = toward(*before, x, y, far)
                if hypot(px - target.x, py - target.y) >= both:
                    left.append(last._replace(x=px, y=py))
                    return left
        return left

    def track(self, route: Route, point: Place | None = None) -> Track | None:
        """A route with its tests. The last leg ends at a computed position and costs its actual length."""
        outcome = judge_path(self.game.table, self.mover, route.steps, self.crowd, self.rules, ends_anywhere=True)
        if outcome.refused is not None:
            return None
        track = track_of(outcome, self.start)
        cost = route.cost
        if point is not None and len(route.spots) == 2 and route.cost == route.length:
            cost = ceil_real(hypot(point[0] - self.start.x, point[1] - self.start.y))
        if cost == track.cost or not track.legs:
            return track
        last = track.legs[-1]
        legs = (*track.legs[:-1], last._replace(cost=last.cost + cost - track.cost))
        return track._replace(legs=legs, cost=cost)

    def _against_obstacle(self, track: Track) -> Track | None:
        """The route up to a low obstacle across which the charger can fight. Rule: MV-CHG-07"""
        last = track.legs[-1]
        before = track.legs[-2] if len(track.legs) > 1 else None
        start = Spot(before.x, before.y, before.z) if before else track.start
        spot = against_obstacle(self.game.table, self.mover.body, start, track.end, self.targets[0])
        if spot is None:
            return None
        cost = ceil_real(hypot(spot.x - start.x, spot.y - start.y))
        legs = [*track.legs[:-1], last._replace(x=spot.x, y=spot.y, z=spot.z, cost=cost, leaps=())]
        return of_legs(track, legs)

    def _beside_head(self, track: Track) -> Track | None:
        """The route to a place next to an enemy who stands where a climb, ladder or stair ends. Rule: MV-CHG-12"""
        head, target = track.end, self.targets[0]
        both = self.mover.body.radius + target.radius
        exact = self.mover.body._replace(radius=self.mover.body.radius + SLACK)
        points = []
        for tenth in range(3600):
            angle = radians(tenth / 10)
            point = (target.x + both * cos(angle), target.y + both * sin(angle))
            away = hypot(point[0] - head.x, point[1] - head.y)
            if away <= BESIDE_HEAD:
                points.append((away, point))
        for _, (x, y) in sorted(points):
            spot = Spot(round_half_up(x), round_half_up(y), head.z)
            fits = can_stand(self.game.table, exact.at(spot.x, spot.y, spot.z))
            if fits and can_stand(self.game.table, self._at(spot), self.crowd):
                last = track.legs[-1]._replace(x=spot.x, y=spot.y)
                return track._replace(legs=(*track.legs[:-1], last))
        return None

    def _elsewhere(self, via: Sequence[Step]) -> Track | None:
        """The route to another point of contact, where there is room for the base."""
        both = self.mover.body.radius + self.targets[0].radius
        return self.to_points(list(islice(self._round(self.targets[0], both), TRIED)), via)

    def _round(self, target: Body, both: int) -> Iterator[Place]:
        """Points around the target where the base may stand, nearest first. They are checked one at a time."""
        points = [(target.x + both * cos(i * pi / 36), target.y + both * sin(i * pi / 36)) for i in range(72)]
        for point in sorted(points, key=self._away):
            spot = Spot(round_half_up(point[0]), round_half_up(point[1]), target.z)
            if can_stand(self.game.table, self._at(spot), self.crowd):
                yield point

    def _at(self, spot: Spot) -> Body:
        return self.mover.body.at(spot.x, spot.y, spot.z)


def contact_points(mover: Body, targets: Sequence[Body]) -> list[Place]:
    """The points, seen from above, where the mover's base touches the first two targets and all others too. Rule:
    MV-CHG-10
    """
    points = _two_circles(targets[0], targets[1], mover.radius)
    return [
        point
        for point in points
        if all(
            gap_at_most(mover._replace(x=round_half_up(point[0]), y=round_half_up(point[1])), target, TOUCH)
            for target in targets[2:]
        )
    ]


def _two_circles(a: Body, b: Body, radius: int) -> list[Place]:
    ra, rb = a.radius + radius, b.radius + radius
    dx, dy = b.x - a.x, b.y - a.y
    far = hypot(dx, dy)
    if not far or far > ra + rb or far < abs(ra - rb):
        return []
    along = (far * far + ra * ra - rb * rb) / (2 * far)
    off = sqrt(max(0.0, ra * ra - along * along))
    mx, my = a.x + dx * along / far, a.y + dy * along / far
    return [(mx + sign * off * dy / far, my - sign * off * dx / far) for sign in (1, -1)]


def route_to(
    game: Game,
    state: BattleState,
    model_id: str,
    targets: Sequence[str],
    path: Sequence[Segment] = (),
    farthest: int | None = None,
) -> Track | None:
    """The track of a charge, or None if there is no path within `farthest` (by default, what a charge can cover).

    Slow ground may cost more than the charger can pay. `path` is the player's path. In rulesets with free routes it is
    followed as drawn and completed from its last point; None if that is impossible. Otherwise only its ladders, climbs
    and jumps count (see `drawn_route`).
    """
    if farthest is None:
        farthest = allowance_of(game, state, model_id).charge + SPARE
    if not path and len(targets) == 1 and _is_out_of_range(game, state, model_id, targets[0], farthest):
        return None
    way = _Way(game, state, model_id, targets, farthest)
    cache = game.table.caches.charge_routes
    key = (way.mover, way.rules, tuple(way.targets), tuple(way.others), tuple(path), farthest, way.cheapest)
    found = cache.get(key, MISSING)
    if found is MISSING:
        return cache.store(key, _find(way, path))
    cache.counts.hits += 1
    return found


def _is_out_of_range(game: Game, state: BattleState, model_id: str, target: str, farthest: int) -> bool:
    """Whether even the straight line to contact is longer than a path may be."""
    mine, theirs = body_of(game, state, model_id), body_of(game, state, target)
    return hypot(theirs.x - mine.x, theirs.y - mine.y) - mine.radius - theirs.radius > farthest


def _find(way: _Way, path: Sequence[Segment]) -> Track | None:
    via: list[Step] = []
    if path:
        steps = steps_of(path)
        if way.cheapest:
            drawn = way.along(steps)
            if drawn is not None:
                return drawn
            via = way.up_to_contact(steps)
        else:
            named = _named(way, steps)
            if named is None:
                return None
            via = named
    if len(way.targets) > 1:
        return way.to_points(contact_points(way.mover.body, way.targets), via)
    return way.to_contact(via)


def _named(way: _Way, steps: Sequence[Step]) -> list[Step] | None:
    """The special legs of a drawn path, each reached by the shortest walk; None if one cannot be reached."""
    via: list[Step] = []
    here = way.start
    before = way.start
    for step in steps:
        if step.kind == "walk":
            before = Spot(step.x, step.y, step.z)
            continue
        if (before.x, before.y) != (here.x, here.y):
            walked = way.mover._replace(body=way.mover.body.at(here.x, here.y, here.z))
            ways = routes_to_points(
                way.game.table, walked, [before[:2]], here.z, way.crowd, way.rules, cheapest=way.cheapest
            )
            found = next(ways, None)
            if found is None:
                return None
            via.extend(found[1].steps)
        via.append(step)
        here = before = Spot(step.x, step.y, step.z)
    return via


def drawn_route(
    game: Game, state: BattleState, model_id: str, targets: Sequence[str], path: Sequence[Segment]
) -> Track:
    """The track of a charge along a drawn path. Raises IllegalAction if it is not possible.

    Rule: MV-CHG-06
    """
    track = route_to(game, state, model_id, targets, path)
    if track is None:
        raise IllegalAction(
            "no_such_way", say("{who} cannot charge along this path.", who=game.name(model_id)), "MV-CHG-06"
        )
    if game.rules.charge_route != "free" and not _is_direct(game, state, model_id, targets[0], path, track):
        raise IllegalAction(
            "not_direct",
            say("{who} must charge by the most direct path. Charge without drawing a path.", who=game.name(model_id)),
            "MV-CHG-06",
        )
    return track


def _is_direct(
    game: Game, state: BattleState, model_id: str, target: str, path: Sequence[Segment], track: Track
) -> bool:
    """Whether a drawn path, completed straight to contact, is no detour compared with the charge's most direct path."""
    mine, theirs = body_of(game, state, model_id), body_of(game, state, target)
    spots = [(mine.x, mine.y), *((x, y) for _, x, y, _ in path)]
    drawn = sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(spots))
    x, y = spots[-1]
    rest = max(0.0, hypot(theirs.x - x, theirs.y - y) - mine.radius - theirs.radius)
    return drawn + rest <= plan_length(track) + DETOUR


def charge_budget(game: Game, state: BattleState, model_id: str, track: Track | None) -> int:
    """How much a charge along this path may cost: roots and mire on it reduce Movement by 1.

    Rule: TR-FOREST-ANCIENT-01
    """
    budget = allowance_of(game, state, model_id).charge
    return budget if track is None else budget - 2 * rivers.slowed_by(game, state, model_id, track)


def failing_route(
    game: Game, state: BattleState, model_id: str, targets: Sequence[str], path: Sequence[Segment] = ()
) -> Track | None:
    """The path of a failed charge: the direct one, or a straight line if that is too long to be searched for."""
    return path_to_contact(game, state, model_id, targets, path) or straight_line(game, state, model_id, targets[0])


def path_to_contact(
    game: Game, state: BattleState, model_id: str, targets: Sequence[str], path: Sequence[Segment] = ()
) -> Track | None:
    """The direct path of a charge of any length; None if it would be a long detour."""
    mine, theirs = body_of(game, state, model_id), body_of(game, state, targets[0])
    straight = int(hypot(mine.x - theirs.x, mine.y - theirs.y))
    return route_to(game, state, model_id, targets, path, farthest=straight + STRAY)


def bee_line(game: Game, state: BattleState, model_id: str, target: str) -> Track:
    """The straight line between two models, ignoring obstacles. Used when a path is too long to be walked."""
    enemy = state.models[target]
    return Track(start_of(state, model_id), (Leg("walk", enemy.x, enemy.y, enemy.z, ENDLESS),), ENDLESS)


def straight_line(game: Game, state: BattleState, model_id: str, target: str) -> Track | None:
    """The straight line to contact with an enemy, up to the first obstacle; None if no part of it can be walked."""
    start = start_of(state, model_id)
    mover = mover_of(game, state, model_id, "charge", budget=ENDLESS)
    mine, theirs = body_of(game, state, model_id), body_of(game, state, target)
    far = hypot(theirs.x - mine.x, theirs.y - mine.y)
    length = int(far) - mine.radius - theirs.radius
    if length <= 0:
        return None
    way = ((theirs.x - mine.x) / far, (theirs.y - mine.y) / far)
    others = others_of(game, state, model_id, targets=(target,))
    reached = furthest(game, mover, start, way, length, others, rules_of(game, model_id))
    if not reached.length:
        return None
    return Track(start, (Leg("walk", *reached.spot, reached.cost),), reached.cost)
