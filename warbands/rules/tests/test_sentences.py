"""Sentences about equipment agree with their number."""

from __future__ import annotations

import pytest

from catalogue.packs.installed import book
from warbands.core.tests.factories import empty_draft
from warbands.rules import roster_changes
from warbands.rules.check import check_roster


@pytest.mark.parametrize(
    ("kit", "sentence"),
    [
        ({"shield": 3}, "Ada: 3 × Shield cannot be worn together. Remove all but one."),
        (
            {"light_armour": 1, "heavy_armour": 1},
            "Ada: Light armour + Heavy armour cannot be worn together. Remove all but one.",
        ),
        ({"shield": 1}, ""),
    ],
)
def test_armour_that_cannot_be_worn_together(kit: dict[str, int], sentence: str) -> None:
    """RO-ARMOUR-01"""
    state = empty_draft("reiklanders", 2000)
    member = roster_changes.hire(state, book(), "reiklanders_mercenary_captain")
    member.name = "Ada"
    for item, count in kit.items():
        for _ in range(count):
            roster_changes.buy(state, book(), member.key, item)
    sentences = [violation.sentence for violation in check_roster(state, book()) if violation.rule_id == "RO-ARMOUR-01"]
    assert sentences == ([sentence] if sentence else [])
