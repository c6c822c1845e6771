"""Exact odds of attacks, shots and duels, computed by running the code of the rules on branching dice.

`branching_dice.outcomes` answers any question about a position; this module has the questions of pages, bots and
benchmarks.
"""

from __future__ import annotations

from dataclasses import dataclass

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.odds.branching_dice import outcomes, ways_of
from battles.engine.odds.budget import Budget, OverBudget
from battles.engine.odds.duels import DuelOdds, duel, duel_game
from battles.engine.profile import Weapon
from battles.engine.state import COMBAT_FLAGS, OUT_OF_ACTION, POSTURE_NAMES, BattleState
from battles.engine.steps.combat.phase import strike
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.harm.attacks import Group
from battles.engine.steps.shooting.firing import fire
from battles.engine.steps.shooting.rate_of_fire import ShotPlan

__all__ = ["AttackOdds", "DuelOdds", "OverBudget", "attack_odds", "duel", "duel_game", "outcomes", "shot_odds"]


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """Odds of one fighter's attacks on one enemy: at least one hit, at least one Wound lost, and the posture after."""

    hit: float
    wounded: float
    postures: dict[str, float]
    wounds: dict[int, float]
    """Probability of each number of Wounds lost."""

    @property
    def out_of_action(self) -> float:
        return self.postures.get("out_of_action", 0.0)


def odds_from(chances: dict[tuple[bool, int, int], float]) -> AttackOdds:
    """The odds from the probabilities of (hit, Wounds lost, posture after)."""
    postures: dict[str, float] = {}
    wounds: dict[int, float] = {}
    hit = wounded = 0.0
    for (has_hit, lost, posture), chance in chances.items():
        name = POSTURE_NAMES[posture]
        postures[name] = postures.get(name, 0.0) + chance
        wounds[lost] = wounds.get(lost, 0.0) + chance
        hit += chance if has_hit else 0.0
        wounded += chance if lost else 0.0
    return AttackOdds(hit, wounded, postures, wounds)


def attack_odds(
    game: Game,
    state: BattleState,
    model_id: str,
    target: str,
    weapons: list[Weapon] | None = None,
    *,
    states: int = 0,
    budget: Budget | None = None,
) -> AttackOdds:
    """Odds of all attacks of a fighter at an enemy in contact, with parry, critical hits, saves and injuries.

    Raises OverBudget when more than `states` states would have to be explored, or more than are left in the `budget`.
    """
    plan = attack_plan(game, state, model_id, "self") if weapons is None else weapons
    before = state.models[target].wounds

    def result(after: BattleState, group: Group) -> tuple[bool, int, int]:
        model = after.models[target]
        posture = OUT_OF_ACTION if model.gone else model.posture
        return group.hits > 0, min(before, group.wounds_lost), posture

    chances: dict[tuple[bool, int, int], float] = {}
    if states:
        budget = Budget(states)
    for after, group, chance in ways_of(
        game, state, lambda ctx: strike(ctx, model_id, target, plan), COMBAT_FLAGS, budget
    ):
        found = result(after, group)
        chances[found] = chances.get(found, 0.0) + chance
    return odds_from(chances)


def shot_odds(
    game: Game,
    state: BattleState,
    model_id: str,
    target: str,
    plan: ShotPlan,
    shots: int = 1,
    *,
    budget: Budget | None = None,
) -> AttackOdds:
    """Odds of shots at a target, as the shooting phase resolves them. Raises OverBudget."""
    before = state.models[target].wounds

    def question(ctx: Context) -> tuple[bool, int, int]:
        group = fire(ctx, model_id, target, plan, shots)
        model = ctx.model(target)
        posture = OUT_OF_ACTION if model.gone else model.posture
        return group is not None and group.hits > 0, before - model.wounds, posture

    return odds_from(outcomes(game, state, question, indifferent=COMBAT_FLAGS, budget=budget))
