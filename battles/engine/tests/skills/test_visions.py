"""The war-priest of Arkhar, who grows with each enemy put out of action. Rule: CHAR-LD-01"""

from __future__ import annotations

import pytest

from battles.engine.steps.harm.injuries import take_out
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.turn import optional_choices
from battles.engine.tests.builder import RULESETS, Arena
from catalogue.packs.installed import book

VISIONS = [
    [effect.code, dict(effect.params)]
    for effect in book().mutations["mark_of_arkhar"].effects
    if effect.code == "blood_visions"
]
ON_FOOT = {"at": (10, 10), "skills": VISIONS, "ld": 8, "s": 3}


def fight(ruleset: str = "mordheim") -> Arena:
    arena = Arena(ruleset)
    arena.add("a", **ON_FOOT)
    arena.add("b", at=(11, 10))
    arena.add("b", at=(10, 11))
    arena.engage("a1", "b1", "b2")
    return arena


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("dice", "asked"), [("ld 4+4", True), ("ld 4+5", False)])
def test_a_passed_test_lets_the_priest_raise_a_characteristic(ruleset: str, dice: str, asked: bool) -> None:
    ctx = fight(ruleset).context(dice)
    take_out(ctx, "b1", by="a1")
    optional_choices.begin(ctx, optional_choices.AFTER_COMBAT)
    if not asked:
        assert ctx.top.kind != "choosing"
        return
    from battles.engine.flow import run

    run(ctx)
    keys = [row[0] for row in ctx.top.data["choices"]]
    assert keys == ["no", "weapon_skill", "strength", "toughness", "initiative"]
    ctx.pop()
    ctx.answer = "strength"
    optional_choices.ChoosingStep().enter(ctx, ctx.top)
    assert characteristic(ctx.game, ctx.state, "a1", "strength") == 4


def test_each_characteristic_rises_once_and_two_visions_ask_twice() -> None:
    ctx = fight().context("ld 1+1, ld 1+1")
    take_out(ctx, "b1", by="a1")
    take_out(ctx, "b2", by="a1")
    for key in ("strength", "toughness"):
        optional_choices.OFFERS["vision"].take(ctx, "a1", key)
        left = [option.key for option in optional_choices.OFFERS["vision"].options(ctx.game, ctx.state, "a1")]
        assert key not in left
    assert [effect.code for effect in ctx.model("a1").effects] == ["raised_strength", "raised_toughness"]
    assert characteristic(ctx.game, ctx.state, "a1", "toughness") == 4


def test_a_shot_brings_no_vision() -> None:
    ctx = fight().context("", phase="shooting")
    take_out(ctx, "b1", by="a1")
    assert ctx.model("a1").effects == ()
