"""The value of a position for a side: the worth of its models with their Wounds and postures, against the enemy's.

Bots weigh shots, spells, falls and whole turns by the change of this value; `expected_gain` averages it over the dice.
"""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

from battles.engine.bots.values import attacks
from battles.engine.dice import PlainDice
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.odds.branching_dice import outcomes
from battles.engine.odds.budget import Budget, OverBudget
from battles.engine.scenarios import tokens
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import FLEEING, KNOCKED_DOWN, STANDING, STUNNED, BattleState
from battles.engine.steps.turn import rout

POSTURES = {STANDING: 1.0, KNOCKED_DOWN: 0.75, STUNNED: 0.5}
"""Share of a model's worth that is left in each posture."""
LAST_WOUND = 0.6
"""Share of a model's worth that is left when it has only one Wound left."""
RUNS = 0.6
"""Share of a fleeing model's worth that still counts."""
STRUCK_BACK = 0.7
"""Weight of the enemy's attacks in a fight that a spell or a charge begins."""
FIGHT = 0.6
"""Weight of the next attacks in a fight that is under way."""
LOOT = 0.4
"""Value of something that a model carries."""
ROUT = 0.35
"""Share of a side's worth that is at risk once it takes Rout tests."""
WON = 4.0
"""Value of a battle won."""
BRANCHES = 300
"""Maximum number of outcomes that are computed exactly; with more, they are sampled."""
SAMPLES = 24


def health(game: Game, state: BattleState, model_id: str) -> float:
    """The worth of a model with its current Wounds and posture."""
    model = state.models[model_id]
    if model.gone:
        return 0.0
    full = max(1, game.fighters[model_id].profile.wounds)
    share = 1.0
    if full > 1:
        share = LAST_WOUND + (1 - LAST_WOUND) * (min(model.wounds, full) - 1) / (full - 1)
    share *= POSTURES.get(model.posture, POSTURES[STUNNED])
    return attacks.worth(game, state, model_id) * share * (RUNS if model.flags & FLEEING else 1.0)


def gain_between(game: Game, before: BattleState, after: BattleState, side: str) -> float:
    """What a side gains between two positions: warriors, Wounds, postures, fights begun."""
    gain = 0.0
    for model_id, model in after.models.items():
        was = before.models.get(model_id)
        if model is was:
            continue
        sign = -1 if game.are_enemies(side, model_id) else 1
        gain += sign * (health(game, after, model_id) - (health(game, before, model_id) if was is not None else 0.0))
        if sign > 0 and was is not None and not model.gone:
            for enemy in set(model.engaged) - set(was.engaged):
                gain += attacks.wounds_share(game, after, model_id, enemy, charges=True) * attacks.worth(
                    game, after, enemy
                )
                back = attacks.wounds_share(game, after, enemy, model_id) * attacks.worth(game, after, model_id)
                gain -= STRUCK_BACK * back
    return gain


def expected_gain(
    game: Game, state: BattleState, act: Callable[[Context], BattleState], side: str, about: object = ""
) -> float:
    """The average gain of an action that is decided by dice: exact, or sampled with a seed when there are many
    outcomes.

    `act` carries out the action in a context and returns the resulting state. `about` varies the seed.
    """
    budget = Budget(BRANCHES)

    def gain(ctx: Context) -> float:
        budget.spend()
        return round(gain_between(game, state, act(ctx), side), 6)

    try:
        return sum(value * share for value, share in outcomes(game, state, gain, budget=budget).items())
    except OverBudget:
        budget = Budget(SAMPLES)
        dice = PlainDice(crc32(repr((state.turn_number, state.phase, about)).encode()))
        return sum(gain(Context(game, state.fork(), dice)) for _ in range(SAMPLES)) / SAMPLES


def position_value(game: Game, state: BattleState, side: str) -> float:
    """The value of a whole position for a side: health of all models, fights under way, loot, and how near rout tests
    are.

    The difference of two positions is in the same unit as `gain_between`.
    """
    value = 0.0
    health_of = dict.fromkeys(game.sides, 0.0)
    for model_id, model in state.models.items():
        if model.gone:
            continue
        sign = -1 if game.are_enemies(side, model_id) else 1
        own = health(game, state, model_id)
        health_of[model_id[0]] += own
        value += sign * own
        if model.engaged and model.posture == STANDING:
            value += (
                sign
                * FIGHT
                * max(
                    attacks.wounds_share(game, state, model_id, enemy) * attacks.worth(game, state, enemy)
                    for enemy in model.engaged
                )
            )
    for other, worth in health_of.items():
        value -= (-1 if game.are_enemies(side, other) else 1) * worth * _rout_risk(game, state, other)
    for token in tokens.tokens(state).values():
        if token["by"]:
            value += (-1 if game.are_enemies(side, token["by"]) else 1) * LOOT
    if state.outcome is not None and state.outcome.winners:
        value += WON if side in state.outcome.winners else -WON
    return value


def _rout_risk(game: Game, state: BattleState, side: str) -> float:
    """The share of a side's worth at risk from rout tests: little at first, most when the next loss leads to a test."""
    if state.sides[side].never_routs or game.sides[side].neutral:
        return 0.0
    if not game.rules.rout_tests or not scenario_of(game).rout_tests:
        return 0.0
    lost, started = rout.losses(game, state, side)
    share = scenario_of(game).rout_percent(game, state, side) / 100
    return ROUT * min(1.0, lost / max(1.0, started * share)) ** 2
