"""Traits that strengthen or weaken Leadership, on the hooks `leadership`, `psychology` and `turn_start`."""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.state import FRENZIED, BattleState
from battles.engine.steps.models.bodies import body_of, is_watchful
from battles.engine.steps.nerve.leaders import LeadershipTest, leader_of
from battles.engine.steps.nerve.psychology import is_friend
from battles.engine.table.vectors import within

RELIC, SILK = "passes_first_leadership", "reroll_rout"


@on("leadership", "passes_leadership")
def passes_leadership(game: Game, state: BattleState, model_id: str, test: LeadershipTest) -> LeadershipTest:
    """The model passes every Leadership test. Rule: CHAR-LD-01"""
    return test._replace(needed=False)


@on("leadership", RELIC)
def passes_first_leadership(game: Game, state: BattleState, model_id: str, test: LeadershipTest) -> LeadershipTest:
    """The model passes its first Leadership test of the battle. Rule: CHAR-LD-01"""
    if not test.needed or any(code == RELIC for code, _times in state.models[model_id].used):
        return test
    return test._replace(needed=False, spends=RELIC)


@on("leadership", "immune_to_all_alone")
def immune_to_all_alone(game: Game, state: BattleState, model_id: str, test: LeadershipTest) -> LeadershipTest:
    """The model never tests for being All Alone. Rule: PSY-ALONE-01"""
    return test._replace(needed=False) if test.reason == "all_alone" else test


@on("leadership", "reroll_fear")
def reroll_fear(game: Game, state: BattleState, model_id: str, test: LeadershipTest) -> LeadershipTest:
    """Re-roll a failed fear test. Rules: PSY-FEAR-01, DICE-REROLL-01"""
    return test._replace(rerolls=max(test.rerolls, 1)) if test.reason in ("fear", "terror") else test


@on("leadership", SILK)
def reroll_rout(
    game: Game,
    state: BattleState,
    model_id: str,
    test: LeadershipTest,
    *,
    groups: Sequence[str] = (),
    leader_only: bool = False,
    times: int = 0,
    against: Sequence[str] = (),
) -> LeadershipTest:
    """Re-roll a failed rout test a number of times, optionally only for some models or against some enemies.

    Rule: PSY-ROUT-01
    """
    if against and not any(
        set(against) & game.sides[side].tags for side in game.sides if game.are_enemies(model_id[0], side)
    ):
        return test
    if test.reason != "rout" or (leader_only and leader_of(game, model_id[0]) != model_id):
        return test
    if groups and not set(groups) & (game.fighters[model_id].tags | game.sides[model_id[0]].tags):
        return test
    spent = next((count for code, count in state.models[model_id].used if code == SILK), 0)
    if times and spent >= times:
        return test
    return test._replace(rerolls=max(test.rerolls, 1), reroll_spends=SILK if times else "")


@on("leadership", "reroll_failed_checks")
def reroll_failed_checks(game: Game, state: BattleState, model_id: str, test: LeadershipTest) -> LeadershipTest:
    """Re-roll failed tests of the model itself, but not those of its warband. Rules: CHAR-LD-01, DICE-REROLL-01"""
    return test if test.reason == "rout" else test._replace(rerolls=max(test.rerolls, 1))


@on("leadership", "reroll_checks")
def reroll_checks(
    game: Game, state: BattleState, model_id: str, test: LeadershipTest, *, reasons: Sequence[str], times: int
) -> LeadershipTest:
    """Re-roll a number of failed tests of certain kinds per battle. Rule: DICE-REROLL-01"""
    code = "reroll_checks"
    spent = next((count for known, count in state.models[model_id].used if known == code), 0)
    if test.reason not in reasons or spent >= times:
        return test
    return test._replace(rerolls=max(test.rerolls, 1), reroll_spends=code)


@on("psychology", "stupidity")
def minded(
    game: Game,
    state: BattleState,
    model_id: str,
    keywords: frozenset[str],
    *,
    unless_near: str = "",
    distance: int = 6,
) -> frozenset[str]:
    """The model is affected by Stupidity only without a model of the named kind nearby. Rule: PSY-STUPID-01"""
    if not unless_near or "stupidity" not in keywords:
        return keywords
    mine = body_of(game, state, model_id)
    for other, model in state.models.items():
        fighter = game.fighters[other]
        if unless_near not in (fighter.role, *fighter.tags) or not is_watchful(model):
            continue
        if is_friend(game, model_id, other) and within(mine, body_of(game, state, other), distance * 100):
            return keywords - {"stupidity"}
    return keywords


@on("turn_start", "frenzy")
def raging(ctx: Context, model_id: str, *, never_lost: bool = False) -> None:
    """Restore frenzy at the start of the turn, for frenzy that does not end when the model goes down. Rule:
    PSY-FRENZY-01
    """
    if never_lost:
        ctx.flag(model_id, on=FRENZIED, why="frenzy")
