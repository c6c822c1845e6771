"""Riders who lose control of their mounts, a house rule, and who unseats them. Rule: SPEC-MOUNT-01"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.flow import Context
from battles.engine.state import KNOCKED_DOWN, STANDING, STUNNED
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.riding import steed_of
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.steps.turn import optional_choices
from battles.engine.table.vectors import Spot
from battles.engine.terrain.setup_changes import ON_FOOT, present
from battles.engine.tests.builder import BOW, RULESETS, SWORD, Arena
from battles.engine.tests.skills.test_supplement_skills import traits

HORSE = {"name": "Warhorse", "profile": {"movement": 8, "weapon_skill": 3, "strength": 3, "attacks": 1}}


def duel(ruleset: str = "mordheim", on: bool = True, **attacker: Any) -> Arena:
    arena = Arena(ruleset, options={"hr_losing_control": on})
    arena.add("a", at=(10, 10), mount=HORSE, weapons=[SWORD, BOW], kind="cavalry")
    arena.add("b", at=(20, 10), weapons=[SWORD], **attacker)
    return arena


def wounded(arena: Arena, dice: str) -> Context:
    """One hit of Strength 3 by b1 on the rider a1, without saves; every die is used."""
    ctx = arena.context(dice, side="b")
    hit_automatically(ctx, "a1", 3, how="blow", by="b1", armour=False)
    arena.finish(ctx)
    return ctx


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("face", [1, 2])
def test_a_mount_that_rears_holds_its_rider_for_a_turn(ruleset: str, face: int) -> None:
    ctx = wounded(duel(ruleset), f"wound 4, injury {face}")
    assert ctx.model("a1").posture == KNOCKED_DOWN
    assert ctx.game.fighters["a1"].mount is not None, "still in the saddle"
    ctx.state.models["a1"] = ctx.model("a1")._replace(posture=STANDING)
    move = allowance_of(ctx.game, ctx.state, "a1")
    assert (move.walk, move.may_charge) == (0, False)
    assert plan_of(ctx.game, ctx.state, "a1", 1).refused
    assert [effect.until_turn for effect in ctx.model("a1").effects if effect.code == "rearing"] == [
        ctx.state.turn_number + 2
    ]


@pytest.mark.parametrize(("last", "waits"), [(3, False), (4, True)])
@pytest.mark.parametrize("face", [3, 4])
def test_a_rider_falls_off_is_hurt_and_may_lose_the_mount(face: int, last: int, waits: bool) -> None:
    ctx = wounded(duel(), f"wound 4, injury {face}, wound 1, die {last}")
    assert ctx.model("a1").posture == STUNNED
    game = present(ctx.game, ctx.state)
    assert (game.fighters["a1"].mount, game.fighters["a1"].size) == (None, "small")
    assert steed_of(ctx.state, "a1") == (Spot(1000, 1000, 0) if waits else None)
    assert "a1" in ctx.state.marks[ON_FOOT]


def test_the_fall_itself_may_take_a_rider_out() -> None:
    ctx = wounded(duel(), "wound 4, injury 4, wound 5, injury 5, die 6")
    assert ctx.model("a1").gone == "out"
    assert removed(ctx) == ("b1", ()), "the fall is on the foot injury table, and the attacker's deed"


@pytest.mark.parametrize(("last", "facts"), [(2, ("crushed",)), (3, ())])
def test_rider_and_mount_go_down_together(last: int, facts: tuple[str, ...]) -> None:
    ctx = wounded(duel(), f"wound 4, injury 5, die {last}")
    assert ctx.model("a1").gone == "out"
    assert removed(ctx) == ("b1", facts)


def removed(ctx: Context) -> tuple[str, tuple[str, ...]]:
    return next((event.by, event.facts) for event in ctx.events if type(event).__name__ == "Removed")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_the_house_rule_riders_roll_injuries(ruleset: str) -> None:
    ctx = wounded(duel(ruleset, on=False), "wound 4, injury 2")
    assert ctx.model("a1").posture == KNOCKED_DOWN
    assert not ctx.model("a1").effects


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("mounted", "posture"), [(True, STUNNED), (False, KNOCKED_DOWN)])
def test_a_master_of_mounted_combat_unseats_other_riders(ruleset: str, mounted: bool, posture: int) -> None:
    """`mounted_combat_master`: 2 + 1 throws the rider off; on foot the skill does nothing."""
    skilled: dict[str, Any] = {"skills": traits("skills", "mounted_combat_master")}
    arena = duel(ruleset, **skilled, **({"mount": HORSE, "kind": "cavalry"} if mounted else {}))
    ctx = wounded(arena, "wound 4, injury 2, wound 1, die 6" if mounted else "wound 4, injury 2")
    assert ctx.model("a1").posture == posture


@pytest.mark.parametrize(
    ("on", "dice", "posture"), [(True, "char 4, injury 1", KNOCKED_DOWN), (False, "char 4", STANDING)]
)
def test_a_trick_rider_who_fails_loses_control(on: bool, dice: str, posture: int) -> None:
    arena = Arena("mordheim", options={"hr_losing_control": on})
    arena.add("a", at=(10, 10), skills=traits("skills", "trick_riding"), mount=HORSE, kind="cavalry")
    arena.add("b", at=(18, 10))
    ctx = arena.context(dice, side="a")
    optional_choices.OFFERS["trick_riding"].take(ctx, "a1", "hang")
    arena.finish(ctx)
    assert ctx.model("a1").posture == posture
