"""How far a model may move and what it may do on the way.

Lengths in hundredths of an inch. Rules: MV-WALK-01, MV-RUN-01, MV-CHG-01, MV-STAND-01, MV-CRAWL-01, MV-CLIMB-01,
MV-CLIMB-03, TR-MOUNT-01, TR-CHARIOT-01
"""

from __future__ import annotations

from typing import NamedTuple

from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.profile import Fighter
from battles.engine.state import STOOD_UP, BattleState
from battles.engine.steps.models.characteristics import characteristic, keywords_of

CRAWL = 200
"""Distance that a fallen model can crawl, in hundredths of an inch. Rule: MV-CRAWL-01"""
ANIMAL_KINDS = frozenset({"war_beast", "swarm"})
CHARIOT_KINDS = frozenset({"chariot"})


class Allowance(NamedTuple):
    """A model's movement and permissions this turn. The `move` hook may return another one."""

    movement: int
    """Movement after penalties. It also limits the height of each face that the model may climb, and the climbing in a
    phase.
    """
    walk: int
    run: int
    charge: int
    climbs: bool
    """Whether the model may climb walls."""
    uses_ladders: bool = True
    jumps: bool = True
    aquatic: bool = False
    may_run: bool = True
    may_charge: bool = True
    climb_share: int = 1
    """How many inches the model may climb for each inch of its move."""
    safe_drop: int = 0
    """Height from which the model drops without harm after one passed test."""
    anywhere: bool = False
    """Whether the model moves over all ground and up all walls, however it moves."""
    sure_footed: int = 0
    """1: difficult ground does not slow the model; 2: nor does very difficult ground."""
    ghostly: bool = False
    """Whether the model passes through walls and solid objects."""
    swings: int = 0
    """Width of the gaps that the model can swing across without using movement."""


def is_mounted(fighter: Fighter) -> bool:
    """Whether the fighter rides something."""
    return fighter.mount is not None or fighter.kind in ("cavalry", "monstrous_cavalry", "ridden_monster")


def is_chariot(fighter: Fighter) -> bool:
    """Whether the fighter is a chariot or a war shrine on wheels. Rule: TR-CHARIOT-01"""
    return fighter.kind in CHARIOT_KINDS


def can_climb(game: Game, fighter: Fighter) -> bool:
    """Whether the fighter can climb walls at all. Rule: MV-CLIMB-01"""
    if is_mounted(fighter) or is_chariot(fighter):
        return False
    if game.rules.animals_climb:
        return True
    return fighter.kind not in ANIMAL_KINDS and "animal" not in fighter.keywords and fighter.role != "animal"


def allowance_of(game: Game, state: BattleState, model_id: str) -> Allowance:
    """How far the model may move and what it may do, with its current penalties. Rules: MV-RUN-01, MV-STAND-01

    Cached for models without effects and traits that could change it.
    """
    fighter, model = game.fighters[model_id], state.models[model_id]
    if model.effects:
        return _computed(game, state, model_id)
    key = model_id, bool(model.flags & STOOD_UP)
    known = game.caches.allowances.get(key)
    if known is not None and known[0] is fighter:
        return known[1]
    allowance = _computed(game, state, model_id)
    if not any(listeners(fighter.hooks, (), hook) for hook in ("move", "characteristic", "psychology")):
        game.caches.allowances[key] = fighter, allowance
    return allowance


def _computed(game: Game, state: BattleState, model_id: str) -> Allowance:
    fighter = game.fighters[model_id]
    model = state.models[model_id]
    movement = characteristic(game, state, model_id, "movement") * 100
    grounded = is_mounted(fighter) or is_chariot(fighter)
    walk = movement
    if model.flags & STOOD_UP and game.rules.stood_up_halves_move:
        walk = movement // 2
    allowance = Allowance(
        movement=movement,
        walk=walk,
        run=2 * movement,
        charge=2 * movement,
        climbs=can_climb(game, fighter),
        uses_ladders=not grounded,
        jumps=not is_chariot(fighter),
        aquatic="aquatic" in keywords_of(game, state, model_id),
    )
    for function, parameters in listeners(fighter.hooks, model.effects, "move"):
        allowance = function(game, state, model_id, allowance, **parameters)
    return allowance


def budget_of(allowance: Allowance, manner: str) -> int:
    """How far the allowance lets the model move in this manner, in hundredths of an inch."""
    if manner == "run":
        return allowance.run
    if manner == "charge":
        return allowance.charge
    if manner == "crawl":
        return CRAWL
    return allowance.walk
