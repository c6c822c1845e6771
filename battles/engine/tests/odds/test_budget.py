"""Duels are worked out within a limit of states, and what they say is exact as far as they go."""

import pytest

from battles.engine.odds.attack_odds import attack_odds, duel
from battles.engine.odds.budget import Budget, OverBudget
from battles.engine.profile import fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.engine.tests.odds.pairs import pair
from battles.engine.tests.odds.test_stages import RULESETS, assert_agrees, standing
from battles.engine.tests.odds.whole_tree import WholeTree

RAPIER = {
    "code": "rapier", "name": "rapier", "chart": "bladed", "hands": 1, "save_modifier": 1,
    "traits": [["parry", {}], ["barrage", {}]],
}  # fmt: skip
FISTS = {"code": "fists", "name": "fists", "chart": "unarmed", "hands": 1}
PISTOL = {"code": "pistol", "name": "pistol", "chart": "bludgeoning", "strength_bonus": 2, "hands": 1}


def fighter(name, **given):
    return fighter_from_data({"id": name, "name": name, "profile": {}, **given})


def swashbuckler(attacks=1, **given):
    return fighter("a1", profile={"attacks": attacks, "weapon_skill": 6, "strength": 4}, weapons=[RAPIER], **given)


def test_a_budget_ends_at_its_limit():
    budget = Budget(3)
    budget.spend(3)
    with pytest.raises(OverBudget):
        budget.spend()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_duel_cut_short_tells_the_turns_that_it_followed_exactly(ruleset):
    whole = duel(rules_for(ruleset), *pair(4))
    short = duel(rules_for(ruleset), *pair(4), states=whole.states // 2)
    assert not whole.cut_short
    assert short.cut_short
    assert 0 < len(short.by_turn) < len(whole.by_turn)
    assert short.by_turn == whole.by_turn[: len(short.by_turn)]
    first_out, second_out = short.by_turn[-1]
    assert (short.second_wins, short.first_wins) == (first_out, second_out)
    assert short.undecided == pytest.approx(1 - first_out - second_out, abs=1e-12)
    assert short.states <= whole.states // 2 + 1


def test_a_duel_with_no_room_for_its_first_turn_says_that_nothing_is_known():
    none = duel(rules_for("core"), *pair(4), states=5)
    assert none.cut_short
    assert none.by_turn == ()
    assert (none.first_wins, none.second_wins, none.undecided) == (0, 0, 1)


def test_the_attacks_of_one_fighter_stop_at_their_limit():
    game, state = standing("core", (swashbuckler(3), pair(0)[1]))
    with pytest.raises(OverBudget):
        attack_odds(game, state, "a1", "b1", states=20)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_six_attacks_are_worked_out_within_the_limit(ruleset):
    """Each further attack multiplied the work: four that attack again took 47 seconds."""
    weapon = RAPIER if ruleset == "core" else PISTOL
    striker = fighter("a1", profile={"attacks": 6, "weapon_skill": 6, "strength": 4}, weapons=[weapon])
    found = duel(rules_for(ruleset), striker, fighter("b1", profile={"toughness": 4, "wounds": 2}, armour=5))
    assert found.states < 45_000


# -- merged work against the whole tree, where attacks bring other attacks


@pytest.mark.parametrize("ruleset", ["skirmish", "gazette", "mordheim", "core"])
def test_blows_that_press_on_beside_another_weapon_agree_with_the_whole_tree(ruleset):
    """One critical counts in a phase: the pistol's comes before that of an extra attack."""
    game, state = standing(ruleset, (fighter("a1", weapons=[RAPIER, PISTOL]), fighter("b1", profile={"toughness": 4})))
    assert_agrees(game, state, WholeTree)


@pytest.mark.parametrize("wounds", [1, 2])
@pytest.mark.parametrize("ruleset", ["gazette", "mordheim"])
def test_two_blows_that_press_on_under_the_cap_agree_with_the_whole_tree(ruleset, wounds):
    """They are computed in sequence: first attacks in order, then extra attacks, then the injuries."""
    target = fighter("b1", profile={"toughness": 4, "wounds": wounds}, armour=6)
    assert_agrees(*standing(ruleset, (swashbuckler(2), target)), WholeTree)


@pytest.mark.parametrize("wounds", [1, 2, 3])
def test_blows_that_bring_others_agree_with_the_whole_tree_at_several_wounds(wounds):
    """Attacks that a critical brings come after all others: which wound is the first decides which injury is rolled."""
    weapon = {**FISTS, "traits": [["concussion", {}]]}
    target = fighter("b1", profile={"wounds": wounds}, skills=[["special_save", {"needs": 4}]])
    striker = fighter("a1", profile={"attacks": 2, "strength": 4}, weapons=[weapon])
    assert_agrees(*standing("core", (striker, target)), WholeTree)


def test_a_weapon_that_disarms_on_a_six_is_told_from_other_hits():
    """Hits of 4, 5 and 6 counted as one, and the probability that the enemy drops the weapon was 0."""
    from battles.engine.odds.branching_dice import ways_of
    from battles.engine.steps.combat.phase import strike
    from battles.engine.steps.combat.strikers import attack_plan

    hook = {**PISTOL, "traits": [["disarms_on_six", {}]]}
    game, state = standing("skirmish", (fighter("a1", weapons=[hook]), fighter("b1", weapons=[{**FISTS, "code": "x"}])))
    plan = attack_plan(game, state, "a1", "self")
    chances = {}
    for after, _, chance in ways_of(game, state, lambda ctx: strike(ctx, "a1", "b1", plan)):
        disarmed = after.models["b1"].effects != ()
        chances[disarmed] = chances.get(disarmed, 0) + chance
    assert chances[True] == pytest.approx(1 / 6, abs=0.05)


def test_a_push_off_the_table_ends_where_the_base_last_stands_on_it():
    """Found by bisection on an open table: the same place as hundredth by hundredth."""
    from battles.engine.steps.movement.forced.pushes import _farthest_on_table
    from battles.engine.table.table import Table
    from battles.engine.table.vectors import Body

    table, body = Table(1000, 1000), Body(900, 500, 0, 50, 150)
    for dx, dy in ((1, 0), (0.6, 0.8), (-1, 0), (0, -1)):
        steps = [body._replace(x=round(900 + dx * far), y=round(500 + dy * far)) for far in range(1, 601)]
        on_table = [far for far, there in enumerate(steps, 1) if table.on_table(there)]
        assert _farthest_on_table(table, body, dx, dy, 600) == len(on_table)


# -- luck: a failed roll is taken again, for the first attacks that need it

CLUB = {"code": "club", "name": "club", "chart": "bludgeoning", "hands": 1}
SWORD = {"code": "sword", "name": "sword", "chart": "bladed", "hands": 1, "save_modifier": 1, "strength_bonus": 1}


def lucky(attacks, *weapons, times=1):
    return fighter("a1", profile={"attacks": attacks}, weapons=list(weapons), skills=[["reroll_any", {"times": times}]])


@pytest.mark.parametrize(
    ("attacks", "weapons", "times", "target"),
    [
        (2, (SWORD,), 1, {"profile": {"wounds": 1}, "armour": 5}),
        (1, (SWORD, CLUB), 1, {"profile": {"wounds": 2, "toughness": 4}}),
        (2, (CLUB,), 2, {"profile": {"wounds": 2}}),
        (2, (FISTS,), 1, {"profile": {"wounds": 1}}),
        (1, (RAPIER, CLUB), 1, {"profile": {"toughness": 4}}),
    ],
    ids=["swords", "two weapons", "twice", "fists", "pressing on"],
)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_luck_among_several_attacks_agrees_with_the_whole_tree(ruleset, attacks, weapons, times, target):
    """The first failed roll takes the luck, whether attacks are worked out one by one or stage by stage."""
    assert_agrees(*standing(ruleset, (lucky(attacks, *weapons, times=times), fighter("b1", **target))), WholeTree)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_five_lucky_attacks_are_worked_out_one_after_another(ruleset):
    """Attacks of a lucky fighter were kept apart stage by stage, so that five took over 26,000 states."""
    game, state = standing(ruleset, (lucky(5, SWORD), fighter("b1", profile={"toughness": 4, "wounds": 2}, armour=5)))
    attack_odds(game, state, "a1", "b1", states=4_000)
