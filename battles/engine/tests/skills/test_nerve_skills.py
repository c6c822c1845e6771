"""Traits of the nerve: tests that pass by themselves or are taken again, voices that carry, minders, garlic."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.state import FRENZIED
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.nerve import fear
from battles.engine.steps.nerve.leaders import leadership_of, take_test
from battles.engine.steps.turn import rout
from battles.engine.tests.builder import RULESETS, Arena
from battles.engine.tests.nerve.test_rout import start_turn, warband

SILK = ["reroll_rout", {"groups": ["mercenaries"], "leader_only": True, "times": 1}]


def result_of(
    reason: str, dice: str, *traits: Any, rules: str = "mordheim", used: tuple[Any, ...] = ()
) -> tuple[bool, Any]:
    """Whether a test on Leadership 7 with these dice is passed, and what is used up after it."""
    arena = Arena(rules)
    arena.add("a", ld=7, skills=[list(trait) if isinstance(trait, list) else [trait, {}] for trait in traits])
    arena.models["a1"] = arena.models["a1"]._replace(used=used)
    ctx = arena.context(dice)
    passed = take_test(ctx, "a1", reason, "CHAR-LD-01")
    arena.finish(ctx)
    return passed, ctx.model("a1").used


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize(("reason", "dice", "traits", "passed"), [
    ("fear", "", ["passes_leadership"], True), ("stupidity", "", ["passes_leadership"], True),
    ("all_alone", "", ["immune_to_all_alone"], True), ("fear", "ld 4+4", ["immune_to_all_alone"], False),
    ("fear", "ld 4+4, reroll 3+4", ["reroll_fear"], True), ("all_alone", "ld 4+4", ["reroll_fear"], False),
    ("fear", "ld 4+4, reroll 3+4", ["reroll_failed_checks"], True), ("rout", "ld 4+4", ["reroll_failed_checks"], False),
    ("rout", "ld 4+4, reroll 3+4", [["reroll_rout", {}]], True), ("rally", "ld 4+4", [["reroll_rout", {}]], False),
])  # fmt: skip
def test_of_leadership(rules: str, reason: str, dice: str, traits: list[Any], passed: bool) -> None:
    assert result_of(reason, dice, *traits, rules=rules)[0] is passed


def test_a_relic_passes_the_first_test_alone() -> None:
    passed, used = result_of("fear", "", "passes_first_leadership")
    assert passed
    assert result_of("fear", "ld 4+4", "passes_first_leadership", used=used) == (False, used)


def test_a_relic_is_not_spent_where_no_test_is_needed() -> None:
    assert result_of("fear", "", "passes_leadership", "passes_first_leadership") == (True, ())


@pytest.mark.parametrize(("tags", "leads", "used", "dice", "stays"), [
    (["mercenaries"], True, (), "ld 6+6, reroll 3+4", True), (["skaven"], True, (), "ld 6+6", False),
    (["mercenaries"], True, (("reroll_rout", 1),), "ld 6+6", False),
])  # fmt: skip
def test_silk_clothes_save_a_rout_once(tags: list[str], leads: bool, used: Any, dice: str, stays: bool) -> None:
    arena = Arena("mordheim")
    arena.add("a", ld=8, is_leader=leads, tags=tags, skills=[SILK])
    arena.models["a1"] = arena.models["a1"]._replace(used=used)
    ctx = arena.context(dice)
    assert rout.take_rout_test(ctx, "a") is stays
    arena.finish(ctx)


@pytest.mark.parametrize(("traits", "inches"), [
    ([], 6), ([["leader_range", {"amount": 12}]], 12), ([["leader_range_bonus", {"amount": 6}]], 12),
    ([["leader_range", {"amount": 12}], ["leader_range_bonus", {"amount": 6}]], 18),
])  # fmt: skip
def test_how_far_a_leader_is_heard(traits: list[Any], inches: int) -> None:
    """PSY-LEAD-02"""
    for apart, lent in ((inches, True), (inches + 0.2, False)):
        arena = Arena("core")
        arena.add("a", ld=9, is_leader=True, skills=traits)
        arena.add("a", at=(10 + 1 + apart, 10), ld=6)
        found = leadership_of(arena.game(), arena.position(), "a2")
        assert found == ((9, "a1") if lent else (6, ""))


@pytest.mark.parametrize(("role", "apart", "posture", "stupid"), [
    ("hero", 5, "standing", False), ("hero", 8, "standing", True), ("henchman", 5, "standing", True),
    ("hero", 5, "stunned", True),
])  # fmt: skip
def test_a_rat_ogre_needs_a_hero_beside_it(role: str, apart: float, posture: str, stupid: bool) -> None:
    """PSY-STUPID-01"""
    arena = Arena("mordheim")
    arena.add("a", keywords=["stupidity"], skills=[["stupidity", {"unless_near": "hero", "distance": 6}]])
    arena.add("a", at=(11 + apart, 10), role=role, posture=posture)
    assert ("stupidity" in keywords_of(arena.game(), arena.position(), "a1")) is stupid


def test_frenzy_that_nothing_ends_comes_back() -> None:
    for traits, back in (([["frenzy", {"never_lost": True}]], True), ([["frenzy", {}]], False)):
        arena = warband("mordheim", 4, 0)
        arena.add("a", at=(10, 20), skills=traits, keywords=["frenzy"])
        battle = start_turn(arena)
        assert bool(battle.state.models["a5"].flags & FRENZIED) is back


@pytest.mark.parametrize(("tags", "dice", "dares"), [
    (["vampire"], "ld 6+6", False), (["vampire"], "ld 3+3", True), (["human"], "", True),
])  # fmt: skip
def test_garlic_wards_off_vampires(tags: list[str], dice: str, dares: bool) -> None:
    """MV-CHG-17"""
    arena = Arena("mordheim")
    arena.add("a", ld=8, tags=tags, keywords=["immune_to_psychology"])
    arena.add("b", at=(15, 10), skills=[["wards_off", {"races": ["vampire"]}]])
    ctx = arena.context(dice)
    assert fear.dares_to_charge(ctx, "a1", "b1") is dares
    arena.finish(ctx)
