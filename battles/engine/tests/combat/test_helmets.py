"""Stunned becomes knocked down by a helmet, or by a skill or body that does the same. Rule: ARM-HELMET-01"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.events import Rolled
from battles.engine.tests.builder import Arena

SKULL = ["avoid_stun", {"needs": 3, "with_helmet": 2, "name": "Thick Skull"}]
SPIRIT = ["avoid_stun", {"needs": 4, "name": "Spirit Form"}]
HELMET = ["avoid_stun", {"needs": 4, "worn": True}]
POT = ["avoid_stun", {"needs": 5, "worn": True}]


def rolls_of(ruleset: str, face: int, **model: Any) -> list[tuple[int, str]]:
    """Score and reason of each roll against being stunned; `face` is the only one that may be thrown."""
    arena = Arena(ruleset)
    arena.add("a")
    arena.add("b", **model)
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", dice=f"hit 4, wound 4, injury 3{f', helmet {face}' if face else ''}")
    assert arena.posture("b1") == ("knocked_down" if face else "stunned")
    return [
        (event.need, event.about) for event in arena.events if isinstance(event, Rolled) and event.purpose == "helmet"
    ]


@pytest.mark.parametrize("ruleset", ["core", "mordheim"])
@pytest.mark.parametrize(("helmet", "skills", "need", "reason"), [
    (True, [], 4, ""),
    (True, [HELMET], 4, ""),
    (True, [POT], 5, ""),
    (False, [SKULL], 3, "Thick Skull"),
    (True, [SKULL], 2, "Thick Skull"),
    (True, [SKULL, HELMET], 2, "Thick Skull"),
    (True, [HELMET, SKULL], 2, "Thick Skull"),
    (False, [SPIRIT], 4, "Spirit Form"),
])  # fmt: skip
def test_the_best_score_counts_and_is_named(
    ruleset: str, helmet: bool, skills: list[Any], need: int, reason: str
) -> None:
    assert rolls_of(ruleset, need, helmet=helmet, skills=skills) == [(need, reason)]


@pytest.mark.parametrize("ruleset", ["skirmish", "gazette"])
def test_rulesets_without_helmets_leave_out_helmets_alone(ruleset: str) -> None:
    assert rolls_of(ruleset, 0, helmet=True, skills=[HELMET]) == []
    assert rolls_of(ruleset, 3, skills=[SKULL]) == [(3, "Thick Skull")]
    assert rolls_of(ruleset, 3, helmet=True, skills=[SKULL, HELMET]) == [(3, "Thick Skull")], "no better in a helmet"
    assert rolls_of(ruleset, 4, skills=[SPIRIT]) == [(4, "Spirit Form")]
