"""Going down near a drop, being thrown, and injuries on injuries.

Worked cases of INJ-EDGE, MV-PUSH, INJ-STATE, CC-KD-03.
"""

from __future__ import annotations

import pytest

from battles.engine.steps.harm import injuries
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.harm.pipeline import lose_wounds
from battles.engine.table.table import Table
from battles.engine.tests.builder import PLAIN_MACE, SPEAR, Arena


def platform() -> Table:
    """An open floor 3 inches up; its eastern rim is at x 11."""
    outline = [[500, 500], [1100, 500], [1100, 1500], [500, 1500]]
    return Table.from_data({
        "width": 4800, "length": 4800,
        "pieces": [{
            "id": "deck", "kind": "building", "name": "deck", "outline": outline, "z0": 0, "z1": 300, "ground": "open",
            "floors": [{"outline": outline, "z": 0, "level": 1}, {"outline": outline, "z": 300, "level": 2}],
        }],
    })  # fmt: skip


def test_the_stunned_slip_off_edges() -> None:
    """INJ-EDGE-01.a"""
    arena = Arena("skirmish", table=platform())
    arena.add("b", at=(10, 10, 3))
    arena.add("a", at=(9, 10, 3), s=3)
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", dice="hit 4, wound 4, injury 3, char 4, count 3, wound 2, wound 4, injury 1")
    assert arena.posture("b1") == "stunned"
    assert arena.state is not None
    assert arena.state.models["b1"].z == 0


def test_a_sweep_throws_its_victim_off_a_roof() -> None:
    """MV-PUSH-01.c"""
    arena = Arena("core", table=platform())
    arena.add("a", at=(9, 10, 3), weapons=[PLAIN_MACE])
    arena.add("b", at=(10, 10, 3), w=5)
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", dice="hit 4, wound 6, crit 5, count 1, wound 4")
    assert arena.state is not None
    assert (arena.state.models["b1"].z, arena.state.models["b1"].engaged) == (0, ())


def test_walls_stop_a_throw() -> None:
    """MV-PUSH-01.a, b"""
    for wall, expected in ((False, 1200), (True, 1080)):
        outline = [[1130, 500], [1150, 500], [1150, 1500], [1130, 1500]]
        pieces = [{
            "id": "w", "kind": "wall", "name": "wall", "outline": outline,
            "z0": 0, "z1": 200, "ground": "impassable_solid",
        }]  # fmt: skip
        table = Table.from_data({"width": 4800, "length": 4800, "pieces": pieces if wall else []})
        arena = Arena("core", table=table)
        arena.add("a", at=(9, 10), weapons=[PLAIN_MACE])
        arena.add("b", at=(10, 10), w=3)
        arena.engage("a1", "b1")
        arena.blows("a1", "b1", dice="hit 4, wound 6, crit 5")
        assert arena.state is not None
        assert arena.state.models["b1"].x == expected


def test_a_large_victim_is_driven_less_far_and_followed() -> None:
    """MV-PUSH-01.d"""
    arena = Arena("core")
    arena.add("a", at=(8.75, 10), weapons=[SPEAR])
    arena.add("b", at=(10, 10), w=3, kind="monstrous_infantry")
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", dice="hit 4, wound 6, crit 6, count 3")
    assert arena.state is not None
    assert (arena.state.models["b1"].x, arena.state.models["a1"].x) == (1200, 1075)


def test_a_thrown_body_bumps_into_another() -> None:
    """CRIT-THRUST-KEBAB-01: a model in the path takes a hit at Strength 3."""
    arena = Arena("core")
    arena.add("a", at=(9, 10), weapons=[SPEAR])
    arena.add("b", at=(10, 10), w=3)
    arena.add("b", at=(13, 10))
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", dice="hit 4, wound 6, crit 6, count 6, wound2 4, injury2 1")
    assert arena.posture("b2") == "knocked_down"


@pytest.mark.parametrize(("ruleset", "count", "strength", "dice", "wounds", "state"), [
    ("skirmish", 1, 3, "wound 6, injury 1", 1, "knocked_down"), ("core", 1, 4, "wound 3, injury 1", 1, "knocked_down"),
])  # fmt: skip
def test_falls_ignore_armour_and_are_never_critical(
    ruleset: str, count: int, strength: int, dice: str, wounds: int, state: str
) -> None:
    """CRIT-SCOPE-01.d, ARM-IGNORE-01.a"""
    arena = Arena(ruleset)
    arena.add("b", armour=5)
    ctx = arena.context(dice)
    group = hit_automatically(ctx, "b1", strength, count, armour=False, how="fall", may_slip=False)
    arena.finish(ctx)
    assert (group.wounds_lost, arena.posture("b1")) == (wounds, state)


def test_dangerous_ground_wounds_without_a_roll() -> None:
    """SPEC-DT-01.a, c"""
    for wounds, count, dice, state in ((1, 1, "injury 2", "knocked_down"), (4, 5, "injury 2, injury 4", "stunned")):
        arena = Arena("core")
        arena.add("b", w=wounds, armour=4)
        ctx = arena.context(dice)
        group = lose_wounds(ctx, "b1", count, how="terrain")
        arena.finish(ctx)
        assert (group.wounds_lost, arena.posture("b1")) == (count, state)


def test_going_down_ends_a_flight() -> None:
    """CONV-STATE-01.a, CC-BREAK-02.a"""
    arena = Arena("core")
    arena.add("b", flags=["fleeing", "hidden", "frenzied"])
    ctx = arena.context("wound 4, injury 1")
    hit_automatically(ctx, "b1", 3, how="spell")
    arena.finish(ctx)
    assert arena.state is not None
    assert (arena.posture("b1"), arena.state.models["b1"].flags) == ("knocked_down", 0)


def test_out_of_action_leaves_the_table() -> None:
    """INJ-OOA-01.a"""
    arena = Arena("core")
    arena.add("b", w=3)
    ctx = arena.context()
    injuries.take_out(ctx, "b1")
    assert not ctx.model("b1").on_table
