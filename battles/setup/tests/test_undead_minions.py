"""Unbreakable minions of the packs' undead lists leave with their masters. Rule: PSY-UNBR-01"""

from __future__ import annotations

import pytest

from battles.core.bridge.fighters import fighter_of
from battles.engine.steps.turn import rout
from battles.engine.tests.builder import Arena
from catalogue.packs.installed import book
from warbands.core.state import GROUP, Member
from warbands.core.tests.factories import empty_draft


@pytest.mark.parametrize(
    ("warband_type", "entry", "stays"),
    [
        ("undead", "undead_zombie", False),
        ("restless_dead", "restless_dead_zombie", False),
        ("dwarf_treasure_hunters", "dwarf_treasure_hunters_dwarf_troll_slayer", True),
        ("pit_fighters", "pit_fighters_dwarf_troll_slayer", True),
    ],
)
def test_minions_of_undead_lists_leave_with_their_masters(warband_type: str, entry: str, stays: bool) -> None:
    state = empty_draft(warband_type)
    member = Member("m", GROUP, entry, "M")
    state.members["m"] = member
    row = fighter_of(state, member, book(), name="M")
    arena = Arena("core")
    arena.add("a", at=(10, 10), tags=row["tags"], keywords=row["keywords"], skills=row["skills"])
    arena.add("b", at=(40, 40))
    ctx = arena.context()
    rout.rout_side(ctx, "a")
    assert (ctx.model("a1").gone == "") is stays
    assert ctx.state.sides["a"].routed is not stays
