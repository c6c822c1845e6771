"""Stupidity at the start of the turn. PSY-STUPID-01, MV-ORDER-03"""

from __future__ import annotations

import pytest

from battles.engine.state import COMPELLED, STUPID
from battles.engine.steps.turn.start import stupidity_test
from battles.engine.tests.builder import Arena


@pytest.mark.parametrize(
    ("x", "posture", "acts"), [(17.0, "standing", True), (17.1, "standing", False), (14, "knocked_down", False)]
)
def test_a_clever_friend_within_six_inches_minds_them(x: float, posture: str, acts: bool) -> None:
    """PSY-STUPID-01.a and b, MV-ORDER-03/a"""
    arena = Arena("core")
    arena.add("a", keywords=["stupidity"], at=(10, 10))
    arena.add("a", at=(x, 10), posture=posture)
    ctx = arena.context()
    stupidity_test(ctx, "a1")
    assert bool(ctx.state.models["a1"].flags & STUPID) is not acts
    assert not ctx.state.models["a1"].flags & COMPELLED


def test_another_stupid_model_minds_no_one() -> None:
    """PSY-STUPID-01"""
    arena = Arena("core")
    arena.add("a", keywords=["stupidity"], at=(10, 10))
    arena.add("a", keywords=["stupidity"], at=(12, 10))
    ctx = arena.context()
    stupidity_test(ctx, "a1")
    assert ctx.state.models["a1"].flags & STUPID


@pytest.mark.parametrize(("dice", "stupid"), [("ld 3+2", True), ("ld 2+2", False)])
def test_elsewhere_the_warrior_tests_and_staggers(dice: str, stupid: bool) -> None:
    """PSY-STUPID-01.c"""
    arena = Arena("mordheim")
    arena.add("a", ld=4, m=6, keywords=["stupidity"])
    ctx = arena.context(dice)
    stupidity_test(ctx, "a1")
    assert bool(ctx.state.models["a1"].flags & STUPID) is stupid
    assert bool(ctx.state.models["a1"].flags & COMPELLED) is stupid


def test_engaged_the_warrior_does_not_stagger() -> None:
    """PSY-STUPID-01"""
    arena = Arena("mordheim")
    arena.add("a", ld=4, keywords=["stupidity"], at=(10, 10))
    arena.add("b", at=(11, 10))
    arena.engage("a1", "b1")
    ctx = arena.context("ld 6+6")
    stupidity_test(ctx, "a1")
    assert ctx.state.models["a1"].flags & STUPID
    assert not ctx.state.models["a1"].flags & COMPELLED
