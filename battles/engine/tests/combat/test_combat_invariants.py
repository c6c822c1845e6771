"""Invariants of attacks, calculated exactly over random fighters in every ruleset."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.odds.attack_odds import AttackOdds, attack_odds, duel_game, outcomes
from battles.engine.profile import Fighter, fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.engine.state import COMBAT_FLAGS, OUT_OF_ACTION, BattleState
from battles.engine.steps.combat.phase import strike
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.tests.builder import RULESETS, Arena

CLOSE = 1e-12
QUICK = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
TRAITS: list[list[Any]] = [
    ["concussion", {}], ["save_modifier", {"amount": -1}], ["parry", {"marked": True}], ["damage", {"amount": 2}],
    ["cannot_be_parried", {}], ["critical_bonus", {"amount": 1}], ["heavy", {}],
]  # fmt: skip
SKILLS: list[list[Any]] = [
    ["injury_bonus", {"amount": 1}], ["special_save", {"needs": 5}], ["reroll_misses", {}],
    ["enemy_strength_penalty", {"amount": 1}], ["ignore_concussion", {}], ["parry_twice", {}],
]  # fmt: skip
CHARTS = ("bladed", "bludgeoning", "thrusting", "unarmed")


@st.composite
def weapons(draw: st.DrawFn) -> dict[str, Any]:
    chart = draw(st.sampled_from(CHARTS))
    traits = draw(st.lists(st.sampled_from(TRAITS), max_size=2, unique_by=lambda row: row[0]))
    return {"code": chart, "name": chart, "chart": chart, "traits": traits}


@st.composite
def strikers(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "profile": {"weapon_skill": draw(st.integers(1, 6)), "strength": draw(st.integers(1, 7))},
        "weapons": [draw(weapons())],
        "skills": draw(st.lists(st.sampled_from(SKILLS), max_size=1)),
    }


@st.composite
def targets(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "profile": {
            "weapon_skill": draw(st.integers(1, 6)), "toughness": draw(st.integers(1, 6)),
            "wounds": draw(st.integers(1, 2)), "strength": draw(st.integers(2, 4)),
        },
        "weapons": [draw(weapons())],
        "armour": draw(st.integers(3, 7)),
        "helmet": draw(st.booleans()),
        "skills": draw(st.lists(st.sampled_from(SKILLS), max_size=1)),
    }  # fmt: skip


def fighter(name: str, about: dict[str, Any]) -> Fighter:
    return fighter_from_data({"id": name, "name": name, **about})


def odds_of(ruleset: str, striker: dict[str, Any], target: dict[str, Any]) -> AttackOdds:
    game, state = duel_game(rules_for(ruleset), fighter("a1", striker), fighter("b1", target))
    for model_id in ("a1", "b1"):
        held = tuple(range(len(game.fighters[model_id].weapons)))
        state.models[model_id] = state.models[model_id]._replace(loadout=held)
    return attack_odds(game, state, "a1", "b1")


def changed(about: dict[str, Any], **profile: int) -> dict[str, Any]:
    return {**about, "profile": {**about["profile"], **profile}}


@pytest.mark.parametrize("ruleset", RULESETS)
@QUICK
@given(striker=strikers(), target=targets())
def test_chances_sum_to_one(ruleset: str, striker: dict[str, Any], target: dict[str, Any]) -> None:
    odds = odds_of(ruleset, striker, target)
    assert sum(odds.postures.values()) == pytest.approx(1, abs=CLOSE)
    assert sum(odds.wounds.values()) == pytest.approx(1, abs=CLOSE)
    assert 0 <= odds.wounded <= odds.hit + CLOSE <= 1 + 2 * CLOSE


@pytest.mark.parametrize("ruleset", RULESETS)
@QUICK
@given(striker=strikers(), target=targets())
def test_more_strength_never_wounds_less_often(ruleset: str, striker: dict[str, Any], target: dict[str, Any]) -> None:
    stronger = changed(striker, strength=striker["profile"]["strength"] + 1)
    assert odds_of(ruleset, stronger, target).wounded >= odds_of(ruleset, striker, target).wounded - CLOSE


@pytest.mark.parametrize("ruleset", RULESETS)
@QUICK
@given(striker=strikers(), target=targets())
def test_a_better_save_never_hurts(ruleset: str, striker: dict[str, Any], target: dict[str, Any]) -> None:
    here = odds_of(ruleset, striker, target)
    safer = odds_of(ruleset, striker, {**target, "armour": target["armour"] - 1})
    warded = odds_of(ruleset, striker, {**target, "skills": [*target["skills"], ["special_save", {"needs": 6}]]})
    for better in (safer, warded):
        assert better.wounded <= here.wounded + CLOSE
        assert better.out_of_action <= here.out_of_action + CLOSE


@pytest.mark.parametrize("ruleset", RULESETS)
@QUICK
@given(striker=strikers(), target=targets())
def test_more_skill_never_hits_less_often(ruleset: str, striker: dict[str, Any], target: dict[str, Any]) -> None:
    here = odds_of(ruleset, striker, target)
    defter = changed(striker, weapon_skill=striker["profile"]["weapon_skill"] + 1)
    abler = changed(target, weapon_skill=target["profile"]["weapon_skill"] + 1)
    assert odds_of(ruleset, defter, target).hit >= here.hit - CLOSE
    assert odds_of(ruleset, striker, abler).hit <= here.hit + CLOSE


@pytest.mark.parametrize("ruleset", RULESETS)
@QUICK
@given(striker=strikers(), target=targets())
def test_a_tougher_target_is_wounded_no_more_often(
    ruleset: str, striker: dict[str, Any], target: dict[str, Any]
) -> None:
    tougher = changed(target, toughness=target["profile"]["toughness"] + 1)
    assert odds_of(ruleset, striker, tougher).wounded <= odds_of(ruleset, striker, target).wounded + CLOSE


def postures_after(game: Game, state: BattleState, blows: list[tuple[str, str]]) -> dict[tuple[int, int], float]:
    """Chances of how the two victims are after all blows."""

    def question(ctx: Context) -> tuple[int, int]:
        for model_id, target in blows:
            strike(ctx, model_id, target, attack_plan(ctx.game, ctx.state, model_id))
        first, second = (
            OUT_OF_ACTION if ctx.model(model_id).gone else ctx.model(model_id).posture for model_id in ("b1", "b2")
        )
        return first, second

    return outcomes(game, state, question, indifferent=COMBAT_FLAGS)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=6, deadline=None)
@given(strength=st.integers(2, 5), toughness=st.integers(2, 5), armour=st.integers(4, 7), chart=st.sampled_from(CHARTS))
def test_the_order_of_independent_blows_does_not_matter(
    ruleset: str, strength: int, toughness: int, armour: int, chart: str
) -> None:
    arms = [{"code": chart, "name": chart, "chart": chart}]
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), s=strength, weapons=arms)
    arena.add("a", at=(30, 10))
    arena.add("b", at=(11, 10), t=toughness, armour=armour)
    arena.add("b", at=(31, 10))
    arena.engage("a1", "b1")
    arena.engage("a2", "b2")
    game, state = arena.game(), arena.position()
    blows = [("a1", "b1"), ("a2", "b2")]
    first, other = postures_after(game, state, blows), postures_after(game, state, blows[::-1])
    assert first.keys() == other.keys()
    assert all(chance == pytest.approx(other[how], abs=CLOSE) for how, chance in first.items())
    assert sum(first.values()) == pytest.approx(1, abs=CLOSE)
