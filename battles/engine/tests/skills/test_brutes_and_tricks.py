"""Special rules of the supplements with worked numbers: dice in, outcome out. Item 3.6.

Quarrels and squigs, hugs and blood, shapes, runes, traps, misfires, bombs, tricks out of a fight, help for friends.
"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import Answer, Move
from battles.engine.hooks import listeners
from battles.engine.profile import weapon_from_data
from battles.engine.state import FRENZIED, HIDDEN, STUPID
from battles.engine.steps.charge import declarations
from battles.engine.steps.combat.strike_order import entries_of
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm import injuries
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import saves_against
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement import traps
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.forced import compulsory
from battles.engine.steps.nerve.fear import dares_to_charge
from battles.engine.steps.nerve.leaders import leadership_of
from battles.engine.steps.shooting import thrown_items
from battles.engine.steps.shooting.firing import fire
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.steps.shooting.to_hit import shot
from battles.engine.steps.turn import choices
from battles.engine.table.table import Table
from battles.engine.table.vectors import Spot
from battles.engine.tests.builder import BOW, PISTOL, RULESETS, SWORD, Arena, weapon
from battles.engine.tests.setups import begin, play_out, setup
from battles.engine.tests.skills.test_supplement_skills import traits

HANDGUN = weapon("handgun", kind="missile", reach=2400, strength=4)
CROSSBOW = weapon("crossbow", kind="missile", reach=3000, strength=4)


def heard(arena: Arena, hook: str, dice: str, who: str = "a1", *given: Any, side: str = "a") -> Any:
    """Call what listens to a hook on a model; every die is used, and the arena goes on from there."""
    ctx = arena.context(dice, side=side)
    for function, parameters in listeners(ctx.fighter(who).hooks, ctx.model(who).effects, hook):
        function(ctx, who, *given, **parameters)
    keep(arena, ctx)
    return ctx


def keep(arena: Arena, ctx: Any) -> None:
    arena.finish(ctx)
    arena.models = dict(ctx.state.models)
    arena.marks = dict(ctx.state.marks)


def chosen(arena: Arena, who: str, code: str, key: str, dice: str = "", side: str = "a") -> Any:
    """Take an option of a trait, which must be on offer."""
    ctx = arena.context(dice, side=side)
    given = next(given for known, given in choices.traits_of(ctx.game, ctx.state, who) if known == code)
    offered = choices.OFFERS[code].options(ctx.game, ctx.state, who, **given)
    assert key in [choice.key for choice in offered], offered
    choices.OFFERS[code].take(ctx, who, key, **given)
    keep(arena, ctx)
    return ctx


def offers(arena: Arena, who: str, moment: str, side: str = "a") -> list[str]:
    """What a model is offered at a moment."""
    return [code for one, code in choices.due(arena.game(), arena.position(side=side), moment) if one == who]


def effects(arena: Arena, who: str) -> list[str]:
    return [effect.code for effect in arena.models[who].effects]


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
    """2 to 5 on the second die: he does nothing this turn; a 6 sends him on."""
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
    """Strength 3: the blow comes first, then 3 + 3 sends him at the enemy; felled, he does nothing more."""
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
    """MV-CHG-18: like the frenzied, and without frenzy's Attacks; one more Attack of his own."""
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


def test_blood_does_not_madden_while_a_foe_is_left() -> None:
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
    assert offers(arena, "a1", choices.AFTER_COMBAT) == ["follows_up"]
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
def test_a_vial_for_who_struck_him_down(dice: str, mine: str, theirs: str) -> None:
    arena = Arena("core")
    arena.add("a", skills=traits("items", "vial_of_pestilens"))
    arena.add("b", t=3)
    arena.engage("b1", "a1")
    ctx = arena.context(dice)
    injuries.take_out(ctx, "a1", by="b1")
    keep(arena, ctx)
    assert arena.models["b1"].gone == theirs
    assert (arena.models["a1"].gone or arena.posture("a1")) == mine


# -- shapes ------------------------------------------------------------------------------------------------------------

