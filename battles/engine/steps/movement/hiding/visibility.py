"""What models see, for movement: charges, hiding, being seen. Rules: LS-TRUE-01, MV-HIDE-01, MV-HIDE-10"""

from __future__ import annotations

from collections.abc import Iterable

from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of, is_down
from battles.engine.steps.movement.allowances import is_mounted
from battles.engine.steps.movement.hiding.detection import is_hidden_from
from battles.engine.table.compiler import Area, Wall
from battles.engine.table.sight.ray_masks import ALL_RAYS, Frame, wall_mask
from battles.engine.table.sight.rays import crouched, eye_height, in_arc, is_out_of_sight, is_wholly_clear, look
from battles.engine.table.sight.value_mode import ValueSight, look_by_value, standing_value
from battles.engine.table.vectors import Body, point_in_polygon, polygon_distance, sides_of, within
from battles.engine.terrain.buildings import sight
from battles.engine.terrain.buildings.garrisons import garrison_of, value_of
from battles.engine.traits import Flag

WOOD_EDGE = 100
"""Height of the cover at the edge of a wood for models inside it. Rule: MV-HIDE-10"""
CONCEALING_HEIGHT = 50
CONCEALING_REACH = 100
VISIBILITY = "visibility"
"""Key of the mark with the current maximum distance of sight, in hundredths of an inch; missing if there is no limit.
Rule: SCN-SIGHT-01
"""

ALL_ROUND = Flag("runs_and_shoots")
"""Trait of riders who shoot in all directions."""


def eye_of(game: Game, state: BattleState, model_id: str) -> tuple[int, int, int]:
    """The position of a model's eye. Rule: GM-MODEL-01"""
    model = state.models[model_id]
    return model.x, model.y, eye_height(model.z, game.fighters[model_id].height, prone=is_down(model))


def screens(game: Game, state: BattleState, *without: str) -> list[Body]:
    """Bodies that may block a line of sight. Rule: LS-BLOCK-01"""
    bodies = game.bodies
    found = []
    for model_id, model in state.models.items():
        if not model.gone and model_id not in without:
            known = bodies.get(model_id)
            # Written out, since this is asked for each line of sight.
            found.append(known[1] if known is not None and known[0] is model else body_of(game, state, model_id))
    return found


def sees(
    game: Game, state: BattleState, model_id: str, target: str, *, eye_spot: tuple[int, int, int] | None = None
) -> bool:
    """Whether a model sees another, which is never so for a hidden one. `eye_spot` is another position of its feet.

    Rules: LS-TRUE-01, MV-HIDE-08
    """
    if is_hidden_from(game, state, model_id, target):
        return False
    if sight.concerns(state, model_id, target) and game.rules.sight_mode != "value":
        return sight.look_between(game, state, model_id, target).seen
    model = state.models[model_id]
    x, y, z = eye_spot or (model.x, model.y, model.z)
    fighter = game.fighters[model_id]
    aim = body_of(game, state, target)
    here = Body(x, y, z, fighter.radius, fighter.height)
    arc = game.rules.mounted_shooters_see_front_only and is_mounted(fighter) and not ALL_ROUND.of(fighter)
    if arc and not in_arc(here, model.facing, aim):
        return False
    if game.rules.sight_mode == "value":
        seen = look_between(game, state, model_id, target, here if eye_spot else None).seen
    else:
        eye = (x, y, eye_height(z, fighter.height, prone=is_down(model)))
        seen = look(game.table, eye, aim, screens(game, state, model_id, target)).clear > 0
    for function, parameters in listeners(fighter.hooks, model.effects, "sight"):
        seen = function(game, state, model_id, target, seen, **parameters)
    return is_shown(game, state, model_id, target, seen)


def is_shown(game: Game, state: BattleState, model_id: str, target: str, seen: bool) -> bool:
    """Whether the model is still seen after the effects of weather and of the target's traits; `seen` is the result
    before. Rule: SCN-SIGHT-01
    """
    limit = int(state.marks.get(VISIBILITY) or 0)
    if limit and not within(body_of(game, state, model_id), body_of(game, state, target), limit):
        return False
    for function, parameters in listeners(game.fighters[target].hooks, state.models[target].effects, "seen_by"):
        seen = function(game, state, target, model_id, seen, **parameters)
    return seen


