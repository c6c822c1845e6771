"""Cover by walls, hedges and people, and who shoots after whom."""

from __future__ import annotations

from battles.engine.commands import EndStep, Shoot
from battles.engine.dice import ScriptedDice
from battles.engine.steps.shooting.firing import fire
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.steps.shooting.to_hit import need_to_hit
from battles.engine.table.table import Table
from battles.engine.tests.builder import BOW, Arena


def behind(kind: str, cover: str, top: int) -> Table:
    """A barrier right in front of the target at (16, 10)."""
    outline = [[1530, 800], [1545, 800], [1545, 1200], [1530, 1200]]
    return Table.from_data({
        "width": 4800, "length": 4800,
        "pieces": [{
            "id": "w", "kind": kind, "name": kind, "outline": outline, "z0": 0, "z1": top,
            "ground": "impassable_solid", "cover": cover,
        }],
    })  # fmt: skip


def test_everything_at_once() -> None:
    """SHOOT-MOD-01.b"""
    arena = Arena("skirmish", table=behind("hedge", "soft", 90))
    arena.add("a", at=(2, 10), weapons=[BOW], bs=4, flags=["moved"])
    arena.add("b", at=(16, 10))
    game, state = arena.game(), arena.position("shooting")
    need, mods = need_to_hit(game, state, "a1", "b1", game.fighters["a1"].weapons[0])
    assert (need, {mod.reason for mod in mods}) == (7, {"soft_cover", "long_range", "moved", "single_target"})


def test_a_near_miss_strikes_the_wall() -> None:
    """SHOOT-COVER-02.c"""
    arena = Arena("core", table=behind("wall", "hard", 90))
    arena.add("a", at=(10, 10), weapons=[BOW])
    arena.add("b", at=(16, 10))
    ctx = arena.context("hit 4", phase="shooting")
    fire(ctx, "a1", "b1", plan_of(ctx.game, ctx.state, "a1", 0), 1)
    arena.finish(ctx)
    assert (arena.posture("b1"), arena.wounds("b1")) == ("standing", 1)


def test_a_later_archer_sees_what_the_first_has_done() -> None:
    """SHOOT-ONE-01.b"""
    arena = Arena("core")
    arena.add("a", at=(10, 10), weapons=[BOW])
    arena.add("a", at=(10, 12), weapons=[BOW])
    arena.add("b", at=(15, 11))
    arena.add("b", at=(20, 14))
    battle = arena.battle("shooting", dice="hit 4, wound 4, injury 2")
    assert Shoot("a2", "b2", 0) not in battle.legal("a")
    battle.play("a", Shoot("a1", "b1", 0))
    assert battle.legal("a") == [EndStep(), Shoot("a2", "b2", 0)]
    assert isinstance(battle.dice, ScriptedDice)
    battle.dice.assert_all_used()


def test_a_sniper_gets_one_bonus_for_size_and_combat() -> None:
    """SHOOT-ENG-01.b, SHOOT-MOD-LARGE-01.c"""
    for fields, skill, expected in (({}, 4, 2), ({"kind": "monstrous_infantry"}, 3, 3)):
        arena = Arena("core")
        arena.add("a", at=(10, 10), weapons=[BOW], bs=skill, skills=["sniper"])
        arena.add("b", at=(16, 10), **fields)
        arena.add("c", at=(16, 11.2))
        arena.engage("b1", "c1")
        game, state = arena.game(), arena.position("shooting")
        assert need_to_hit(game, state, "a1", "b1", game.fighters["a1"].weapons[0])[0] == expected


def test_a_man_in_the_way_is_cover_where_values_are_compared() -> None:
    """LS-VALUE-01: a model as tall as the target blocks the lines that cross it."""
    arena = Arena("core", options={"sight_mode": "value"})
    arena.add("a", at=(10, 10), weapons=[BOW])
    arena.add("b", at=(16, 10))
    for expected in (4, 5):
        game, state = arena.game(), arena.position("shooting")
        assert need_to_hit(game, state, "a1", "b1", game.fighters["a1"].weapons[0])[0] == expected
        arena.add("a", at=(13, 10.5))