VAMPIRE = {"m": 6, "ws": 4, "bs": 4, "s": 4, "t": 4, "w": 2, "i": 5, "a": 2, "ld": 8}


@pytest.mark.parametrize(
    ("code", "now"),
    [
        ("bat_form", (8, 3, 0, 3, 2, 5, 1, 8)),
        ("giant_wolf_form", (9, 4, 0, 4, 3, 5, 2, 8)),
        ("ratswarm_form", (6, 3, 0, 3, 3, 5, 4, 8)),
    ],
)
def test_a_vampire_takes_a_shape(code: str, now: tuple[int, ...]) -> None:
    """CHAR-PROFILE-01: the shape's figures; Initiative and Leadership stay; no armour, no arms, no shots."""
    arena = Arena("mordheim")
    arena.add("a", skills=traits("skills", code), armour=4, weapons=[SWORD, BOW], **VAMPIRE)
    arena.add("b")
    assert offers(arena, "a1", choices.TURN_START) == [code]
    chosen(arena, "a1", code, "take")
    game, state = arena.game(), arena.position()
    names = ("movement", "weapon_skill", "ballistic_skill", "strength", "toughness", "initiative", "attacks")
    assert tuple(characteristic(game, state, "a1", name) for name in (*names, "leadership")) == now
    assert {one.code for one in attack_plan(game, state, "a1")} == {"natural"}
    assert plan_of(game, state, "a1", 1).refused
    assert saves_against(game, state, Attack("b1", "a1", "blow")).armour_need == 7
    assert allowance_of(game, state, "a1").anywhere == (code == "bat_form")
    assert offers(arena, "a1", choices.TURN_START) == ["back_to_own_shape"]
    chosen(arena, "a1", "back_to_own_shape", "back")
    assert effects(arena, "a1") == []


def test_mist_drifts_and_is_hit_and_wounded_on_sixes() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("skills", "mist_form"), **VAMPIRE)
    arena.add("b", ws=6, s=6, weapons=[weapon("axe")])
    chosen(arena, "a1", "mist_form", "take", "move 3+4")
    assert allowance_of(arena.game(), arena.position(), "a1").walk == 700
    arena.engage("b1", "a1")
    arena.blows("b1", "a1", dice="hit 5")
    struck = blow(arena.game(), arena.position(), "b1", "a1", arena.fighters["b1"].weapons[0])
    assert struck.need_hit == 6
    arena.blows("b1", "a1", dice="hit 6, wound 5")
    assert arena.wounds("a1") == 2
    assert attack_plan(arena.game(), arena.position(), "a1") == []


def test_the_wolf_of_ulric_needs_a_test_to_be_a_priest_again() -> None:
    from battles.engine.tests.supplement_scenes import cast, scene

    arena = scene("call_of_ulric")
    arena.models = dict(cast(arena, "call_of_ulric", dice="cast 6+6").state.models)
    assert characteristic(arena.game(), arena.position(), "a1", "toughness") == 4
    chosen(arena, "a1", "back_to_own_shape", "back", "ld 4+3")
    assert "as:call_of_ulric" in effects(arena, "a1")
    chosen(arena, "a1", "back_to_own_shape", "back", "ld 3+3")
    assert effects(arena, "a1") == []


# -- runes -------------------------------------------------------------------------------------------------------------


def smithy(code: str) -> Arena:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("rules", "inscribe_runes"), spells=[code], weapons=[SWORD])
    arena.add("a", weapons=[weapon("axe"), CROSSBOW], armour=5, i=3, at=(12, 10))
    arena.add("b", at=(13, 10), armour=4, spells=["bolt_of_dark_light"])
    arena.engage("a2", "b1")
    return arena


