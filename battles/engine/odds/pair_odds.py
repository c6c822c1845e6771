"""Odds of attacks between two models of a battle, alone on open ground, cached by everything that affects them.

Bots ask for many pairs many times. The answer depends on both warriors and their conditions, not on their positions, so
`attack_odds` computes it once. Models with the same equipment share it.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, NamedTuple

from battles.engine.dice import PlainDice
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.odds.attack_odds import AttackOdds, attack_odds, odds_from
from battles.engine.odds.budget import OverBudget
from battles.engine.odds.duels import duel_game
from battles.engine.profile import Fighter
from battles.engine.state import (
    CHARGED,
    FEAR_SIX,
    FIRST_ROUND,
    FLEEING,
    FRENZIED,
    OUT_OF_ACTION,
    POSTURE_NAMES,
    STANDING,
    BattleState,
    Miniature,
)
from battles.engine.steps.combat.phase import strike
from battles.engine.steps.combat.strikers import attack_plan

STATES = 2_000
"""Maximum number of states for one pair. Beyond that, the same attacks are rolled `SAMPLES` times with a fixed seed."""
SAMPLES = 120
MOST_PAIRS = 20_000
MOST_RULES = 32
READ = CHARGED | FIRST_ROUND | FRENZIED | FLEEING | FEAR_SIX
"""Flags that an attack reads."""
NOT_READ = frozenset({"id", "name", "is_leader", "role", "spells", "roster_id", "hooks", "weapons"})
"""Fields of a fighter that no attack reads, or that are compared separately."""


class Condition(NamedTuple):
    """The facts of a model's record that attacks read."""

    fighter: int
    wounds: int
    posture: int
    flags: int
    loadout: tuple[int, ...]
    effects: tuple[tuple[str, int, bool], ...]
    used: tuple[tuple[str, int], ...]


class PairTable:
    """Cached odds of pairs under one set of rules. Equal fighters have the same number."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.odds: dict[tuple[Any, ...], AttackOdds] = {}
        self.shots: dict[tuple[Any, ...], tuple[float, ...]] = {}
        """Results of volleys that bots have computed (`bots.values.shooting`)."""

    def number_of(self, fighter: Fighter) -> int:
        """The number of a fighter with this profile, gear and traits."""
        own = {field.name: getattr(fighter, field.name) for field in fields(fighter) if field.name not in NOT_READ}
        arms = [
            {name: value for name, value in weapon._asdict().items() if name != "hooks"} for weapon in fighter.weapons
        ]
        content = repr((sorted(own.items(), key=lambda row: row[0]), arms))
        return self.numbers.setdefault(content, len(self.numbers))


_tables: dict[str, PairTable] = {}


def table_of(game: Game) -> PairTable:
    """The cached odds for the game's rules. Battles under the same rules share them."""
    found = game.caches.pairs
    if found is None:
        if len(_tables) >= MOST_RULES:
            _tables.clear()
        found = game.caches.pairs = _tables.setdefault(repr(game.rules), PairTable())
    if len(found.odds) > MOST_PAIRS:
        found.odds.clear()
    if len(found.shots) > MOST_PAIRS:
        found.shots.clear()
    return found


def condition_of(game: Game, state: BattleState, model_id: str, charges: int = 0) -> Condition:
    """What attacks by or at the model read of its current condition."""
    model, fighter = state.models[model_id], game.fighters[model_id]
    known = game.caches.numbers.get(model_id)
    if known is None or known[0] is not fighter:
        known = game.caches.numbers[model_id] = (fighter, table_of(game).number_of(fighter))
    effects = tuple((effect.code, effect.value, effect.owner == model_id) for effect in model.effects)
    return Condition(
        known[1], model.wounds, model.posture, model.flags & READ | charges, model.loadout, effects, model.used
    )


def pair_odds(game: Game, state: BattleState, model_id: str, target: str, *, charges: bool = False) -> AttackOdds:
    """Odds of one round of attacks by a model, all at one enemy. `charges`: as if the model had just charged."""
    first = condition_of(game, state, model_id, CHARGED | FIRST_ROUND if charges else 0)
    second = condition_of(game, state, target, FIRST_ROUND if charges else 0)
    table = table_of(game)
    key = (first, second)
    found = table.odds.get(key)
    if found is None:
        found = table.odds[key] = _compute(game, state, (model_id, first.flags), (target, second.flags))
    return found


def out_of_action_share(odds: AttackOdds, record: Miniature) -> float:
    """The average share of an enemy's remaining Wounds that the attacks take; for an enemy on the ground, the chance to
    take it out of action.
    """
    if record.posture != STANDING:
        return odds.out_of_action
    if record.wounds <= 1:
        return 1 - odds.postures.get(POSTURE_NAMES[STANDING], 0.0)
    return sum(lost * chance for lost, chance in odds.wounds.items()) / max(1, record.wounds)


class _OnlyPair(dict[str, Miniature]):
    """The models of a pair. Any other model that an effect names (a cook, a caster) counts as off the table."""

    def __missing__(self, model_id: str) -> Miniature:
        return next(iter(self.values()))._replace(gone="reserve", engaged=(), effects=())

    def copy(self) -> _OnlyPair:
        return _OnlyPair(self)


def _compute(game: Game, state: BattleState, attacker: tuple[str, int], enemy: tuple[str, int]) -> AttackOdds:
    (model_id, flags), (target, target_flags) = attacker, enemy
    pair, apart = duel_game(game.rules, game.fighters[model_id], game.fighters[target])
    for place, other, bits in (("a1", model_id, flags), ("b1", target, target_flags)):
        record, alone = state.models[other], apart.models[place]
        apart.models[place] = record._replace(
            x=alone.x, y=alone.y, z=0, flags=bits, engaged=alone.engaged, climbed=0, gone=""
        )
    apart.models = _OnlyPair(apart.models)
    apart.turn_number = state.turn_number
    try:
        return attack_odds(pair, apart, "a1", "b1", states=STATES)
    except OverBudget:
        return _sampled(pair, apart)


def _sampled(game: Game, state: BattleState) -> AttackOdds:
    """The same attacks rolled with a fixed seed."""
    dice = PlainDice(1)
    plan = attack_plan(game, state, "a1", "self")
    before = state.models["b1"].wounds
    chances: dict[tuple[bool, int, int], float] = {}
    for _ in range(SAMPLES):
        context = Context(game, state.fork(), dice)
        group = strike(context, "a1", "b1", plan)
        after = context.model("b1")
        row = (group.hits > 0, min(before, group.wounds_lost), OUT_OF_ACTION if after.gone else after.posture)
        chances[row] = chances.get(row, 0.0) + 1 / SAMPLES
    return odds_from(chances)
