"""Why a model may not be placed somewhere: the ground, enemies who see it, its leader, other models.

Rules: SCN-DEPLOY-01, SCN-SURPRISED-01, GM-ROUTE-01
"""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.scenarios.areas import EDGES, Area, edge_gap
from battles.engine.sentences import say
from battles.engine.state import BattleState
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.turn import infiltrators
from battles.engine.table.contact import REACH, in_contact
from battles.engine.table.ground import SLOWNESS, UPRIGHT, ground_class, is_supported, obstruction_at
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, spans_overlap, within

REMEMBERED = 20_000
"""Maximum number of cached places per table, since the same places are tried for every warrior."""


def fault_of_others(game: Game, state: BattleState, model_id: str, body: Body, area: Area) -> IllegalAction | None:
    """Why a model would overlap another one there, or be too near one; None if it would not."""
    fighter = game.fighters[model_id]
    x, y, z = body.x, body.y, body.z
    charge = allowance_of(game, state, model_id).charge if area.beyond_charge else 0
    for other, model in state.models.items():
        if other == model_id or model.gone:
            continue
        far = game.fighters[other]
        hostile = game.are_enemies(model_id, other)
        apart = max(area.apart_from_enemies, charge) if hostile else area.apart_from_friends
        gap = fighter.radius + far.radius
        away = (x - model.x) ** 2 + (y - model.y) ** 2
        if away > (gap + max(apart, REACH)) ** 2:
            continue
        there = Body(model.x, model.y, model.z, far.radius, far.height)
        near = (apart or hostile) and within(body, there, max(apart - 1, 10))
        if near or (hostile and in_contact(game.table, body, there)):
            return IllegalAction(
                "too_near",
                say("{name} would stand too near to {name2}.", name=fighter.name, name2=far.name),
                "SCN-DEPLOY-01",
            )
        if away < gap * gap and (abs(z - model.z) < UPRIGHT or spans_overlap(body, there)):
            return IllegalAction("on_another", say("{name} is already there.", name=far.name), "GM-ROUTE-01")
    return None


def fault_of_leader(game: Game, model_id: str, body: Body, area: Area) -> IllegalAction | None:
    """Why the leader would be too near an edge, or another model farther from the edges than the leader; None if not.

    Rule: SCN-SURPRISED-01
    """
    fighter = game.fighters[model_id]
    if not area.leader_apart:
        return None
    inside = min(edge_gap(game, body.x, body.y, fighter.radius, edge) for edge in EDGES) >= area.leader_apart
    if inside == fighter.is_leader:
        return None
    inches = format(area.leader_apart / 100, "g")
    if fighter.is_leader:
        words = say("{who} must stay {inches} inches from the table edges.", who=fighter.name, inches=inches)
    else:
        words = say(
            "{who} must stand within {inches} inches of an edge, nearer to it than the leader.",
            who=fighter.name,
            inches=inches,
        )
    return IllegalAction("near_edge", words, "SCN-DEPLOY-01")


def fault_of_sight(game: Game, state: BattleState, model_id: str, body: Body) -> IllegalAction | None:
    """Why an enemy would see the model there, or None. Results are cached until an enemy is placed elsewhere."""
    enemies = tuple(
        (enemy, *state.models[enemy][:3])
        for enemy in state.models
        if not state.models[enemy].gone and game.are_enemies(model_id, enemy)
    )
    known = game.caches.spot_sights
    if (enemies, body) not in known:
        if len(known) >= REMEMBERED:
            known.clear()
        known[enemies, body] = infiltrators.fault_of_sight(game, state, model_id, body.x, body.y, body.z)
    return known[enemies, body]


def ground_fault(table: Table, body: Body) -> IllegalAction | None:
    """Why a base may not be placed there: off the table, in the air, inside something, on impassable ground; None if it
    may.

    Rule: GM-ROUTE-01
    """
    cache = table.caches.free_places
    if body in cache:
        cache.counts.hits += 1
        return None
    fault = _fault_of_ground(table, body)
    if fault is None:
        cache.store(body, True)
    else:
        cache.counts.misses += 1
    return fault


def _fault_of_ground(table: Table, body: Body) -> IllegalAction | None:
    if not table.on_table(body):
        return IllegalAction("off_table", "That position is not completely on the table.", "MV-EDGE-01")
    if not is_supported(table, body.x, body.y, body.z, body.radius):
        return IllegalAction("in_the_air", "There is no surface to stand on there.", "GM-SURF-01")
    if obstruction_at(table, body):
        return IllegalAction("in_the_way", "Something solid is in the way there.", "GM-ROUTE-01")
    if SLOWNESS[ground_class(table, body.x, body.y, body.z, body.radius)] >= SLOWNESS["impassable_ground"]:
        return IllegalAction("impassable", "Nobody can stand on that ground.", "TR-CLASS-01")
    return None