def test_runes_are_cut_on_their_roll_and_do_what_they_say() -> None:
    for code, roll, place in (
        ("rune_of_accuracy", "cast 4+5", 1), ("rune_of_sharpness", "cast 3+3", 1), ("rune_of_speed", "cast 3+4", 1),
        ("rune_of_stone", "cast 4+4", 0), ("rune_of_striding", "cast 4+4", 0),
    ):  # fmt: skip
        arena = smithy(code)
        assert offers(arena, "a1", choices.BEFORE_BATTLE) == ["inscribe_runes"]
        before = arena.game(), arena.position()
        plain = blow(*before, "a2", "b1", arena.fighters["a2"].weapons[0])
        chosen(arena, "a1", "inscribe_runes", f"{code}:a2:{place}", roll)
        game, state = arena.game(), arena.position()
        cut = blow(game, state, "a2", "b1", game.fighters["a2"].weapons[0])
        changed = {
            "rune_of_accuracy": plain.need_hit - cut.need_hit,
            "rune_of_sharpness": saves_against(game, state, cut).armour_need
            - saves_against(*before, plain).armour_need,
            "rune_of_speed": entries_of(game, state, "a2")[0].initiative // 3 - 1,
            "rune_of_stone": saves_against(*before, Attack("b1", "a2", "blow")).armour_need
            - saves_against(game, state, Attack("b1", "a2", "blow")).armour_need,
            "rune_of_striding": characteristic(game, state, "a2", "movement") - 4,
        }
        assert changed[code] == 1, code
        assert [name for name, by in changed.items() if by and name != code] == []


def test_a_rune_fails_and_may_ruin_the_weapon() -> None:
    arena = smithy("rune_of_accuracy")
    chosen(arena, "a1", "inscribe_runes", "rune_of_accuracy:a2:1", "cast 4+4")
    assert effects(arena, "a2") == []
    chosen(arena, "a1", "inscribe_runes", "rune_of_accuracy:a2:1", "cast 1+1")
    assert effects(arena, "a2") == ["broken"]


def test_an_apprentice_means_a_second_rune() -> None:
    arena = smithy("rune_of_striding")
    arena.add("a", at=(8, 10), skills=traits("rules", "extra_hands"))
    chosen(arena, "a3", "extra_hands", "rune_of_striding:a3:0", "cast 4+4")
    assert characteristic(arena.game(), arena.position(), "a3", "movement") == 5


def test_a_ward_turns_spells() -> None:
    from battles.engine.commands import Cast

    arena = Arena("core")
    arena.add("a", at=(10, 10), spells=["bolt_of_dark_light"])
    arena.add("b", at=(15, 10))
    arena.effect("b1", "rune_of_warding")
    battle = arena.battle("shooting", dice="cast 6+6, die 4")
    battle.play("a", Cast("a1", "bolt_of_dark_light", ("b1",)))
    assert battle.state.models["b1"].posture == 0


# -- traps -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "code", "dice", "posture"),
    [
        ("rules", "set_traps", "die 3, wound 3, injury 1", "knocked_down"),
        ("rules", "set_traps", "die 2", "standing"),
        ("items", "trip_wire", "die 3, wound 3, injury 1", "knocked_down"),
        ("rules", "trap_counters", "die 5, wound 2, injury 1", "knocked_down"),
        ("rules", "trap_counters", "die 3", "standing"),
    ],
)
def test_a_trap_snaps_at_who_comes_near(kind: str, code: str, dice: str, posture: str) -> None:
    """Strength 4 wounds Toughness 3 on 3; a counter's 5 is Strength 5, which wounds on 2."""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits(kind, code))
    arena.add("b", at=(20, 10))
    chosen(arena, "a1", "sets_traps", "lay")
    assert traps.laid(arena.position())[0][:2] == [1075, 1000]
    assert allowance_of(arena.game(), arena.position(), "a1").walk == 0
    ctx = arena.context("none", "movement", "b")
    traps.spring(ctx, "b1", Spot(2000, 1000, 0), (("walk", 1600, 1000, 0),))
    assert traps.laid(ctx.state)
    ctx = arena.context(dice, "movement", "b")
    traps.spring(ctx, "b1", Spot(2000, 1000, 0), (("walk", 1300, 1000, 0), ("walk", 1300, 600, 0)))
    keep(arena, ctx)
    assert arena.posture("b1") == posture
    assert traps.laid(arena.position()) == []


