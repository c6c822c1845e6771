"""Quarrels, squigs, brutes and those who will not fall, of the supplements: dice in, outcome out."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import Move
from battles.engine.profile import weapon_from_data
from battles.engine.state import FRENZIED, STUPID
from battles.engine.steps.charge import declarations
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.harm import injuries
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.forced import compulsory
from battles.engine.steps.nerve.leaders import leadership_of
from battles.engine.steps.shooting.firing import fire
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.steps.turn import optional_choices
from battles.engine.tests.builder import BOW, Arena, weapon
from battles.engine.tests.skills.scenes import chosen, effects, heard, keep, offers
from battles.engine.tests.skills.test_supplement_skills import traits

# -- quarrels and squigs -----------------------------------------------------------------------------------------------


def mob(**friend: Any) -> Arena:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("rules", "animosity"), tags=["orc"])
    arena.add("a", at=(13, 10), tags=["orc"], **friend)
    arena.add("b", at=(30, 10))
    return arena


@pytest.mark.parametrize(
    ("dice", "sulks"), [("die 2", False), ("die 1, die 3", True), ("die 1, die 5", True), ("die 1, die 6", False)]
)
def test_a_one_begins_a_quarrel(dice: str, sulks: bool) -> None:
    """2 to 5 on the second die: the model does nothing this turn; on a 6 it moves on."""
    arena = mob()
    ctx = heard(arena, "turn_start", dice)
    assert bool(arena.models["a1"].flags & STUPID) == sulks
    assert (ctx.state.flow[-1].kind == "extra_move") == dice.endswith("6")


def test_the_offended_strike_the_nearest_friend() -> None:
    """Three inches off is in charge reach: one blow, Weapon Skills equal."""
    arena = mob()
    heard(arena, "turn_start", "die 1, die 1, hit 4, wound 4, injury 1")
    assert arena.posture("a2") == "knocked_down"


def test_the_offended_shoot_if_they_can() -> None:
    arena = mob()
    arena.fighters["a1"] = arena.fighters["a1"].__class__(**{
        **{n: getattr(arena.fighters["a1"], n) for n in arena.fighters["a1"].__dataclass_fields__},
        "weapons": (weapon_from_data(BOW),),
    })  # fmt: skip
    heard(arena, "turn_start", "die 1, die 1, hit 1")
    assert arena.posture("a2") == "standing"


@pytest.mark.parametrize(
    ("kind", "code", "tag", "calm"),
    [
        ("rules", "shut_it", "orc", True),
        ("items", "boss_pole", "goblin", True),
        ("items", "boss_pole", "orc", False),
    ],
)
def test_who_keeps_quarrellers_quiet(kind: str, code: str, tag: str, calm: bool) -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("rules", "animosity"), tags=[tag])
    arena.add("a", at=(15, 10), skills=traits(kind, code), tags=["black_orc"], role="hero")
    heard(arena, "turn_start", "none" if calm else "die 2")


def test_a_boss_sets_a_quarreller_straight() -> None:
    """Strength 3: the hit comes first, then 3 + 3 sends the model at the enemy; once out of action, it does nothing
    more.
    """
    for dice, on in (("die 1, wound 2, die 3", True), ("die 1, wound 4, injury 1", False)):
        arena = Arena("mordheim")
        arena.add("a", at=(10, 10), skills=traits("rules", "animosity"), tags=["orc"])
        arena.add("a", at=(15, 10), skills=traits("rules", "oi_behave"), tags=["black_orc"], role="hero")
        arena.add("b", at=(30, 10))
        chosen(arena, "a2", "oi_behave", "3")
        ctx = heard(arena, "turn_start", dice)
        assert (ctx.state.flow[-1].kind == "extra_move") == on


@pytest.mark.parametrize(("kind", "code", "far", "wild"), [
    ("items", "boss_pole", 5, False), ("items", "boss_pole", 8, True), ("items", "squig_prodder", 11, False),
])  # fmt: skip
def test_squigs_go_wild_without_a_goblin(kind: str, code: str, far: float, wild: bool) -> None:
    """MV-RAND-01: nobody points a wild squig; the die does (4 is 180 degrees), then 2D6 inches."""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 20), skills=traits("rules", "squig_bounce"), keywords=["random_movement"], tags=["squig"])
    arena.add("a", at=(10 + far, 20), skills=traits(kind, code), tags=["goblin"])
    heard(arena, "turn_start", "none")
    game, state = arena.game(), arena.position("movement")
    assert compulsory.needs_heading(game, state, "a1") == (not wild)
    assert (Move("a1", "compulsory") in compulsory.commands(game, state)) == wild
    if wild:
        ctx = arena.context("die 4, move 2+3", "movement")
        compulsory.carry_out(ctx, "a1", ())
        keep(arena, ctx)
        assert (arena.models["a1"].x, arena.models["a1"].y) == (1000, 1500)


def test_must_charge() -> None:
    """MV-CHG-18: like a frenzied model, but without frenzy's Attacks; one additional Attack of its own."""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("rules", "nuttaz_charge"))
    arena.add("b", at=(15, 10))
    assert declarations.must_charge(arena.game(), arena.position("movement"), "a1")
    assert len(attack_plan(arena.game(), arena.position(), "a1")) == 2