def look_between(game: Game, state: BattleState, model_id: str, target: str, here: Body | None = None) -> ValueSight:
    """The five lines between two models, seen from above, for tables with line-of-sight values.

    Rules: LS-VALUE-01, LS-VALUE-02
    """
    others = [
        (body_of(game, state, other), _value(game, state, other))
        for other, model in state.models.items()
        if not model.gone and other not in (model_id, target)
    ]
    viewer = here or body_of(game, state, model_id)
    return look_by_value(
        game.table,
        viewer,
        _value(game, state, model_id)
        if here is None
        else standing_value(game.table, viewer, game.fighters[model_id].size, prone=is_down(state.models[model_id])),
        body_of(game, state, target),
        _value(game, state, target),
        others,
    )


def _value(game: Game, state: BattleState, model_id: str) -> int:
    if garrison_of(state, model_id):
        return value_of(game, state, model_id)
    body = body_of(game, state, model_id)
    return standing_value(game.table, body, game.fighters[model_id].size, prone=is_down(state.models[model_id]))


def is_concealed_from(game: Game, eye: tuple[int, int, int], hider: Body) -> bool:
    """Whether terrain blocks all 25 rays to the crouching model. Other models do not hide it.

    Rules: MV-HIDE-01, MV-HIDE-10
    """
    crouching = crouched(hider)
    if is_out_of_sight(game.table, eye, crouching):
        return True
    woods = [wood for wood in game.table.forests if polygon_distance(hider.x, hider.y, wood.outline) < hider.radius]
    if not woods:
        return False
    frame = Frame.of(eye, crouching)
    left = ALL_RAYS
    for stop in look(game.table, eye, crouching, explain=True).stops:
        left &= ~(1 << (5 * stop.column + stop.row))
    for wood in woods:
        for wall in _edge_screens(wood, hider.z):
            left &= ~wall_mask(wall, frame, left)
            if not left:
                return True
    return False


def _edge_screens(wood: Area, foot: int) -> Iterable[Wall]:
    for number, ((ax, ay), (bx, by)) in enumerate(sides_of(wood.outline)):
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        yield Wall(
            number, wood.piece, ax, ay, bx, by, 0, foot, foot + WOOD_EDGE, (), False, False, length,
            (bx - ax) / length, (by - ay) / length,
        )  # fmt: skip


def stands_in_clear_view(game: Game, state: BattleState, watcher: str, hider: Body, model_id: str) -> bool:
    """Whether all 25 rays to the standing model are clear. Rule: MV-HIDE-03"""
    standing = hider._replace(height=game.fighters[model_id].height)
    eye = eye_of(game, state, watcher)
    if not is_wholly_clear(game.table, eye, standing):
        return False
    return is_wholly_clear(game.table, eye, standing, screens(game, state, watcher, model_id))


def has_cover_nearby(game: Game, body: Body) -> bool:
    """Whether a solid piece or foliage at least 0.5 inches high is within 1 inch of the base. Rule: MV-HIDE-01"""
    cache = game.table.caches.cover
    covered = cache.get(body)
    if covered is None:
        return cache.store(body, _find_cover(game, body))
    cache.counts.hits += 1
    return covered


def _find_cover(game: Game, body: Body) -> bool:
    reach = body.radius + CONCEALING_REACH
    least = body.z + CONCEALING_HEIGHT
    box = (body.x - reach, body.y - reach, body.x + reach, body.y + reach)
    for wall in game.table.wall_grid.within(*box):
        if wall.z0 <= body.z + CONCEALING_HEIGHT and wall.z1 >= least:
            ux, uy = wall.ux, wall.uy
            along = min(wall.length, max(0.0, (body.x - wall.ax) * ux + (body.y - wall.ay) * uy))
            dx, dy = body.x - wall.ax - along * ux, body.y - wall.ay - along * uy
            far = reach + wall.thickness / 2
            if dx * dx + dy * dy <= far * far:
                return True
    for solid in game.table.solid_grid.within(*box):
        tall = solid.z0 <= body.z + CONCEALING_HEIGHT and solid.z1 >= least
        if tall and polygon_distance(body.x, body.y, solid.outline) <= reach:
            return True
    return any(
        wood.top >= least and polygon_distance(body.x, body.y, wood.outline) <= reach for wood in game.table.forests
    )


def is_in_water(game: Game, body: Body) -> bool:
    """Whether the base's centre is in water at its own height. Rules: GM-INSIDE-01, TR-SWIM-02"""
    return any(
        area.ground in ("shallow_water", "deep_water")
        and any(abs(z - body.z) <= 50 for z in area.zs)
        and point_in_polygon(body.x, body.y, area.outline) >= 0
        for area in game.table.area_grid.at(body.x, body.y)
    )
