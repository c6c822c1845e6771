"""Assaults on garrison buildings: who may assault, the path to the wall, the two parties, their targets.

An assault is stored in the state under `assault:<section>`. Assaulting models have none of the benefits of a charge, so
they are not flagged as chargers. Rules: TR-BLDG-ASSAULT-01 to TR-BLDG-ASSAULT-03
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TypedDict

from battles.engine.commands import Segment
from battles.engine.errors import IllegalAction
from battles.engine.events import Engaged, Flagged, Marked
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import ACTED, FIRST_ROUND, HIDDEN, MOVED, BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.allowances import is_chariot
from battles.engine.steps.movement.movers import mover_of, others_of, rules_of
from battles.engine.steps.movement.tracks import Track, start_of, track_of
from battles.engine.table.ground import can_stand
from battles.engine.table.movement.paths import judge_path
from battles.engine.table.movement.routes import routes_to_points
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.vectors import round_half_up, sides_of
from battles.engine.terrain.buildings.entering import nearest_at_wall
from battles.engine.terrain.buildings.garrisons import garrison_of, occupants
from battles.engine.terrain.places import is_called

ASSAULT = "assault:"
"""Prefix of the mark of an assault that will be fought; the section's id follows."""
REPELLED = "repelled:"
"""Prefix of the mark of an assault that failed: `{"side", "attackers", "turn"}`. Rule: TR-BLDG-SALLY-01"""
PARTY = 10
"""Maximum number of models in a party. Rule: TR-BLDG-ASSAULT-03"""
ENDLESS = 1_000_000
RULE = "TR-BLDG-ASSAULT-01"


class Assault(TypedDict):
    """An assault, as its mark stores it."""

    side: str
    attackers: list[str]
    defenders: list[str]
    dealt: dict[str, int]
    """Number of Wounds that each side has caused."""
    picks: dict[str, list[str]]
    """Ids of the models that attacked each hero."""
    sally: bool


def section_assaulted(game: Game, state: BattleState, targets: Sequence[str]) -> str:
    """The section that a charge at these targets assaults; "" for a charge at models in the open."""
    homes = {garrison_of(state, target) for target in targets if target in state.models}
    return homes.pop() if len(homes) == 1 else ""


def check_assault(game: Game, state: BattleState, model_id: str, targets: Sequence[str]) -> str:
    """The section that is assaulted, or "". Raises IllegalAction for models that cannot assault, and for targets inside
    and outside.
    """
    if not state.marks.get("garrison"):
        return ""
    if garrison_of(state, model_id):
        raise IllegalAction(
            "inside", say("{who} cannot charge out of a building.", who=game.name(model_id)), "TR-BLDG-EXIT-01"
        )
    homes = {garrison_of(state, target) for target in targets if target in state.models}
    if homes <= {""}:
        return ""
    if len(homes) > 1:
        raise IllegalAction("one_building", "A model that assaults a building cannot charge another enemy.", RULE)
    if is_chariot(game.fighters[model_id]):
        raise IllegalAction("chariot", say("{who} cannot assault a building.", who=game.name(model_id)), RULE)
    section = homes.pop()
    mark = state.marks.get(ASSAULT + section)
    if mark and mark["side"] != model_id[0]:
        raise IllegalAction("assaulted_already", "Another side is already assaulting that building.", RULE)
    return section


def route_to_wall(
    game: Game,
    state: BattleState,
    model_id: str,
    section: str,
    path: Sequence[Segment] = (),
    farthest: int | None = None,
) -> Track | None:
    """The shortest path to the wall of a section, or the cheapest one in rulesets with free routes; None if there is no
    path.
    """
    piece = game.table.piece(section)
    mover = mover_of(game, state, model_id, "charge", budget=ENDLESS)
    crowd = others_of(game, state, model_id)
    rules = rules_of(game, model_id)
    start = start_of(state, model_id)
    body = mover.body
    best: Track | None = None
    points = [
        point
        for point in _points_at_wall(game, state, piece, model_id)
        if can_stand(game.table, body._replace(x=round_half_up(point[0]), y=round_half_up(point[1])), crowd)
    ]
    found = routes_to_points(
        game.table, mover, points, piece.z0, crowd, rules, cheapest=game.rules.charge_route == "free", farthest=farthest
    )
    for _, route in found:
        if best is not None and route.length >= best.cost:
            break
        outcome = judge_path(game.table, mover, route.steps, crowd, rules, ends_anywhere=True)
        if outcome.refused is None and (best is None or outcome.cost < best.cost):
            best = track_of(outcome, start)
    return best