# -- brutes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "left"), [("die 1, die 3", 1), ("die 1, die 4", 2)])
def test_a_bear_hugs(dice: str, left: int) -> None:
    """Strength 5 against 3: 1 + 5 equals 3 + 3 and crushes, 4 + 3 breaks free; no other harm is done."""
    arena = Arena("core")
    arena.add("a", a=2, s=5, skills=traits("rules", "bear_hug"))
    arena.add("b", w=2, armour=2)
    arena.engage("a1", "b1")
    chosen(arena, "a1", "bear_hug", "hug")
    arena.blows("a1", "b1", dice=f"hit 4, hit 4, {dice}")
    assert arena.wounds("b1") == left


def test_one_hit_is_no_hug() -> None:
    arena = Arena("core")
    arena.add("a", a=2, s=3, skills=traits("rules", "bear_hug"))
    arena.add("b", w=2)
    arena.engage("a1", "b1")
    chosen(arena, "a1", "bear_hug", "hug")
    arena.blows("a1", "b1", dice="hit 4, hit 1, wound 4")
    assert arena.wounds("b1") == 1


@pytest.mark.parametrize(("face", "mad"), [(3, False), (4, True)])
def test_blood_maddens_who_felled_all_alone(face: int, mad: bool) -> None:
    arena = Arena("core")
    arena.add("a", s=3, skills=traits("rules", "bloodgreed"))
    arena.add("b")
    arena.engage("a1", "b1")
    heard(arena, "before_combat", "none")
    arena.blows("a1", "b1", dice=f"hit 4, wound 4, injury 5, die {face}")
    assert arena.state is not None
    assert bool(arena.state.models["a1"].flags & FRENZIED) == mad


def test_blood_does_not_madden_while_an_enemy_is_left() -> None:
    arena = Arena("core")
    arena.add("a", skills=traits("rules", "bloodgreed"))
    arena.add("b")
    arena.add("b", at=(10, 11))
    arena.engage("a1", "b1", "b2")
    heard(arena, "before_combat", "none")
    arena.blows("a1", "b1", dice="hit 4, wound 4, injury 5")


def test_khaine_drives_on_four_inches() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), skills=traits("skills", "fury_of_khaine"))
    arena.add("b", at=(11, 10))
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", dice="hit 4, wound 4, injury 5")
    assert arena.state is not None
    arena.models = dict(arena.state.models)
    assert offers(arena, "a1", optional_choices.AFTER_COMBAT) == ["follows_up"]
    ctx = chosen(arena, "a1", "follows_up", "follow")
    assert ctx.state.flow[-1].kind == "extra_move"
    assert allowance_of(arena.game(), arena.position(), "a1").walk == 400


@pytest.mark.parametrize(("dice", "out"), [("hit 6, wound 5", True), ("hit 6, wound 4, injury 1", False)])
def test_a_shot_to_the_heart_of_a_beast(dice: str, out: bool) -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), s=3, skills=traits("rules", "heart_strike"), weapons=[BOW])
    arena.add("b", at=(18, 10), t=3, w=3, keywords=["large_target"])
    ctx = arena.context(dice.replace(", injury 1", ""), "shooting")
    fire(ctx, "a1", "b1", plan_of(ctx.game, ctx.state, "a1", 0), 1)
    keep(arena, ctx)
    assert (arena.models["b1"].gone == "out") == out