def test_master_trappers_and_those_who_know_traps() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=[*traits("items", "trip_wire"), *traits("skills", "master_trapper")])
    arena.add("b", at=(20, 10), skills=traits("skills", "trap_expert"))
    arena.add("b", at=(20, 20))
    chosen(arena, "a1", "sets_traps", "lay")
    assert traps.laid(arena.position())[0][5:] == [2, 400]
    ctx = arena.context("none", "movement", "b")
    traps.spring(ctx, "b1", Spot(2000, 1000, 0), (("walk", 1300, 1000, 0),))
    assert traps.laid(ctx.state)
    assert offers(arena, "a1", choices.TURN_START) == []


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
    """Strength 4 on the target's neighbour an inch off, friend or foe."""
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
    assert [arena.posture(who) for who in ("b1", "b2", "b3")] == ["standing", "knocked_down", "standing"]


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
    thrown_items.throw(ctx, Shoot("a1", "b1", -4), "thrown_bomb")
    keep(arena, ctx)
    assert arena.posture("b2") == ("knocked_down" if struck == "b1" else "standing")
    assert thrown_items.thing_of(arena.game(), arena.position(), "a1", "thrown_bomb") is None


def test_the_shots_of_a_swivel_gun() -> None:
    """Each kind of shot is a weapon of its own beside the gun, and the gun alone fires nothing."""
    from battles.core.bridge import fighter_of
    from catalogue.packs.installed import book
    from warbands.core.company import GROUP, KitLine, Member
    from warbands.core.tests.factories import empty_draft

    company = empty_draft("pirates")
    company.members["m1"] = Member("m1", GROUP, "pirates_gunner", "G")
    shots = ("swivel_gun_ball_shot", "swivel_gun_chain_shot", "swivel_gun_grape_shot")
    for number, item in enumerate(("swivel_gun",)):
        company.kit[f"k{number}"] = KitLine(f"k{number}", "m1", item)
    bare = fighter_of(company, company.members["m1"], book(), name="G")
    assert [one for one in bare["weapons"] if one["kind"] == "missile"] == []
    for number, item in enumerate(shots, 1):
        company.kit[f"k{number}"] = KitLine(f"k{number}", "m1", item)
    row = fighter_of(company, company.members["m1"], book(), name="G")
    found = {one["code"]: (one["strength"], one["reach"]) for one in row["weapons"] if one["kind"] == "missile"}
    assert found == dict(zip(shots, [(5, 3600), (4, 2400), (3, 2400)], strict=True))
    for number, (shot_code, dice, states) in enumerate([
        ("swivel_gun_chain_shot", "hit 5, wound 1, die 4", ("knocked_down", "standing")),
        ("swivel_gun_grape_shot", "hit 5, wound 1, count 1, wound2 4, injury2 1", ("standing", "knocked_down")),
    ]):  # fmt: skip
        arena = Arena("mordheim")
        arena.add("a", at=(10, 10), weapons=[one for one in row["weapons"] if one["code"] == shot_code])
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
    assert offers(arena, "a1", choices.AFTER_COMBAT) == ["swashbuckler"]
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
def test_a_taunt_brings_who_fails_his_test(code: str) -> None:
    for dice, must in (("ld 4+4", True), ("ld 3+3", False)):
        arena = Arena("mordheim")
        arena.add("a", at=(10, 10), skills=traits("skills", code))
        arena.add("b", at=(16, 10))
        arena.add("b", at=(30, 10))
        assert offers(arena, "a1", choices.SHOOTING) == ["taunt"]
        chosen(arena, "a1", "taunt", "b1", dice)
        assert declarations.must_charge(arena.game(), arena.position("movement", "b"), "b1") == must
        assert offers(arena, "a1", choices.SHOOTING) == []


