"""Goals of the tactician's models: fighters approach an enemy, archers a place with a target, and all of them the
scenario's objective.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from battles.engine.bots.reasons import Reason, because
from battles.engine.bots.scene import Scene
from battles.engine.bots.values import attacks
from battles.engine.scenarios import tokens
from battles.engine.scenarios.areas import opposite
from battles.engine.scenarios.printed.buildings import DefendTheFind, Occupy
from battles.engine.scenarios.printed.crossing import Breakthrough, StreetFight
from battles.engine.scenarios.printed.treasure import HiddenTreasure
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import STANDING
from battles.engine.steps.movement.hiding.visibility import sees

if TYPE_CHECKING:
    from battles.engine.battle import Battle

Point = tuple[int, int]
CROWD = 800
"""Enemies within this distance help each other."""


FAR = 1400
"""Models farther than this from their enemy run."""


class Aim(NamedTuple):
    """A model's goal, and how it moves there."""

    goal: Point
    why: str
    """Code of the reason."""
    hurry: bool = False
    wary: bool = False
    """Whether the model avoids places where more enemies than friends could attack it."""
    height: int = 0
    """Height of the goal, in hundredths of an inch."""
    waits: bool = False
    """Whether the model is already well placed, so that it moves only out of danger."""
    whom: str = ""
    """Id of the enemy that the model approaches; "" if the goal is not an enemy."""

    def reason(self, model_id: str, *, is_detour: bool = False) -> Reason:
        """The reason for the move, for the log."""
        values = {"who": model_id, "whom": self.whom} if self.whom else {"who": model_id}
        return because(self.why + "_detour" * is_detour, **values)


def aim_of(battle: Battle, scene: Scene, model_id: str) -> Aim | None:
    """Where the model wants to be; None when there is no one to approach."""
    prize = prize_of(battle, model_id)
    if prize is not None:
        return Aim(prize, "to_objective", True)
    if not scene.enemies:
        return None
    game, state = battle.game, battle.state
    model = state.models[model_id]

    def gap(other: str) -> float:
        return hypot(state.models[other].x - model.x, state.models[other].y - model.y)

    enemies = [other.who for other in scene.enemies]
    if attacks.has_bow(game, model_id):
        nearest = min(enemies, key=gap)
        goal = state.models[nearest].x, state.models[nearest].y
        if has_target(battle, model_id, enemies):
            return Aim(goal, "keeps_distance", False, True, state.models[nearest].z, True)
        return Aim(goal, "clear_shot", False, True, state.models[nearest].z)
    if scene.priorities.waits:
        return retreat(scene, model_id)
    x, y = scene.middle

    def merit(other: str) -> float:
        value = 0.5 * scene.blow(model_id, other, charges=True) * attacks.worth(game, state, other)
        enemy = state.models[other]
        near = sum(hypot(other.x - enemy.x, other.y - enemy.y) < CROWD for other in scene.enemies)
        if enemy.posture != STANDING:
            value += 0.3
        return value - gap(other) / 3000 - hypot(enemy.x - x, enemy.y - y) / 1200 - 0.15 * near

    nearest = max(enemies, key=merit)
    enemy = state.models[nearest]
    return Aim((enemy.x, enemy.y), "towards", gap(nearest) > FAR, True, enemy.z, whom=nearest)


def retreat(scene: Scene, model_id: str) -> Aim | None:
    """A place out of the enemy's reach, away from the nearest enemy."""
    here = scene.figures[model_id]
    if not scene.enemies:
        return None
    nearest = min(scene.enemies, key=lambda enemy: hypot(enemy.x - here.x, enemy.y - here.y))
    return Aim((nearest.x, nearest.y), "out_of_reach", True, True, nearest.z, True)


def has_target(battle: Battle, model_id: str, enemies: list[str], spot: tuple[int, int, int] | None = None) -> bool:
    """Whether an archer sees a target, from the current or another position."""
    game, state = battle.game, battle.state
    x, y, _ = spot or state.models[model_id][:3]
    reach = max(weapon.reach for weapon in game.fighters[model_id].weapons if weapon.is_missile)
    return any(
        hypot(state.models[enemy].x - x, state.models[enemy].y - y) <= reach
        and not state.models[enemy].engaged
        and sees(game, state, model_id, enemy, eye_spot=spot)
        for enemy in enemies
    )


def prize_of(battle: Battle, model_id: str) -> Point | None:
    """The place of the scenario's objective for this model, or None."""
    game, state = battle.game, battle.state
    whole, model = scenario_of(game), state.models[model_id]
    loose = [
        (token["x"], token["y"])
        for token in tokens.tokens(state).values()
        if not token["by"] and token["kind"] not in tokens.SCENERY
    ]
    if loose and tokens.may_carry(game, model_id) and _is_nearest_to(battle, model_id, loose):
        return min(loose, key=lambda spot: hypot(spot[0] - model.x, spot[1] - model.y))
    home = whole.home_edge(game, state, model_id[0])
    for scenario in whole.aims:
        drawn = scenario.goal(game, state, model_id)
        if drawn is not None:
            return drawn
        if isinstance(scenario, HiddenTreasure):
            carried = any(token["by"] == model_id for token in tokens.tokens(state).values())
            return _edge_point(battle, model_id, home) if carried else None
        if isinstance(scenario, StreetFight | Breakthrough) and home and model_id[0] in scenario.runners(game, state):
            return _edge_point(battle, model_id, opposite(home))
        if isinstance(scenario, Occupy | DefendTheFind) and not attacks.has_bow(game, model_id):
            facts = scenario.facts(state)
            wanted = facts.get("buildings") or [facts.get("building")]
            centres = [_centre(battle, piece) for piece in wanted if piece]
            if centres:
                return centres[int(model_id[1:]) % len(centres)]
    return None


def _is_nearest_to(battle: Battle, model_id: str, spots: list[Point]) -> bool:
    """Whether this model is the nearest of its side to one of the spots."""
    own = [
        (other, record) for other, record in battle.state.models.items() if other[0] == model_id[0] and not record.gone
    ]
    return any(min(own, key=lambda row: hypot(row[1].x - x, row[1].y - y))[0] == model_id for x, y in spots)


def _edge_point(battle: Battle, model_id: str, edge: str) -> Point | None:
    model, radius = battle.state.models[model_id], battle.game.fighters[model_id].radius
    table = battle.game.table
    return {
        "south": (model.x, radius), "north": (model.x, table.length - radius),
        "west": (radius, model.y), "east": (table.width - radius, model.y),
    }.get(edge)  # fmt: skip


def _centre(battle: Battle, piece_id: str) -> Point:
    outline = battle.game.table.piece(piece_id).outline
    return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)
