"""Who leads, and whose Leadership counts. PSY-LEAD-01, PSY-LEAD-02, CHAR-LD-01"""

from __future__ import annotations

import pytest

from battles.engine.steps.nerve.leaders import leader_of, leadership_of, take_test
from battles.engine.tests.builder import RULESETS, Arena


def test_the_highest_leadership_leads_and_a_character_before_others() -> None:
    """PSY-LEAD-01.a and b"""
    arena = Arena("skirmish")
    arena.add("a", ld=7)
    arena.add("a", ld=8, role="hero")
    arena.add("a", ld=8)
    assert leader_of(arena.game(), "a") == "a2"
    elder = Arena("skirmish")
    elder.add("a", ld=7, role="hero", is_leader=True)
    elder.add("a", ld=9)
    assert leader_of(elder.game(), "a") == "a2"


def test_elsewhere_the_named_leader_leads() -> None:
    """PSY-LEAD-01"""
    arena = Arena("core")
    arena.add("a", ld=9)
    arena.add("a", ld=7, is_leader=True)
    assert leader_of(arena.game(), "a") == "a2"


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("x", "passed"), [(17.0, True), (17.1, False)])
def test_a_leader_within_six_inches_lends_their_leadership(ruleset: str, x: float, passed: bool) -> None:
    """PSY-LEAD-02.a and b: 6.0 inches from base to base, and 6.1"""
    arena = Arena(ruleset)
    arena.add("a", ld=6, at=(10, 10))
    arena.add("a", ld=8, is_leader=True, at=(x, 10))
    ctx = arena.context("ld 4+4")
    assert take_test(ctx, "a1", "fear", "PSY-FEAR-01") is passed


@pytest.mark.parametrize("state", ["knocked_down", "stunned"])
def test_a_fallen_leader_lends_nothing(state: str) -> None:
    """PSY-LEAD-02.c"""
    arena = Arena("skirmish")
    arena.add("a", ld=6, at=(10, 10))
    arena.add("a", ld=9, is_leader=True, at=(13, 10), posture=state)
    assert leadership_of(arena.game(), arena.position(), "a1") == (6, "")


@pytest.mark.parametrize(
    ("value", "dice", "passed"),
    [(7, "ld 3+4", True), (10, "ld 5+6", False), (12, "ld 6+6", True), (0, "ld 1+1", False)],
)
def test_a_leadership_test_passes_at_or_under(value: int, dice: str, passed: bool) -> None:
    """CHAR-LD-01.a and b, CHAR-ZEROOTHER-01"""
    arena = Arena("core")
    arena.add("a", ld=value)
    assert take_test(arena.context(dice), "a1", "fear", "PSY-FEAR-01") is passed