def test_hardtack_once() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("items", "hardtack_biscuits"))
    chosen(arena, "a1", "hardtack", "eat")
    assert characteristic(arena.game(), arena.position(), "a1", "toughness") == 4
    assert offers(arena, "a1", choices.TURN_START) == []


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


# -- help for friends --------------------------------------------------------------------------------------------------


def test_better_guns() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("rules", "expert_weaponsmith"), role="hero")
    arena.add("a", weapons=[PISTOL, HANDGUN, BOW])
    arena.add("a", weapons=[HANDGUN], role="hired_sword")
    before = [plan_of(arena.game(), arena.position(), "a2", slot).reach for slot in range(3)]
    heard(arena, "deploy", "none")
    game, state = arena.game(), arena.position()
    assert [plan_of(game, state, "a2", slot).reach - before[slot] for slot in range(3)] == [300, 600, 0]
    assert plan_of(game, state, "a3", 0).reach == 2400


def test_good_food_gives_one_blow_again_each_turn() -> None:
    """DICE-REROLL-01"""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 14), skills=traits("rules", "inspired_cooking"))
    arena.add("a", at=(10, 10), a=2, tags=["halfling"])
    arena.add("b", at=(11, 10), w=3)
    arena.engage("a2", "b1")
    heard(arena, "deploy", "none")
    arena.blows("a2", "b1", dice="hit 2, hit 2, reroll 4, wound 4")
    assert arena.wounds("b1") == 2


@pytest.mark.parametrize(("gun", "knight", "asked"), [(PISTOL, False, True), (BOW, False, False), (BOW, True, True)])
def test_the_lady_watches_over_knights(gun: dict[str, Any], knight: bool, asked: bool) -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("rules", "blessing_of_the_lady"), is_leader=True, role="hero")
    arena.add("a", at=(10, 12), tags=["bretonnian_knights_knight_errant"] if knight else [])
    arena.add("b", at=(14, 12), weapons=[gun])
    heard(arena, "deploy", "ld 3+3")
    ctx = arena.context("hit 6" + (", die 3" if asked else ", wound 1"), "shooting", "b")
    fire(ctx, "b1", "a2", plan_of(ctx.game, ctx.state, "b1", 0), 1)
    keep(arena, ctx)


def test_elf_runes_give_one_save_again() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("skills", "master_of_runes"), at=(5, 5))
    arena.add("a", armour=4, w=3)
    arena.add("b", a=2, weapons=[weapon("axe")], ws=3)
    arena.engage("b1", "a2")
    chosen(arena, "a1", "master_of_runes", "a2")
    arena.blows("b1", "a2", count=1, dice="hit 5, wound 4, armour 3, reroll 4")
    assert arena.wounds("a2") == 3
    assert arena.state is not None
    assert arena.state.models["a2"].effects == ()


# -- onrush and ground -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["waaagh", "virtue_of_the_impetuous"])
def test_a_longer_charge(code: str) -> None:
    """Up to 3 inches more may be tried; the die (5 on a D3 is 3) says how far."""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), m=4, skills=traits("skills", code))
    arena.add("b", at=(20, 10))
    assert allowance_of(arena.game(), arena.position(), "a1").charge == 1100
    ctx = arena.context("count 2", "movement")
    assert dares_to_charge(ctx, "a1", "b1")
    keep(arena, ctx)
    assert allowance_of(arena.game(), arena.position(), "a1").charge == 900


def test_caltrops_shorten_the_first_charge() -> None:
    """MV-CHG-08"""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), m=4)
    arena.add("b", at=(16, 10), skills=traits("items", "caltrops"))
    ctx = arena.context("count 4", "movement")
    assert dares_to_charge(ctx, "a1", "b1")
    keep(arena, ctx)
    assert allowance_of(arena.game(), arena.position(), "a1").charge == 400
    arena.models["a1"] = arena.models["a1"]._replace(effects=())
    ctx = arena.context("none", "movement")
    assert dares_to_charge(ctx, "a1", "b1")


