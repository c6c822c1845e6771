"""Misfires, bombs and tricks, of the supplements: dice in, outcome out."""

from __future__ import annotations

import pytest

from battles.engine.state import HIDDEN
from battles.engine.steps.charge import declarations
from battles.engine.steps.combat.strike_order import entries_of
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.shooting import thrown_items
from battles.engine.steps.shooting.firing import fire
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.steps.shooting.to_hit import shot
from battles.engine.steps.turn import optional_choices
from battles.engine.tests.builder import BOW, Arena, weapon
from battles.engine.tests.skills.scenes import chosen, keep, offers
from battles.engine.tests.skills.test_supplement_skills import traits

# -- powder and bombs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "mine", "refused", "theirs"),
    [
        ("hit 1, die 1, wound 3, injury 1", "knocked_down", True, "standing"),
        ("hit 1, die 2", "standing", True, "standing"),
        ("hit 1, die 3", "standing", True, "standing"),
        ("hit 1, die 4", "standing", False, "standing"),
        ("hit 1, die 6, wound 2, injury 1", "standing", False, "knocked_down"),
    ],
)
def test_experimental_guns_misfire(dice: str, mine: str, refused: bool, theirs: str) -> None:
    """Burst (Strength 4), jam, a turn lost, click, and a hit at +1 Strength: 5 wounds Toughness 3 on 2."""
    gun = weapon("repeater_handgun", kind="missile", reach=2400, strength=4, traits=["experimental"])
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), weapons=[gun])
    arena.add("b", at=(18, 10))
    ctx = arena.context(dice, "shooting")
    fire(ctx, "a1", "b1", plan_of(ctx.game, ctx.state, "a1", 0), 1)
    keep(arena, ctx)
    assert (arena.posture("a1"), arena.posture("b1")) == (mine, theirs)
    assert bool(plan_of(arena.game(), arena.position("shooting"), "a1", 0).refused) == refused


def test_well_drilled_hands_make_nothing_of_it() -> None:
    gun = weapon("repeater_handgun", kind="missile", reach=2400, strength=4, traits=["experimental"])
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), weapons=[gun], skills=traits("rules", "properly_used"))
    arena.add("b", at=(18, 10))
    ctx = arena.context("hit 1, die 3", "shooting")
    fire(ctx, "a1", "b1", plan_of(ctx.game, ctx.state, "a1", 0), 1)
    keep(arena, ctx)


@pytest.mark.parametrize("item", ["repeater_handgun", "repeater_pistol", "hand_held_mortar", "swivel_gun"])
def test_these_guns_are_experimental(item: str) -> None:
    assert "experimental" in [code for code, _ in traits("items", item)]


def test_a_mortar_bomb_bursts() -> None:
    """Strength 4 on the target's neighbour an inch away, friend or enemy."""
    gun = weapon("hand_held_mortar", kind="missile", reach=2400, strength=4,
                 traits=[["bursts", {"strength": 4, "tenths": 15}]])  # fmt: skip
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), weapons=[gun])
    arena.add("b", at=(18, 10))
    arena.add("b", at=(20, 10))
    arena.add("b", at=(23, 10))
    ctx = arena.context("hit 5, wound 1, wound2 3, injury2 1", "shooting")
    fire(ctx, "a1", "b1", plan_of(ctx.game, ctx.state, "a1", 0), 1)
    keep(arena, ctx)
    assert [arena.posture(model_id) for model_id in ("b1", "b2", "b3")] == ["standing", "knocked_down", "standing"]


@pytest.mark.parametrize(("hit", "struck"), [(5, "b1"), (1, "a1"), (2, "")])
def test_a_fire_bomb(hit: int, struck: str) -> None:
    """D3 hits of Strength 4 past armour, one of Strength 3 beside; a 1 goes off in the thrower's hand."""
    from battles.engine.commands import Shoot

    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("items", "fire_bomb"))
    arena.add("b", at=(15, 10), armour=2)
    arena.add("b", at=(16.5, 10))
    dice = {"b1": ", count 3, wound 2, wound 2, wound2 4, injury2 1", "a1": ", count 1, wound 2", "": ""}[struck]
    ctx = arena.context(f"hit {hit}{dice}", "shooting")
    thrown_items.throw(ctx, Shoot("a1", "b1", -4))
    keep(arena, ctx)
    assert arena.posture("b2") == ("knocked_down" if struck == "b1" else "standing")
    assert thrown_items.throw_of(arena.game(), arena.position(), "a1", -4) is None


