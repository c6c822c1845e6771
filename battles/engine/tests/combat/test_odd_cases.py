"""Zeros, house rules for casters, impact Strength, who fights at all: single worked cases."""

from __future__ import annotations

import pytest

from battles.engine.state import Effect
from battles.engine.steps.combat.impact_and_stomps import impact
from battles.engine.steps.combat.strike_order import entries_of, may_strike
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.magic.casting import remove_withered
from battles.engine.steps.magic.phase import caster_level
from battles.engine.tests.builder import HALBERD, Arena, as_weapon


def test_toughness_nought_kills_at_once_in_core() -> None:
    """CHAR-ZEROST-01.a"""
    arena = Arena("core")
    arena.add("b", t=1, effects=[Effect("raised_toughness", -1)])
    ctx = arena.context()
    remove_withered(ctx)
    assert not ctx.model("b1").on_table


@pytest.mark.parametrize(("count", "level"), [(5, 1), (4, 0)])
def test_those_who_cast_only_together(count: int, level: int) -> None:
    """MAG-PLAGUE-01.a, b"""
    arena = Arena("skirmish", options={"hr_plague_units": True})
    for number in range(count):
        arena.add("a", at=(10 + 3 * number, 10), skills=["casts_as_a_unit"])
    assert caster_level(arena.game(), arena.position(), "a1") == level


def test_impact_hits_ignore_the_weapon() -> None:
    """SPEC-IMPACT-02.b"""
    arena = Arena("core")
    arena.add("a", weapons=[HALBERD], effects=[Effect("raised_strength", 1)])
    arena.add("b", w=5)
    arena.engage("a1", "b1", charged=True)
    ctx = arena.context("wound 1")
    assert impact(ctx, "a1", "b1", 1).attacks[0].strength == 4
    assert blow(ctx.game, ctx.state, "a1", "b1", as_weapon(HALBERD)).strength == 5


@pytest.mark.parametrize(("ruleset", "flags", "able"), [
    ("core", [], True), ("core", ["fleeing"], False), ("core", ["hammered"], False), ("mordheim", ["stupid"], False),
])  # fmt: skip
def test_who_fights(ruleset: str, flags: list[str], able: bool) -> None:
    """CC-WHO-01.b, c, PSY-STUPID-01"""
    arena = Arena(ruleset)
    arena.add("a")
    arena.add("b", flags=flags)
    arena.engage("a1", "b1")
    assert may_strike(arena.game(), arena.position(), "b1") is able


def test_a_defended_wall_blunts_a_charge() -> None:
    """CC-OBST-01.b, TR-OBST-DEFEND-02.a, c"""
    for pack, need, order in ((True, 5, "b1"), (False, 4, "a1")):
        arena = Arena("skirmish", options={"terrain_pack": pack})
        arena.add("a", i=3, flags=["across"])
        arena.add("b", i=4, at=(11.3, 10), flags=["across"])
        arena.engage("a1", "b1", charged=True)
        game, state = arena.game(), arena.position()
        weapon = game.fighters["a1"].weapons[0]
        assert blow(game, state, "a1", "b1", weapon).need_hit == need
        entries = [*entries_of(game, state, "a1"), *entries_of(game, state, "b1")]
        assert min(entries, key=lambda entry: (entry.bucket, -entry.initiative)).who == order