WOOD = {"id": "wood", "kind": "forest", "name": "wood", "z0": 0, "z1": 400, "ground": "difficult", "cover": "soft",
        "flags": ["forest"], "outline": [[1200, 800], [1800, 800], [1800, 1200], [1200, 1200]]}  # fmt: skip
SWAMP = {**WOOD, "id": "swamp", "kind": "swamp", "name": "swamp", "flags": [],
         "outline": [[1200, 1300], [1800, 1300], [1800, 1500], [1200, 1500]]}  # fmt: skip


@pytest.mark.parametrize("code", ["jungle_born", "native", "one_with_the_jungle", "woodland_dwelling"])
def test_woods_do_not_slow_those_born_there(code: str) -> None:
    """TR-CLASS-01"""
    for pieces, sure in (([WOOD], 1), ([WOOD, SWAMP], 0)):
        arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": pieces}))
        arena.add("a", at=(10, 10), skills=traits("rules", code))
        assert allowance_of(arena.game(), arena.position(), "a1").sure_footed == sure


def test_a_forest_cloak_hides_beside_trees() -> None:
    arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [WOOD]}))
    arena.add("a", at=(11.4, 10), skills=traits("items", "forest_cloak"))
    arena.add("a", at=(5, 10), skills=traits("items", "forest_cloak"))
    arena.add("b", at=(3, 10), weapons=[BOW], spells=["bolt_of_dark_light"])
    game, state = arena.game(), arena.position()
    bow = game.fighters["b1"].weapons[0]
    assert [mod.by for mod in shot(game, state, "b1", "a1", bow).hit_mods if mod.reason == "skill"] == [-1]
    assert [mod.by for mod in shot(game, state, "b1", "a2", bow).hit_mods if mod.reason == "skill"] == []


def test_the_hidden_in_woods() -> None:
    """MV-HIDE-06: half the Initiative of 3, rounded up, for the Amazon in the wood; for the footpad everywhere."""
    from battles.engine.steps.movement.hiding.detection import notice_reach

    arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [WOOD]}))
    arena.add("a", at=(15, 10), skills=traits("skills", "concealment"))
    arena.add("a", at=(5, 10), skills=traits("skills", "concealment"))
    arena.add("a", at=(5, 14), skills=traits("rules", "concealment_footpad"))
    arena.add("b", at=(20, 20), i=3)
    game, state = arena.game(), arena.position()
    assert [notice_reach(game, state, "b1", target=who) for who in ("a1", "a2", "a3")] == [200, 300, 200]


def test_charges_at_the_unseen_and_hiding_after_a_run() -> None:
    """MV-CHG-04, MV-HIDE-02"""
    from battles.engine.errors import IllegalAction
    from battles.engine.steps.movement.hiding.rules import check_may_hide
    from battles.engine.tests.test_supplement_effects import wall

    high = wall(13.0)
    high["walls"][0]["height"] = 500
    high["walls"][0]["points"] = [[1300, 700], [1300, 1300]]
    high["outline"] = [[1290, 700], [1310, 700], [1310, 1300], [1290, 1300]]
    for skill, may in (([], False), (traits("skills", "see_in_shadows"), True)):
        arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [high]}))
        arena.add("a", at=(10, 10), skills=skill)
        arena.add("b", at=(16, 10))
        try:
            found = declarations.check_target(arena.game(), arena.position("movement"), "a1", "b1")
        except IllegalAction:
            found = ""
        assert (found == "search") == may
    for skill, refused in (([], "ran"), (traits("skills", "stealthy_halflings"), "no_cover")):
        arena = Arena("mordheim")
        arena.add("a", flags=["ran"], skills=skill)
        arena.add("b", at=(40, 40))
        with pytest.raises(IllegalAction) as fault:
            check_may_hide(arena.game(), arena.position(), "a1")
        assert fault.value.code == refused