@pytest.mark.parametrize(("dice", "held"), [("hit 4, char 3", True), ("hit 4, char 2", False), ("hit 3", False)])
def test_a_grapple_holds(dice: str, held: bool) -> None:
    """Strength 3 at -1: 2 or less frees."""
    arena = Arena("core")
    arena.add("a", weapons=[weapon("grapple_blow", traits=["grips"])])
    arena.add("b")
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", dice=dice)
    assert arena.state is not None
    arena.models = dict(arena.state.models)
    assert ("gripped" in effects(arena, "b1")) == held
    assert (attack_plan(arena.game(), arena.position(), "b1") == []) == held


def test_a_whip_disarms() -> None:
    arena = Arena("core")
    arena.add("a", weapons=[weapon("disarm_blow", traits=["disarms"])])
    arena.add("b", weapons=[weapon("axe")])
    arena.engage("a1", "b1")
    arena.models["b1"] = arena.models["b1"]._replace(loadout=(0,))
    arena.blows("a1", "b1", dice="hit 4")
    assert arena.state is not None
    arena.models = dict(arena.state.models)
    assert attack_plan(arena.game(), arena.position(), "b1")[0].code == "fist"


def test_a_needle_sews_a_mouth() -> None:
    arena = Arena("core")
    arena.add("a", skills=traits("rules", "needle_and_thread"))
    arena.add("b", posture="stunned")
    arena.engage("a1", "b1")
    heard(arena, "turn_end", "none")
    assert "mouth_sewn" in effects(arena, "b1")


@pytest.mark.parametrize(("kind", "code"), [("skills", "animal_handler"), ("rules", "horse_handling")])
def test_beasts_borrow_their_handlers_nerve(kind: str, code: str) -> None:
    """PSY-LEAD-02"""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), ld=4, keywords=["animal"], kind="war_beast")
    arena.add("a", at=(15, 10), ld=8, skills=traits(kind, code), role="hero")
    arena.add("a", at=(40, 40), ld=9, is_leader=True, role="hero")
    assert leadership_of(arena.game(), arena.position(), "a1") == (8, "a2")


@pytest.mark.parametrize(("dice", "strikes"), [("ld 3+4", False), ("ld 4+4", True)])
def test_a_beastmaster_stays_a_beast(dice: str, strikes: bool) -> None:
    arena = Arena("mordheim")
    arena.add("a", ld=7, skills=traits("skills", "beastmaster"))
    arena.add("b", keywords=["animal"], kind="war_beast")
    arena.engage("b1", "a1")
    heard(arena, "before_combat", dice)
    assert bool(attack_plan(arena.game(), arena.position(), "b1")) == strikes


def test_the_reluctant_never_charge() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("rules", "reluctant"))
    assert not allowance_of(arena.game(), arena.position(), "a1").may_charge


# -- who will not fall -------------------------------------------------------------------------------------------------


def test_a_will_of_iron_lasts_while_the_checks_are_passed() -> None:
    """Toughness 4: the first check needs 4 or less, the next 3, then 2. CHAR-TEST-01"""
    arena = Arena("core")
    arena.add("a", t=4, wounds=0, skills=traits("skills", "force_of_will"))
    ctx = arena.context("char 4")
    assert not injuries.take_out(ctx, "a1")
    keep(arena, ctx)
    assert arena.posture("a1") == "knocked_down"
    heard(arena, "turn_start", "char 3")
    assert arena.models["a1"].gone == ""
    heard(arena, "turn_start", "char 3")
    assert arena.models["a1"].gone == "out"


@pytest.mark.parametrize(("face", "gone"), [(4, ""), (3, "out")])
def test_drenok_fights_on(face: int, gone: str) -> None:
    arena = Arena("core")
    arena.add("a", wounds=0, skills=traits("rules", "berserk_drenok"))
    ctx = arena.context(f"die {face}")
    injuries.take_out(ctx, "a1")
    keep(arena, ctx)
    assert arena.models["a1"].gone == gone
    if not gone:
        heard(arena, "turn_start", "die 3")
        assert arena.models["a1"].gone == "out"


@pytest.mark.parametrize(("dice", "mine", "theirs"), [("char 4", "stunned", "out"), ("char 3", "out", "")])
def test_a_vial_for_who_struck_them_down(dice: str, mine: str, theirs: str) -> None:
    arena = Arena("core")
    arena.add("a", skills=traits("items", "vial_of_pestilens"))
    arena.add("b", t=3)
    arena.engage("b1", "a1")
    ctx = arena.context(dice)
    injuries.take_out(ctx, "a1", by="b1")
    keep(arena, ctx)
    assert arena.models["b1"].gone == theirs
    assert (arena.models["a1"].gone or arena.posture("a1")) == mine
