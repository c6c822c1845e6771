"""Skills, hides and belongings of the supplements, by the effects the catalogue gives them."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.steps.combat.parrying import means_of_parry
from battles.engine.steps.combat.strike_order import entries_of
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm.saves import saves_against
from battles.engine.steps.nerve.leaders import LeadershipTest, roll_test
from battles.engine.tests.builder import BOW, SWORD, Arena, weapon
from battles.engine.tests.movement.cases import Case, expand, play
from battles.engine.tests.movement.terrain import ground

FLAIL = weapon("flail", hands=2, strength_bonus=2, traits=["heavy", "two_handed"])
TORCH = weapon("torch", traits=["flaming"])
KNUCKLES = weapon(
    "brass_knuckles", traits=["pair", ["characteristic_bonus", {"characteristic": "initiative", "amount": -2}]]
)


def skill(code: str, **about: Any) -> dict[str, Any]:
    return {"skills": [[code, about]]}


def fight(mine: dict[str, Any], theirs: dict[str, Any], **contact: bool) -> Arena:
    arena = Arena("mordheim")
    arena.add("a", **mine)
    arena.add("b", **theirs)
    arena.engage("a1", "b1", **contact)
    return arena


def struck(arena: Arena, model_id: str = "a1", target: str = "b1") -> Any:
    game, state = arena.game(), arena.position()
    return blow(game, state, model_id, target, game.fighters[model_id].weapons[0])


@pytest.mark.parametrize(
    ("worn", "hide", "need"),
    [({}, 6, 6), ({"armour": 6}, 6, 5), ({"armour": 5}, 5, 3), ({"armour": 6, "shield": True}, 6, 4)],
)
def test_armour_is_better_over_a_hide(worn: dict[str, Any], hide: int, need: int) -> None:
    arena = fight({}, {**worn, **skill("natural_armour", needs=hide)})
    assert saves_against(arena.game(), arena.position(), struck(arena)).armour_need == need


def test_some_pelts_save_against_shots_only() -> None:
    for about, needs in (({"needs": 6, "phase": "shooting"}, 7), ({"needs": 6}, 6)):
        arena = fight({}, skill("natural_armour", **about))
        assert saves_against(arena.game(), arena.position(), struck(arena)).armour_need == needs
    arena = fight({}, skill("armour_save", needs=4, phase="shooting"))
    assert saves_against(arena.game(), arena.position(), struck(arena)).armour_need == 7


def test_the_well_hardened_need_armour_to_begin_with() -> None:
    for armour, need in ((7, 7), (5, 4)):
        arena = fight({}, {"armour": armour, **skill("armour_save_bonus", amount=1)})
        assert saves_against(arena.game(), arena.position(), struck(arena)).armour_need == need


def injured(mine: dict[str, Any], theirs: dict[str, Any], dice: str) -> str:
    arena = fight(mine, theirs)
    arena.blows("a1", "b1", dice=dice)
    return arena.posture("b1")


@pytest.mark.parametrize(
    ("mine", "theirs", "face", "posture"),
    [
        ({}, skill("injury_bands", knocked_down_up_to=3, stunned_up_to=5), 3, "knocked_down"),
        ({}, skill("injury_bands", knocked_down_up_to=3, stunned_up_to=5), 5, "stunned"),
        ({}, skill("injury_bands", knocked_down_up_to=1), 2, "stunned"),
        ({}, skill("injury_penalty", amount=1), 5, "stunned"),
        ({}, {}, 5, "out_of_action"),
        (skill("fells_senseless"), {}, 1, "stunned"),
    ],
)
def test_injuries_go_by_other_bands(mine: dict[str, Any], theirs: dict[str, Any], face: int, posture: str) -> None:
    assert injured(mine, theirs, f"hit 4, wound 4, injury {face}") == posture


@pytest.mark.parametrize(("helmet", "face"), [(False, 3), (True, 2)])
def test_a_thick_skull_is_better_still_in_a_helmet(helmet: bool, face: int) -> None:
    theirs = {"helmet": helmet, **skill("avoid_stun", needs=3, with_helmet=2)}
    assert injured({}, theirs, f"hit 4, wound 4, injury 3, helmet {face}") == "knocked_down"
    assert injured({}, theirs, f"hit 4, wound 4, injury 3, helmet {face - 1}") == "stunned"


def test_a_stench_troubles_the_living_and_fire_the_shaggy() -> None:
    theirs = {
        "skills": [["enemy_to_hit_penalty", {"amount": 1, "living_only": True}], ["harmed_by_fire", {"amount": 1}]]
    }
    assert struck(fight({}, theirs)).need_hit == struck(fight({}, {})).need_hit + 1
    assert struck(fight({"tags": ["undead_creature"]}, theirs)).need_hit == struck(fight({}, {})).need_hit
    assert struck(fight({"weapons": [TORCH]}, theirs)).strength == struck(fight({}, theirs)).strength + 1


def test_a_roar_frightens_in_the_first_round_alone() -> None:
    theirs = skill("enemy_to_hit_penalty", amount=1, turn="first_round")
    first, later = fight({}, theirs), fight({}, theirs, first_round=False)
    assert struck(first).need_hit == struck(later).need_hit + 1


def test_strong_arms_keep_a_heavy_weapons_bonus() -> None:
    for own, more in (({}, 0), (skill("keeps_heavy_bonus"), 2)):
        arena = fight({"weapons": [FLAIL], "s": 3, **own}, {}, first_round=False)
        assert struck(arena).strength == 3 + more


@pytest.mark.parametrize(("own", "need"), [({}, None), (skill("parry_on_equal"), 6)])
def test_a_swordmaster_turns_a_blow_as_good_as_their_own(own: dict[str, Any], need: int | None) -> None:
    dice = "hit 6, parry 6" if need else "hit 6, wound 1"
    arena = fight({}, {"weapons": [SWORD], **own})
    arena.blows("a1", "b1", dice=dice)
    assert arena.posture("b1") == "standing"


def test_a_shield_parries_for_its_master() -> None:
    for own, parries in (({}, False), (skill("parries_with_shield"), True)):
        arena = fight({}, {"shield": True, "weapons": [weapon("axe")], **own})
        assert (means_of_parry(arena.game(), arena.position(), "b1") is not None) == parries


def test_misses_are_taken_again_against_the_stronger_or_some_lists() -> None:
    for theirs, again in (({"s": 4}, True), ({"s": 3}, False)):
        assert struck(fight(skill("reroll_misses", stronger_only=True), theirs)).rerolls_misses == again
    own = skill("reroll_misses", enemies=["norse_explorers"], turn="first_round")
    for theirs, again in (({"tags": ["norse_explorers"]}, True), ({}, False)):
        assert struck(fight(own, theirs)).rerolls_misses == again


def test_some_strike_first_against_some_or_those_on_foot() -> None:
    for about, theirs, first in (
        ({"enemies": ["skink"]}, {"tags": ["skink"]}, True),
        ({"enemies": ["skink"]}, {}, False),
        ({"on_foot": True}, {}, True),
    ):
        arena = fight({"i": 1, **skill("strike_first", **about)}, {"i": 5, **theirs})
        (mine,) = entries_of(arena.game(), arena.position(), "a1")
        assert mine.first == first


def test_knuckles_are_slow_and_boots_kick_wide() -> None:
    arena = fight({"weapons": [KNUCKLES], "i": 4}, {})
    (entry,) = entries_of(arena.game(), arena.position(), "a1")
    assert entry.initiative == 2
    arena = fight(skill("natural_attack", amount=1, to_hit=-1), {})
    game, state = arena.game(), arena.position()
    plan = attack_plan(game, state, "a1")
    assert len(plan) == 2
    needs = [blow(game, state, "a1", "b1", one).need_hit for one in plan]
    assert needs[1] == needs[0] + 1


def test_a_rider_rides_down_those_on_foot() -> None:
    steed = {"mount": {"name": "Horse", "profile": {"movement": 8, "attacks": 1, "weapon_skill": 3, "strength": 3}}}
    about = skill("natural_attack", amount=1, strength=4, turn="charging", ridden_down=True)
    counts = []
    for mine, charged in ((steed, True), (steed, False), ({}, True)):
        arena = fight({**about, **mine}, {}, charged=charged)
        counts.append(len(attack_plan(arena.game(), arena.position(), "a1")))
    assert counts[0] == counts[1] + 1
    assert counts[2] == 1


def test_no_range_is_long_for_a_steady_hand() -> None:
    from battles.engine.steps.shooting.to_hit import shot

    needs = []
    for own in ({}, skill("ignore_long_range", weapons=["bow"]), skill("ignore_long_range", weapons=["crossbow"])):
        arena = Arena("mordheim")
        arena.add("a", at=(2, 2), weapons=[BOW], **own)
        arena.add("b", at=(2, 20))
        game, state = arena.game(), arena.position("shooting")
        needs.append(shot(game, state, "a1", "b1", game.fighters["a1"].weapons[0], reach=2400).need_hit)
    assert needs == [needs[0], needs[0] - 1, needs[0]]


def passes(dice: str, reason: str, *, far: bool = False, posture: str = "standing", **about: Any) -> bool:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), ld=7)
    arena.add("a", at=(10, 30) if far else (10, 15), posture=posture, **skill("standard", **about))
    ctx = arena.context(dice)
    passed = roll_test(ctx, "a1", LeadershipTest(reason, 7, "PSY-ALONE-01"))
    arena.finish(ctx)
    return passed


def test_a_banner_near_by_lets_friends_try_again() -> None:
    assert passes("ld 6+6, reroll 3+3", "all_alone", range=12, reasons=["all_alone"])
    assert not passes("ld 6+6", "fear", range=12, reasons=["all_alone"])
    assert not passes("ld 6+6", "all_alone", range=12, far=True)
    assert not passes("ld 6+6", "all_alone", range=12, posture="stunned")
    assert not passes("ld 6+6", "rout", range=12)
    assert passes("", "all_alone", range=12, reasons=["all_alone"], immune=True)


def test_the_hardy_try_again_once() -> None:
    arena = Arena("mordheim")
    arena.add("a", **skill("reroll_checks", reasons=["all_alone", "rout"], times=1))
    ctx = arena.context("ld 6+6, reroll 6+6, ld 6+6")
    assert not roll_test(ctx, "a1", LeadershipTest("all_alone", 7, "PSY-ALONE-01"))
    assert not roll_test(ctx, "a1", LeadershipTest("rout", 7, "PSY-ROUT-01"))
    arena.finish(ctx)


WALKS = (
    Case("difficult ground costs double", a=({"at": (10, 10)},), pieces=(ground("difficult", 10, 20, 0, 20),),
         do=(("walk", "a1", (12, 10)),), at={"a1": (12, 10)}, spent=400),
    Case("not for who knows the woods", a=({"at": (10, 10), **skill("sure_footed")},),
         pieces=(ground("difficult", 10, 20, 0, 20),), do=(("walk", "a1", (14, 10)),), at={"a1": (14, 10)}, spent=400),
    Case("the worst ground is another matter", a=({"at": (10, 10), **skill("sure_footed")},),
         pieces=(ground("very_difficult", 10, 20, 0, 20),), do=(("walk", "a1", (14, 10)),), refused="GM-PATH-01"),
    Case("except for some", a=({"at": (10, 10), **skill("sure_footed", very=True)},),
         pieces=(ground("very_difficult", 10, 20, 0, 20),), do=(("walk", "a1", (14, 10)),), at={"a1": (14, 10)},
         spent=400),
)  # fmt: skip


@pytest.mark.parametrize(("case", "ruleset"), expand(WALKS))
def test_ground(case: Case, ruleset: str) -> None:
    play(case, ruleset)


def test_a_weak_venom_leaves_saves_as_they_are() -> None:
    about = {"poison": "reptile_venom", "strength_bonus": 1}
    strengths = []
    for more in ({}, {"no_save_change": True}):
        arena = fight({"skills": [["poison", {**about, **more}]]}, {})
        attack = struck(arena)
        strengths.append((attack.strength, attack.save_strength))
    assert strengths[0][0] == strengths[1][0]
    assert strengths[0][1] == strengths[1][1] + 1


def cast(dice: str, **about: Any) -> bool:
    from battles.engine.steps.magic.casting import _roll, _second_try
    from battles.engine.steps.magic.spellbook import SPELLS, Casting

    arena = Arena("mordheim")
    arena.add("a", spells=["warpfire"], **skill("reroll_cast", **about))
    ctx = arena.context(dice)
    casting = Casting("a1", SPELLS["warpfire"], ())
    done = _roll(ctx, casting) or _second_try(ctx, casting)
    arena.finish(ctx)
    return done


def test_a_helper_lets_a_failed_spell_be_tried_again() -> None:
    assert cast("cast 1+1, cast 6+6")
    assert not cast("cast 1+1, cast 1+1")
    assert cast("cast 1+1, die 4, cast 6+6", needs=4)
    assert not cast("cast 1+1, die 3", needs=4)
    assert cast("cast 6+1, cast 5", one_die=True)
    assert not cast("cast 2+1, cast 2", one_die=True)


@pytest.mark.parametrize(("percent", "flee"), [(100, True), (50, False), (0, False)])
def test_small_fry_count_for_less_when_they_are_lost(percent: int, flee: bool) -> None:
    from battles.engine.steps.turn.rout import losses, share_lost

    arena = Arena("mordheim")
    for _model in range(3):
        arena.add("a")
    arena.add("a", posture="out_of_action", **skill("rout_weight", percent=percent))
    game, state = arena.game(), arena.position()
    state.models["a4"] = state.models["a4"]._replace(gone="out")
    state.sides["a"] = state.sides["a"]._replace(started=4)
    assert share_lost(game, state, "a") == flee
    assert losses(game, state, "a") == (percent // 100, 4)
