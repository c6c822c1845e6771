"""A battle's immutable part: active rules, fighters with their hooks, table, scenario. Built once from plain setup
data."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from battles.engine.events import add_reserve, starting_state
from battles.engine.profile import Fighter
from battles.engine.rulesets.keys import Rules
from battles.engine.state import FRENZIED, BattleState, Frame
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body

SIDE_LETTERS = "abcdefgh"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the battle: a letter, a name, and its formal allies."""

    id: str
    name: str
    allies: frozenset[str] = frozenset()
    alignment: str = ""
    tags: frozenset[str] = frozenset()
    neutral: bool = False
    """Creatures of the scenario without a player: the engine plays them (`neutrals`). Rule: SCN-NEUTRAL-01"""


@dataclass(frozen=True, slots=True)
class Game:
    """Everything about a battle that does not change during play."""

    rules: Rules
    sides: dict[str, Side]
    fighters: dict[str, Fighter]
    table: Table
    scenario: dict[str, Any]
    """`{"code", "deployment": {side: zone}, "first": side | "", "max_turns": int, ...}` as `scenarios` reads it."""
    data: dict[str, Any]
    """The setup as given and stored."""
    bodies: dict[str, tuple[Any, Body]] = field(default_factory=dict, compare=False, repr=False)
    """The cached body of each model, with the record it was computed from (`steps.bodies`)."""
    made: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """Data parsed once from the setup: a custom scenario."""
    turned: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Models under a spell that obey another side, and which one (`terrain.moved.present`)."""
    pacts: tuple[tuple[str, str], ...] = ()
    """Pairs of sides that became allies after deployment; `sides` lists them as allies (`terrain.moved.present`)."""

    @property
    def players(self) -> tuple[str, ...]:
        """The sides that players or bots command, in order: all but the neutral one. Rule: SCN-NEUTRAL-01"""
        return tuple(side.id for side in self.sides.values() if not side.neutral)

    @property
    def neutral(self) -> str:
        """The side of the scenario's own creatures, "" in most battles. Rule: SCN-NEUTRAL-01"""
        return next((side.id for side in self.sides.values() if side.neutral), "")

    def name(self, who: str) -> str:
        """The name of a model or a side."""
        if who in self.fighters:
            return self.fighters[who].name
        return self.sides[who].name if who in self.sides else who

    def side_of(self, who: str) -> str:
        """The side a model, or a side, belongs to now: another side while the model is lured."""
        return self.turned.get(who, who[0])

    def are_enemies(self, one: str, other: str) -> bool:
        """Whether two models or sides count as enemies. Rules: ALLY-FORMAL-02, ALLY-MULTI-01"""
        side, against = self.turned.get(one, one[0]), self.turned.get(other, other[0])
        return side != against and against not in self.sides[side].allies

    def digest(self) -> str:
        """SHA-256 of the setup."""
        return hashlib.sha256(json.dumps(self.data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def opening(game: Game) -> BattleState:
    """The state before the first event: all models in reserve, the flow at the muster."""
    counts = dict.fromkeys(game.sides, 0)
    for fighter in game.fighters.values():
        counts[fighter.side] += not (fighter.has_skill("summoned") or fighter.has_skill("figure"))
    state = starting_state(counts)
    for identity, fighter in game.fighters.items():
        flags = FRENZIED if "frenzy" in fighter.keywords else 0
        add_reserve(state, identity, fighter.profile.wounds, flags)
    state.order = tuple(game.sides)
    state.flow = (Frame("battle", "start"),)
    return state
