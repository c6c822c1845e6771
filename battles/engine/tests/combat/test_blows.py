"""Blows of gear and moods that the worked cases do not name."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.state import FEAR_SIX
from battles.engine.tests.builder import AXE, MACE, SWORD, Arena


@pytest.mark.parametrize(
    ("ruleset", "weapon", "defender", "dice", "state"),
    [
        ("core", MACE, {}, "hit 4, wound 4, injury 2", "stunned"),
        ("core", AXE, {"armour": 6}, "hit 4, wound 4, injury 1", "knocked_down"),
        ("gazette", SWORD, {"weapons": [SWORD]}, "hit 4, wound 1", "standing"),
    ],
    ids=["concussion", "cutting edge", "gazette has no parry"],
)
def test_what_a_weapon_does(
    ruleset: str, weapon: dict[str, Any], defender: dict[str, Any], dice: str, state: str
) -> None:
    arena = Arena(ruleset)
    arena.add("a", weapons=[weapon])
    arena.add("b", **defender)
    arena.engage("a1", "b1")
    group = arena.blows("a1", "b1", dice=dice)
    assert arena.posture("b1") == state
    assert not any(attack.parried for attack in group.attacks)


def test_a_six_after_a_failed_fear_test_may_still_be_rerolled() -> None:
    """PSY-HATE-01.c"""
    arena = Arena("core")
    arena.add("a", hates=["*"], flags=["fear_six"])
    arena.add("b", at=(11, 10))
    arena.engage("a1", "b1")
    group = arena.blows("a1", "b1", dice="hit 3, reroll 6, wound 1")
    assert group.hits == 1
    assert arena.state is not None
    assert arena.state.models["a1"].flags & FEAR_SIX
