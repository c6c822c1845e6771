"""The skill Ride [Animal] allows mounts of other warrior types. Rule: RO-WHO-01"""

from __future__ import annotations

import pytest

from catalogue.packs.installed import book
from warbands.core.state import KitLine
from warbands.core.tests.factories import empty_draft
from warbands.rules import roster_changes
from warbands.rules.check import check_roster


@pytest.mark.parametrize(("skills", "item", "allowed"), [
    ([], "cold_one", False), (["ride_animal"], "cold_one", True), (["ride_animal"], "chaos_steed", True),
])  # fmt: skip
def test_a_trained_rider_may_have_any_mount(skills: list[str], item: str, allowed: bool) -> None:
    state = empty_draft("reiklanders")
    captain = roster_changes.hire(state, book(), "reiklanders_mercenary_captain")
    captain.skills = skills
    state.kit["k1"] = KitLine("k1", captain.key, item, paid_gc=1)
    found = {violation.code for violation in check_roster(state, book()) if violation.item == item}
    assert ("not_for_him" not in found) is allowed
