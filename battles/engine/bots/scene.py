"""Positions from a bot's point of view: who could attack whom, charge ranges in a straight line, friends nearby.

A scene is built once per command. Lengths in hundredths of an inch.
"""

from __future__ import annotations

from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from battles.engine.bots.courage import WARY, Courage
from battles.engine.bots.values import attacks, guessed_distances
from battles.engine.bots.values.shooting import shot_worth
from battles.engine.commands import Shoot
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import FLEEING, STANDING, STUPID
from battles.engine.steps.models.bodies import is_out_of_the_fight
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.hiding.visibility import sees
from battles.engine.steps.turn import rout

if TYPE_CHECKING:
    from battles.engine.battle import Battle
    from battles.engine.game import Game
    from battles.engine.state import BattleState

HIGH = 250
"""A floor this much above or below needs climbing: its models arrive later, if at all."""

PATIENCE = 12
"""Last round in which bots wait for the enemy, in any battle."""
PRESSED = 6
"""Number of rounds before the end of the battle in which the bot accepts losses."""
UNTIMED = 8
"""Last round in which bots wait for the enemy in a battle without a last turn."""
FAR_OFF = 99
"""Number of losses until the rout test, for a side that takes none."""
DEARER = {1: 4.0, 2: 2.5, 3: 1.5}
"""Value of a model by the number of losses until the rout test."""