def test_the_shots_of_a_swivel_gun() -> None:
    """Each kind of ammunition is a separate weapon with the gun, and the gun alone fires nothing."""
    from battles.core.bridge.fighters import fighter_of
    from catalogue.packs.installed import book
    from warbands.core.state import GROUP, KitLine, Member
    from warbands.core.tests.factories import empty_draft

    company = empty_draft("pirates")
    company.members["m1"] = Member("m1", GROUP, "pirates_gunner", "G")
    shots = ("swivel_gun_ball_shot", "swivel_gun_chain_shot", "swivel_gun_grape_shot")
    for number, item in enumerate(("swivel_gun",)):
        company.kit[f"k{number}"] = KitLine(f"k{number}", "m1", item)
    bare = fighter_of(company, company.members["m1"], book(), name="G")
    assert [weapon for weapon in bare["weapons"] if weapon["kind"] == "missile"] == []
    for number, item in enumerate(shots, 1):
        company.kit[f"k{number}"] = KitLine(f"k{number}", "m1", item)
    row = fighter_of(company, company.members["m1"], book(), name="G")
    found = {
        weapon["code"]: (weapon["strength"], weapon["reach"])
        for weapon in row["weapons"]
        if weapon["kind"] == "missile"
    }
    assert found == dict(zip(shots, [(5, 3600), (4, 2400), (3, 2400)], strict=True))
    for number, (shot_code, dice, states) in enumerate([
        ("swivel_gun_chain_shot", "hit 5, wound 1, die 4", ("knocked_down", "standing")),
        ("swivel_gun_grape_shot", "hit 5, wound 1, count 1, wound2 4, injury2 1", ("standing", "knocked_down")),
    ]):  # fmt: skip
        arena = Arena("mordheim")
        arena.add("a", at=(10, 10), weapons=[weapon for weapon in row["weapons"] if weapon["code"] == shot_code])
        arena.add("b", at=(18, 10))
        arena.add("b", at=(20, 10))
        ctx = arena.context(dice, "shooting")
        fire(ctx, "a1", "b1", plan_of(ctx.game, ctx.state, "a1", 0), 1)
        keep(arena, ctx)
        assert (arena.posture("b1"), arena.posture("b2")) == states, number


# -- tricks ------------------------------------------------------------------------------------------------------------


def test_jumping_back() -> None:
    """GM-TEST-01"""
    for dice, where in (("char 3", 900), ("char 4", 1000)):
        arena = Arena("mordheim")
        arena.add("a", at=(10, 10), i=3, skills=traits("skills", "jump_back"))
        arena.add("b", at=(11, 10), i=1)
        arena.engage("a1", "b1")
        chosen(arena, "a1", "jump_back", "jump", dice)
        assert arena.models["a1"].x == where
        if where == 1000:
            assert entries_of(arena.game(), arena.position(), "a1")[0].last


@pytest.mark.parametrize(("dice", "x"), [("ld 3+4", 600), ("ld 4+4", 1000)])
def test_walking_out_of_a_fight(dice: str, x: int) -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("skills", "swashbuckler"))
    arena.add("b", at=(11, 10))
    arena.engage("a1", "b1")
    assert offers(arena, "a1", optional_choices.AFTER_COMBAT) == ["swashbuckler"]
    chosen(arena, "a1", "swashbuckler", "leave", dice)
    assert arena.models["a1"].x == x


@pytest.mark.parametrize(("dice", "by"), [("char 3", 1), ("char 4", 0)])
def test_hanging_off_the_saddle(dice: str, by: int) -> None:
    horse = {"name": "horse", "profile": {"movement": 8}}
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("skills", "trick_riding"), mount=horse, kind="cavalry")
    arena.add("b", at=(18, 10), weapons=[BOW])
    plain = shot(arena.game(), arena.position(), "b1", "a1", arena.fighters["b1"].weapons[0]).need_hit
    chosen(arena, "a1", "trick_riding", "hang", dice)
    now = shot(arena.game(), arena.position(), "b1", "a1", arena.fighters["b1"].weapons[0]).need_hit
    assert now - plain == by


@pytest.mark.parametrize("code", ["taunt_ostlanders", "taunt_halflings"])
def test_a_taunt_brings_who_fails_their_test(code: str) -> None:
    for dice, must in (("ld 4+4", True), ("ld 3+3", False)):
        arena = Arena("mordheim")
        arena.add("a", at=(10, 10), skills=traits("skills", code))
        arena.add("b", at=(16, 10))
        arena.add("b", at=(30, 10))
        assert offers(arena, "a1", optional_choices.SHOOTING) == ["taunt"]
        chosen(arena, "a1", "taunt", "b1", dice)
        assert declarations.must_charge(arena.game(), arena.position("movement", "b"), "b1") == must
        assert offers(arena, "a1", optional_choices.SHOOTING) == []


def test_hardtack_once() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("items", "hardtack_biscuits"))
    chosen(arena, "a1", "hardtack", "eat")
    assert characteristic(arena.game(), arena.position(), "a1", "toughness") == 4
    assert offers(arena, "a1", optional_choices.TURN_START) == []


@pytest.mark.parametrize(("face", "hidden"), [(4, False), (3, True)])
def test_a_spy_glass_finds_the_hidden(face: int, hidden: bool) -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("items", "spy_glass"))
    arena.add("b", at=(20, 10), flags=["hidden"])
    chosen(arena, "a1", "spy_glass", "b1", f"die {face}")
    assert bool(arena.models["b1"].flags & HIDDEN) == hidden
    allowed = allowance_of(arena.game(), arena.position(), "a1")
    assert (allowed.may_charge, allowed.may_run) == (False, False)


def test_a_scroll_helps_once() -> None:
    """Difficulty 7: 3 + 2 with the scroll's 2 is enough."""
    from battles.engine.commands import Cast

    arena = Arena("core")
    arena.add("a", at=(10, 10), skills=traits("skills", "scribe"), spells=["luck_of_shemtek", "bolt_of_dark_light"])
    arena.add("b", at=(15, 10))
    chosen(arena, "a1", "scribe", "2")
    battle = arena.battle("shooting", dice="cast 3+2, wound 1")
    battle.play("a", Cast("a1", "bolt_of_dark_light", ("b1",)))
    assert battle.state.models["a1"].effects == ()