def _points_at_wall(game: Game, state: BattleState, piece: TerrainPiece, model_id: str) -> list[tuple[float, float]]:
    body = body_of(game, state, model_id)
    x, y = nearest_at_wall(piece, body)
    points: list[tuple[float, float]] = [(float(x), float(y))]
    middle_x = sum(px for px, _ in piece.outline) / len(piece.outline)
    middle_y = sum(py for _, py in piece.outline) / len(piece.outline)
    for (ax, ay), (bx, by) in sides_of(piece.outline):
        length = hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        if (middle_x - ax) * nx + (middle_y - ay) * ny > 0:
            nx, ny = -nx, -ny
        steps = max(1, int(length // (2 * body.radius)))
        for step in range(steps):
            share = (step + 0.5) / steps
            px, py = ax + (bx - ax) * share, ay + (by - ay) * share
            points.append((px + nx * body.radius, py + ny * body.radius))
    return points


def join(ctx: Context, model_id: str, section: str) -> None:
    """Add a model that has reached the wall to the assault: it and its party fight the garrison. Rule:
    TR-BLDG-ASSAULT-03
    """
    mark = dict(ctx.state.marks.get(ASSAULT + section) or _new(ctx.state, model_id[0], section))
    ctx.flag(model_id, on=ACTED | MOVED, off=HIDDEN, why="assault")
    attackers = [*mark["attackers"], model_id]
    ctx.emit(Marked(ASSAULT + section, {**mark, "attackers": attackers}))
    if len(attackers) <= PARTY:
        fresh = not _is_renewed(ctx.state, model_id, section)
        for other in mark["defenders"]:
            if not ctx.state.models[other].gone:
                fight(ctx, model_id, other, fresh=fresh)


def _new(state: BattleState, side: str, section: str) -> Assault:
    inside = occupants(state, section)[:PARTY]
    return {"side": side, "attackers": [], "defenders": inside, "dealt": {}, "picks": {}, "sally": False}


def _is_renewed(state: BattleState, model_id: str, section: str) -> bool:
    """Whether this assault renews one that failed in the turn before, so that it is not a new first round. Rule:
    TR-BLDG-RESULT-01
    """
    mark = state.marks.get(REPELLED + section)
    return mark is not None and model_id in mark["attackers"]


def fight(ctx: Context, model_id: str, other: str, *, fresh: bool = True) -> None:
    """Engage two models of opposing parties, regardless of their positions."""
    for joined in (model_id, other):
        model = ctx.state.models[joined]
        on = FIRST_ROUND if fresh and not model.engaged and not model.flags & FIRST_ROUND else 0
        if on or model.flags & HIDDEN:
            ctx.emit(Flagged(joined, on, model.flags & HIDDEN, "engaged"))
    ctx.emit(Engaged(model_id, other, False))


def assault_of(state: BattleState, model_id: str) -> str:
    """The key of the assault in which a model takes part, or ""."""
    for key, mark in state.marks.items():
        if key.startswith(ASSAULT) and (model_id in mark["attackers"] or model_id in mark["defenders"]):
            return key
    return ""


def allowed_targets(game: Game, state: BattleState, model_id: str, targets: list[str]) -> list[str]:
    """The targets without the heroes that half the party has already attacked, unless no other target is left.

    Rule: TR-BLDG-ASSAULT-03
    """
    key = assault_of(state, model_id)
    if not key:
        return targets
    mark = state.marks[key]
    party = mark["attackers"] if model_id in mark["attackers"] else mark["defenders"]
    half = (min(PARTY, len(party)) + 1) // 2
    free = [
        target
        for target in targets
        if not is_called(game, target, "hero")
        or model_id in mark["picks"].get(target, ())
        or len(mark["picks"].get(target, ())) < half
    ]
    return free or targets


def note_picks(ctx: Context, model_id: str, targets: Sequence[str]) -> None:
    """Record the targets of a party member."""
    key = assault_of(ctx.state, model_id)
    if not key:
        return
    mark = ctx.state.marks[key]
    picks = {target: list(by) for target, by in mark["picks"].items()}
    for target in dict.fromkeys(targets):
        if model_id not in picks.setdefault(target, []):
            picks[target].append(model_id)
    ctx.emit(Marked(key, {**mark, "picks": picks}))


def note_wounds(ctx: Context, model_id: str, target: str, wounds: int) -> None:
    """Count the Wounds that one party causes the other. Rule: TR-BLDG-RESULT-01"""
    key = assault_of(ctx.state, model_id)
    if not key or not wounds or not model_id or assault_of(ctx.state, target) != key:
        return
    mark = ctx.state.marks[key]
    dealt = {**mark["dealt"], model_id[0]: mark["dealt"].get(model_id[0], 0) + wounds}
    ctx.emit(Marked(key, {**mark, "dealt": dealt}))


def abandon(ctx: Context, model_id: str, enemy: str) -> None:
    """Take a model out of an assault because an enemy charges it from outside: it steps back and fights that enemy.

    The enemy follows into contact. If there is no room for that, they are not engaged. Rules: TR-BLDG-ASSAULT-01,
    GM-PLACE-01
    """
    key = assault_of(ctx.state, model_id)
    if not key or garrison_of(ctx.state, model_id):
        return
    from battles.engine.steps.models import contact
    from battles.engine.steps.movement.forced import pushes
    from battles.engine.terrain.buildings.stepping_back import step_back

    mark = ctx.state.marks[key]
    for other in tuple(ctx.state.models[model_id].engaged):
        if other != enemy:
            contact.separate(ctx, model_id, other)
    attackers = [other for other in mark["attackers"] if other != model_id]
    ctx.emit(Marked(key, {**mark, "attackers": attackers} if attackers else None))
    step_back(ctx, model_id, key.removeprefix(ASSAULT))
    pushes.follow(ctx, enemy, model_id)
    ctx.note("assault_abandoned", model_id, enemy, rule=RULE)