def test_a_scout_begins_in_hiding() -> None:
    low = {"id": "low", "kind": "wall", "name": "wall", "z0": 0, "z1": 0, "ground": "open",
           "outline": [[1100, 500], [1120, 500], [1120, 1500], [1100, 1500]],
           "walls": [{"points": [[1110, 500], [1110, 1500]], "thickness": 20, "z0": 0, "height": 150}]}  # fmt: skip
    arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [low]}))
    arena.add("a", at=(10.4, 10), skills=traits("rules", "stealthy_scout"))
    arena.add("b", at=(40, 10))
    heard(arena, "deploy", "none")
    assert arena.models["a1"].flags & HIDDEN


def test_the_old_ones_grant_one_success() -> None:
    arena = Arena("mordheim")
    arena.add("a", a=2, skills=traits("mutations", "mark_of_the_old_ones"))
    arena.add("b", w=3)
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", dice="hit 1, hit 1, wound 4")
    assert arena.wounds("b1") == 2


def test_a_carpet_flies() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("items", "magic_carpet"))
    allowed = allowance_of(arena.game(), arena.position(), "a1")
    assert (allowed.walk, allowed.anywhere) == (1600, True)


# -- whole battles -----------------------------------------------------------------------------------------------------

COMPANIES = [
    [("rules", "animosity"), ("rules", "squig_bounce"), ("rules", "nuttaz_charge"), ("rules", "oi_behave"),
     ("skills", "waaagh"), ("rules", "shut_it")],
    [("skills", "bat_form"), ("skills", "mist_form"), ("skills", "ratswarm_form"), ("skills", "giant_wolf_form"),
     ("rules", "bear_hug"), ("rules", "bloodgreed"), ("skills", "fury_of_khaine")],
    [("rules", "set_traps"), ("items", "trip_wire"), ("rules", "trap_counters"), ("skills", "trap_expert"),
     ("items", "fire_bomb"), ("items", "caltrops"), ("skills", "master_trapper")],
    [("skills", "jump_back"), ("skills", "swashbuckler"), ("skills", "taunt_ostlanders"),
     ("items", "hardtack_biscuits"),
     ("items", "spy_glass"), ("skills", "scribe"), ("rules", "inscribe_runes"), ("rules", "extra_hands")],
    [("skills", "force_of_will"), ("rules", "berserk_drenok"), ("items", "vial_of_pestilens"),
     ("rules", "needle_and_thread"), ("rules", "inspired_cooking"), ("rules", "blessing_of_the_lady"),
     ("skills", "master_of_runes"), ("rules", "expert_weaponsmith"), ("rules", "heart_strike")],
]  # fmt: skip


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("number", range(len(COMPANIES)))
def test_whole_battles(rules: str, number: int) -> None:
    company = [
        {"name": code, "role": "hero" if place == 0 else "henchman", "is_leader": place == 0, "weapons": [SWORD, BOW],
         "skills": traits(kind, code), "tags": ["orc", "goblin", "halfling"], "spells": ["rune_of_accuracy", "zzap"],
         "keywords": ["random_movement"] if code == "squig_bounce" else []}
        for place, (kind, code) in enumerate(COMPANIES[number])
    ]  # fmt: skip
    for seed, bot in ((1, "random"), (2, "tactician"), (3, "random")):
        battle = begin(setup(rules, fighters=company, table={"width": 2400, "length": 2400}, max_turns=5), seed)
        play_out(battle, bot)
        assert battle.outcome is not None


def test_choices_are_asked_and_answered_in_the_flow() -> None:
    company = [{"name": "V", "role": "hero", "is_leader": True, "skills": traits("skills", "bat_form")}]
    battle = begin(setup("mordheim", fighters=company, table={"width": 2400, "length": 2400}, max_turns=2), 1)
    asked = 0
    for _ in range(200):
        if not battle.awaiting():
            break
        side = battle.awaiting()[0]
        frame = battle.state.flow[-1]
        if frame.kind == "decision" and frame.stage == "choose":
            asked += 1
            battle.play(side, Answer("take" if frame.data["offer"] == "bat_form" else "no"))
        else:
            battle.play(side, battle.legal(side)[-1])
    assert asked
    assert any(effect.code == "as:bat_form" for model in battle.state.models.values() for effect in model.effects)
