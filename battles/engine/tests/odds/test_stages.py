"""Odds worked out stage by stage against the whole tree, over random fighters, in every ruleset."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.engine.odds.attack_odds import attack_odds, duel, duel_game
from battles.engine.profile import fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.engine.state import KNOCKED_DOWN, STANDING, STUNNED
from battles.engine.tests.odds.whole_tree import EveryFace, WholeTree, attack_leaves

RULESETS = ("skirmish", "gazette", "mordheim", "core")
CHARTS = ("bladed", "bludgeoning", "thrusting", "unarmed", "missile")


def fighter(name, **given):
    return fighter_from_data({"id": name, "name": name, "profile": {}, **given})


def random_weapon(dice, chart):
    traits = [["parry", {"marked": True}]] if chart == "bladed" else []
    if dice.random() < 0.3:
        traits.append(["concussion", {}])
    return {"code": chart, "name": chart, "chart": chart, "traits": traits, "strength_bonus": dice.choice([0, 0, 1, 2])}


def random_pair(dice):
    """A striker, and an enemy who may parry, with or without helmet, armour and Wounds."""
    first = fighter(
        "a1",
        profile={"strength": dice.randint(2, 5), "weapon_skill": dice.randint(2, 5)},
        weapons=[random_weapon(dice, dice.choice(CHARTS))],
        keywords=["poisoned_attacks"] if dice.random() < 0.4 else [],
    )
    second = fighter(
        "b1",
        profile={"toughness": dice.randint(2, 4), "weapon_skill": dice.randint(2, 5), "wounds": dice.randint(1, 2)},
        weapons=[random_weapon(dice, "bladed")],
        armour=dice.choice([7, 6, 5]),
        helmet=dice.random() < 0.5,
    )
    return first, second


def standing(ruleset, pair, posture=STANDING):
    game, state = duel_game(rules_for(ruleset), *pair)
    if posture:
        state.models["b1"] = state.models["b1"]._replace(posture=posture)
    for model_id in ("a1", "b1"):
        held = tuple(range(len(game.fighters[model_id].weapons)))
        state.models[model_id] = state.models[model_id]._replace(loadout=held)
    return game, state


def assert_agrees(game, state, kind):
    odds, leaves = attack_odds(game, state, "a1", "b1"), attack_leaves(game, state, "a1", "b1", kind)
    assert sum(odds.postures.values()) == pytest.approx(1, abs=1e-12)
    assert sum(odds.wounds.values()) == pytest.approx(1, abs=1e-12)
    assert odds.hit == pytest.approx(sum(chance for (hit, _, _), chance in leaves.items() if hit), abs=1e-12)
    for lost in {row[1] for row in leaves} | set(odds.wounds):
        whole = sum(chance for row, chance in leaves.items() if row[1] == lost)
        assert odds.wounds.get(lost, 0) == pytest.approx(whole, abs=1e-12)
    for posture in {row[2] for row in leaves} | set(odds.postures):
        whole = sum(chance for row, chance in leaves.items() if row[2] == posture)
        assert odds.postures.get(posture, 0) == pytest.approx(whole, abs=1e-12)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(5))
def test_one_blow_agrees_with_the_tree_of_every_face(ruleset, seed):
    assert_agrees(*standing(ruleset, random_pair(Random(seed))), EveryFace)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("posture", [KNOCKED_DOWN, STUNNED])
@pytest.mark.parametrize("seed", [20, 21])
def test_blows_at_the_downed_agree(ruleset, posture, seed):
    assert_agrees(*standing(ruleset, random_pair(Random(seed)), posture), EveryFace)


@pytest.mark.parametrize("ruleset", ["skirmish", "gazette", "mordheim"])
@pytest.mark.parametrize("wounds", [1, 2])
def test_two_weapons_agree_with_the_whole_tree(ruleset, wounds):
    dice = Random(41)
    arms = [random_weapon(dice, "bladed"), random_weapon(dice, "unarmed")]
    striker = fighter("a1", profile={"strength": 3}, weapons=arms)
    target = fighter("b1", profile={"wounds": wounds}, weapons=[random_weapon(dice, "bladed")])
    assert_agrees(*standing(ruleset, (striker, target)), WholeTree)


def test_two_weapons_on_the_charts_by_class_agree_with_the_whole_tree():
    dice = Random(41)
    arms = [random_weapon(dice, "bladed"), random_weapon(dice, "missile")]
    striker = fighter("a1", profile={"strength": 2}, weapons=arms)
    target = fighter("b1", profile={"toughness": 3}, weapons=[random_weapon(dice, "bludgeoning")])
    assert_agrees(*standing("core", (striker, target)), WholeTree)


@pytest.mark.parametrize("chart", CHARTS)
def test_every_chart_by_class_agrees(chart):
    dice = Random(7)
    pair = (fighter("a1", profile={"strength": 4}, weapons=[random_weapon(dice, chart)]), random_pair(dice)[1])
    assert_agrees(*standing("core", pair), WholeTree)


@settings(max_examples=15, deadline=None)
@given(
    ruleset=st.sampled_from(RULESETS),
    strength=st.integers(1, 8),
    toughness=st.integers(1, 6),
    armour=st.integers(2, 7),
    chart=st.sampled_from(CHARTS),
)
def test_more_strength_or_less_armour_never_wounds_less_often(ruleset, strength, toughness, armour, chart):
    def wounded(strength, armour):
        striker = fighter(
            "a1", profile={"strength": strength}, weapons=[{"code": "arm", "name": "arm", "chart": chart}]
        )
        target = fighter("b1", profile={"toughness": toughness}, armour=armour)
        return attack_odds(*standing(ruleset, (striker, target)), "a1", "b1").wounded

    here = wounded(strength, armour)
    assert wounded(strength + 1, armour) >= here - 1e-12
    assert wounded(strength, armour - 1) <= here + 1e-12


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_duel_is_decided_one_way_or_the_other(ruleset):
    pair = random_pair(Random(3))
    odds = duel(rules_for(ruleset), *pair, turns=6)
    assert odds.first_wins + odds.second_wins + odds.undecided == pytest.approx(1, abs=1e-9)
    assert list(odds.by_turn) == sorted(odds.by_turn)
