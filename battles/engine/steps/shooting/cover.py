"""How well a shooter sees a target, and what is in the way of a shot.

Rules: LS-COVER-01, LS-COVER-02, SHOOT-COVER-01, SHOOT-COVER-02
"""

from __future__ import annotations

from typing import NamedTuple

from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.allowances import is_mounted
from battles.engine.steps.movement.hiding.detection import is_hidden_from
from battles.engine.steps.movement.hiding.visibility import eye_of, is_shown, look_between, screens
from battles.engine.table.sight.rays import BLIND, Sight, in_arc, look
from battles.engine.terrain.buildings import sight as buildings_sight
from battles.engine.terrain.buildings.garrisons import garrison_of
from battles.engine.terrain.cover import landscape_cover, table_for

SOFT, HARD = "soft", "hard"
RAYS_FOR_HALF, RAYS_FOR_ANY = 13, 1
LINES_FOR_HALF = 3
"""Number of blocked lines (of five) at which a target is half hidden, with line-of-sight values. Rule: LS-VALUE-01"""


class View(NamedTuple):
    """How much of a target a shooter sees: nothing, all, or a part behind soft or hard cover."""

    seen: bool
    cover: str = ""


NOT_SEEN = View(False)


def sight_of(game: Game, state: BattleState, model_id: str, target: str) -> Sight:
    """The rays from a shooter's eye to a target that is not hiding. Rules: LS-TRUE-01, SHOOT-ARC-01"""
    if is_hidden_from(game, state, model_id, target):
        return BLIND
    if buildings_sight.concerns(state, model_id, target):
        return buildings_sight.look_between(game, state, model_id, target)
    aim = body_of(game, state, target)
    looks_ahead = game.rules.mounted_shooters_see_front_only and is_mounted(game.fighters[model_id])
    if looks_ahead and not in_arc(body_of(game, state, model_id), state.models[model_id].facing, aim):
        return BLIND
    return look(
        table_for(game, state, model_id), eye_of(game, state, model_id), aim, screens(game, state, model_id, target)
    )


def view(game: Game, state: BattleState, model_id: str, target: str) -> View:
    """Whether the shooter sees the target, and its cover. Rules: SHOOT-LOS-01, SHOOT-COVER-01"""
    sight = sight_of(game, state, model_id, target)
    hard = sight.mostly_hard
    seen, covered = sight.seen, sight.in_cover(RAYS_FOR_HALF if game.rules.cover_from_half_hidden else RAYS_FOR_ANY)
    if game.rules.sight_mode == "value" and not is_hidden_from(game, state, model_id, target):
        lines = look_between(game, state, model_id, target)
        hard = lines.mostly_hard
        seen, covered = lines.seen, lines.in_cover(LINES_FOR_HALF if game.rules.cover_from_half_hidden else 1)
    for function, parameters in listeners(game.fighters[model_id].hooks, state.models[model_id].effects, "sight"):
        seen = function(game, state, model_id, target, seen, **parameters)
    if not is_shown(game, state, model_id, target, seen):
        return NOT_SEEN
    if garrison_of(state, target):
        return View(True, HARD)
    cover = "" if not covered else HARD if hard else SOFT
    if cover != HARD:
        cover = landscape_cover(game, state, model_id, target) or cover
    return View(True, cover)


def screen_of(game: Game, state: BattleState, model_id: str, target: str) -> str:
    """What a shot that misses by one hits: the id of a model, or "" for terrain. The obstacle nearest to the target
    counts.

    Rule: SHOOT-COVER-02
    """
    others = [other for other, model in state.models.items() if not model.gone and other not in (model_id, target)]
    bodies = [body_of(game, state, other) for other in others]
    sight = look(game.table, eye_of(game, state, model_id), body_of(game, state, target), bodies, explain=True)
    nearest = max(sight.stops, key=lambda stop: stop.share, default=None)
    if nearest is None or nearest.kind != "body":
        return ""
    return others[nearest.number]