def is_patient(game: Game, state: BattleState) -> bool:
    """Whether there is time to wait for the enemy: roughly the first third of a battle with a last turn."""
    last = int(game.scenario.get("max_turns", 0))
    return state.turn_number <= (min(PATIENCE, max(2, last * 3 // 10)) if last else UNTIMED)


def is_pressed(game: Game, state: BattleState) -> bool:
    """Whether the last turn is so close that waiting would mean losing the battle."""
    last = int(game.scenario.get("max_turns", 0))
    return bool(last) and last - state.turn_number <= PRESSED


class Priorities(NamedTuple):
    """The current value of an objective and of the bot's own models, and whether time helps the bot."""

    prize: float
    life: float
    waits: bool
    """Whether the enemy takes rout tests and this side does not, so that this side only needs to avoid losses."""
    hurries: bool = False
    """Whether only this side takes rout tests, so that each turn of waiting may lose the battle."""


class Figure(NamedTuple):
    """A model as the tactician sees it."""

    who: str
    x: int
    y: int
    z: int
    radius: int
    reach: int
    """Charge range from base edge to base edge; 0 for a model that cannot charge next turn."""
    able: bool
    """Whether the model is standing and not fleeing."""
    held: bool
    """Whether the model is in a fight that it may not leave."""
    shooter: bool


class Scene:
    """All models on the table, from the point of view of one side.

    `courage` has the weights of the side; the default is the tactician's.
    """

    def __init__(self, battle: Battle, side: str, courage: Courage = WARY) -> None:
        self.game, self.state, self.side = battle.game, battle.state, side
        self.courage = courage
        self.friends: list[Figure] = []
        self.enemies: list[Figure] = []
        self.figures: dict[str, Figure] = {}
        self._blows: dict[tuple[str, str], float] = {}
        self._far: dict[tuple[str, int], bool] = {}
        for model_id, model in self.state.models.items():
            if model.gone:
                continue
            figure = self._figure(model_id)
            self.figures[model_id] = figure
            if self.game.are_enemies(side, model_id):
                self.enemies.append(figure)
            elif model_id[0] == side:
                self.friends.append(figure)

    def _figure(self, model_id: str) -> Figure:
        game, state = self.game, self.state
        model, fighter = state.models[model_id], game.fighters[model_id]
        able = model.posture == STANDING and not model.flags & FLEEING
        held = able and any(not is_out_of_the_fight(game, state.models[other]) for other in model.engaged)
        reach = allowance_of(game, state, model_id).charge if able and not model.flags & STUPID else 0
        shooter = attacks.has_bow(game, model_id)
        return Figure(model_id, model.x, model.y, model.z, fighter.radius, reach, able, held, shooter)

    def blow(self, model_id: str, target: str, *, charges: bool = False) -> float:
        """The share of the target's Wounds that a round of attacks takes on average (cached). `charges`: as if after a
        charge.
        """
        key = ("charge" if charges else "") + model_id, target
        found = self._blows.get(key)
        if found is None:
            charges = charges and target not in self.state.models[model_id].engaged
            found = self._blows[key] = attacks.wounds_share(self.game, self.state, model_id, target, charges=charges)
        return found

    def under_fire(self, model_id: str, x: int, y: int, z: int) -> float:
        """Expected Wounds lost to enemy archers who are not fighting, if the model stands at that position."""
        archers = [enemy for enemy in self.enemies if enemy.shooter and enemy.able and not enemy.held]
        if not archers:
            return 0.0
        there = self.state.fork()
        there.models[model_id] = there.models[model_id]._replace(x=x, y=y, z=z)
        return sum(self._bolt(there, enemy.who, model_id) for enemy in archers)

    def _bolt(self, there: BattleState, model_id: str, target: str) -> float:
        """The share of the target's Wounds that a volley takes on average, with the models at these places."""
        if not sees(self.game, there, target, model_id):
            return 0.0
        weapons = self.game.fighters[model_id].weapons
        shots = [Shoot(model_id, target, index) for index, weapon in enumerate(weapons) if weapon.is_missile]
        return max((shot_worth(self.game, there, shot).felled for shot in shots), default=0.0)

    @cached_property
    def _free_enemies(self) -> list[Figure]:
        return [enemy for enemy in self.enemies if enemy.reach and not enemy.held]

    @cached_property
    def _free_friends(self) -> list[Figure]:
        return [friend for friend in self.friends if friend.able and not friend.shooter]

    def comers(self, x: int, y: int, radius: int) -> list[Figure]:
        """Enemies who are not fighting and could charge a model at that position in their next turn."""
        in_reach, game = guessed_distances.in_reach, self.game
        found = []
        for enemy in self._free_enemies:
            apart = hypot(enemy.x - x, enemy.y - y) - enemy.radius - radius
            if apart <= enemy.reach + guessed_distances.COARSE and in_reach(game, apart, enemy.reach):
                found.append(enemy)
        return found

    def helpers(self, x: int, y: int, within: int) -> list[Figure]:
        """Friends near a place who can act, without archers."""
        return [friend for friend in self._free_friends if hypot(friend.x - x, friend.y - y) <= within]

    def number_of_helpers(self, x: int, y: int, within: int, without: str) -> int:
        """How many friends near a place can act, without archers and without the model `without`."""
        squared, count = within * within, 0
        for friend in self._free_friends:
            dx, dy = friend.x - x, friend.y - y
            if dx * dx + dy * dy <= squared and friend.who != without:
                count += 1
        return count

    def is_far(self, model_id: str, distance: int) -> bool:
        """Whether a model is farther than this from every enemy."""
        key = model_id, distance
        if key not in self._far:
            here = self.figures[model_id]
            self._far[key] = all(gap(here, enemy) > distance for enemy in self.enemies)
        return self._far[key]

    @cached_property
    def is_patient(self) -> bool:
        """Whether there is time to wait for the enemy, or waiting helps this side: only the enemy takes rout tests,
        or it has fewer archers.
        """
        if not self.courage.counts:
            return is_patient(self.game, self.state)
        if self.priorities.waits or self.priorities.hurries:
            return self.priorities.waits
        ours, theirs = (
            sum(figure.shooter and figure.able for figure in figures) for figures in (self.friends, self.enemies)
        )
        return is_patient(self.game, self.state) or (ours > theirs and not self.is_pressed)

    @cached_property
    def is_pressed(self) -> bool:
        """Whether the last turn is close, and the enemy may not rout before."""
        return is_pressed(self.game, self.state) and not self.priorities.waits

    @cached_property
    def is_reckless(self) -> bool:
        """Whether this side accepts losses, because the battle ends soon or each of its turns may begin with a rout."""
        return self.is_pressed or self.priorities.hurries

    @cached_property
    def priorities(self) -> Priorities:
        """Current value of a model: highest just before a rout test, low after it."""
        if not self.courage.counts:
            return Priorities(1.0, 1.0, False)
        others = [other for other in self.game.sides if self.game.are_enemies(self.side, other)]
        own = _losses_to_test(self, self.side)
        theirs = min((_losses_to_test(self, other) for other in others), default=FAR_OFF)
        if theirs <= 0 < own:
            return Priorities(0.6, 1.8, True)
        if own <= 0 < theirs:
            return Priorities(1.2, 0.6, False, True)
        if own <= 0:
            return Priorities(1.0, 1.0, False)
        return Priorities(DEARER.get(theirs, 1.0), DEARER.get(own, 1.0), False)

    @cached_property
    def middle(self) -> tuple[float, float]:
        """The centre of the side's standing models, or of all of them."""
        own = [friend for friend in self.friends if friend.able] or self.friends
        return sum(friend.x for friend in own) / len(own), sum(friend.y for friend in own) / len(own)


def _losses_to_test(scene: Scene, side: str) -> int:
    """Number of models that must go out of action before the side takes a rout test; 0 when it already does."""
    game, state = scene.game, scene.state
    if state.sides[side].routed or state.sides[side].never_routs:
        return FAR_OFF
    if not game.rules.rout_tests or not scenario_of(game).rout_tests:
        return FAR_OFF
    lost, started = rout.losses(game, state, side)
    return max(0, max(1, -(-started // 4)) - lost)


def gap(figure: Figure, other: Figure) -> float:
    """Straight-line distance between two bases."""
    return hypot(figure.x - other.x, figure.y - other.y) - figure.radius - other.radius
