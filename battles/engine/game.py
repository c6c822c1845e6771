"""A battle's immutable part: the active rules, the fighters with their hooks, the table and the scenario.

It is built once from plain setup data.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from battles.engine.errors import IllegalAction
from battles.engine.events import add_reserve, starting_state
from battles.engine.profile import Fighter
from battles.engine.rulesets.keys import Rules
from battles.engine.setup_data import ScenarioData
from battles.engine.state import FRENZIED, BattleState, Frame, Miniature
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body
from battles.engine.traits import Flag

if TYPE_CHECKING:
    from battles.engine.odds.pair_odds import PairTable
    from battles.engine.scenarios.base import Scenario
    from battles.engine.steps.movement.allowances import Allowance
    from battles.engine.table.movement.rules import MoveRules, Other

SIDE_LETTERS = "abcdefgh"
NOT_COUNTED = Flag("summoned"), Flag("figure")
"""Traits of fighters who do not count towards the size of their side. Rules: PSY-ROUT-01, SCN-NEUTRAL-01"""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the battle: a letter, a name, and its formal allies."""

    id: str
    name: str
    allies: frozenset[str] = frozenset()
    alignment: str = ""
    tags: frozenset[str] = frozenset()
    neutral: bool = False
    """Whether the side is the scenario's own creatures, which have no player; the engine plays them (`bots.neutral`).
    Rule: SCN-NEUTRAL-01
    """
    rating: int = 0
    """Rating of the warband, for custom scenarios that compare the sides; 0 when the setup gives none."""
    faction: str = ""
    """The claimant that the setup names for the side; "" for none."""
    points: int = 0
    """Points the side may spend, 0 for no limit."""
    ends_own_turns: bool = False
    """Whether the player ends the turn with a command. Otherwise the turn ends when no more commands are possible."""


class Verdict(NamedTuple):
    """A question about a position and its answer (`steps.legality_cache`)."""

    question: tuple[Any, ...]
    game: Game
    position: BattleState
    result: object


@dataclass(slots=True)
class GameCaches:
    """Results that are computed once per battle: they depend only on its setup, its sides and the bodies of its
    models.
    """

    scenario: Scenario | None = None
    """The custom scenario, parsed."""
    move_rules: dict[bool, MoveRules] = field(default_factory=dict)
    """The movement rules that the table's geometry applies to models on foot (False) and mounted (True)."""
    allowances: dict[tuple[str, bool], tuple[Fighter, Allowance]] = field(default_factory=dict)
    """How far each model may move if only its profile matters, after standing up (True) or not, with the fighter record
    it was computed from."""
    others: dict[tuple[str, bool], tuple[Miniature, Other]] = field(default_factory=dict)
    """Each model as an obstacle to friends and to enemies, with the model record it was computed from."""
    spot_sights: dict[tuple[tuple[tuple[str, int, int, int], ...], Body], IllegalAction | None] = field(
        default_factory=dict
    )
    """Why a model may not be set up hidden at a spot, for the enemies that are on the table; None if it may."""
    pacts: dict[tuple[tuple[str, str], ...], dict[str, Side]] = field(default_factory=dict)
    """The sides, with the allies that each set of pacts adds."""
    riders: dict[frozenset[str], Game] = field(default_factory=dict)
    """The game for each set of riders who are on foot; the empty set is the battle as mustered."""

    pairs: PairTable | None = None
    """Odds of attacks between two models (`odds.pair_odds`), shared by battles under the same rules."""
    numbers: dict[str, tuple[Fighter, int]] = field(default_factory=dict)
    """The number of each model's fighter in `pairs`, with the fighter record that got this number."""

    verdict: Verdict | None = None
    """The last legality check and its result."""
    watching: Verdict | None = None
    """Who watches for the last model that looked for a hiding place (`hiding.rules`)."""

    def without_bodies(self) -> GameCaches:
        """A copy for a battle whose models have other bodies, without the caches that depend on them."""
        return replace(self, others={}, numbers={}, verdict=None, watching=None)


@dataclass(frozen=True, slots=True)
class Game:
    """Everything about a battle that does not change during play."""

    rules: Rules
    sides: dict[str, Side]
    fighters: dict[str, Fighter]
    table: Table
    scenario: ScenarioData
    data: Mapping[str, object]
    """The setup as given and stored."""
    bodies: dict[str, tuple[Miniature, Body]] = field(default_factory=dict, compare=False, repr=False)
    """The cached body of each model, with the record it was computed from (`steps.bodies`)."""
    caches: GameCaches = field(default_factory=GameCaches, compare=False, repr=False)
    turned: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Models that a spell puts under another side's control, with that side (`terrain.setup_changes.present`)."""
    pacts: tuple[tuple[str, str], ...] = ()
    """Pairs of sides that became allies after deployment; `sides` lists them as allies
    (`terrain.setup_changes.present`).
    """

    @property
    def players(self) -> tuple[str, ...]:
        """The sides that players or bots command, in order: all but the neutral one. Rule: SCN-NEUTRAL-01"""
        return tuple(side.id for side in self.sides.values() if not side.neutral)

    @property
    def neutral(self) -> str:
        """The side of the scenario's own creatures, "" in most battles. Rule: SCN-NEUTRAL-01"""
        return next((side.id for side in self.sides.values() if side.neutral), "")

    def name(self, model_id: str) -> str:
        """The name of a model or a side."""
        if model_id in self.fighters:
            return self.fighters[model_id].name
        return self.sides[model_id].name if model_id in self.sides else model_id

    def side_of(self, model_id: str) -> str:
        """The side that controls a model (or side) now: a different one while the model is lured."""
        return self.turned.get(model_id, model_id[0])

    def are_enemies(self, first: str, other: str) -> bool:
        """Whether two models or sides count as enemies. Rules: ALLY-FORMAL-02, ALLY-MULTI-01"""
        side, against = self.turned.get(first, first[0]), self.turned.get(other, other[0])
        return side != against and against not in self.sides[side].allies

    def digest(self) -> str:
        """SHA-256 of the setup as hexadecimal digits."""
        return hashlib.sha256(json.dumps(self.data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def opening(game: Game) -> BattleState:
    """The state before the first event: all models in reserve, the flow at the muster."""
    counts = dict.fromkeys(game.sides, 0)
    for fighter in game.fighters.values():
        counts[fighter.side] += not (any(trait.of(fighter) for trait in NOT_COUNTED))
    state = starting_state(counts)
    for identity, fighter in game.fighters.items():
        flags = FRENZIED if "frenzy" in fighter.keywords else 0
        add_reserve(state, identity, fighter.profile.wounds, flags)
    state.order = tuple(game.sides)
    state.flow = (Frame("battle", "start"),)
    return state
