"""Casting and the spell lists."""

from __future__ import annotations

import pytest

from battles.engine.commands import Answer, Cast, Command, EndStep, Shoot
from battles.engine.dice import ScriptedDice
from battles.engine.errors import IllegalAction
from battles.engine.events import Event
from battles.engine.profile import CHARACTERISTICS
from battles.engine.steps.magic.phase import check_may_cast
from battles.engine.steps.magic.spellbook import SPELLS, unit_of
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.tests.builder import Arena, state_of, weapon
from catalogue.packs.installed import book

TIER_ONE = {
    "the_hammer_of_sigmar", "hearts_of_steel", "soulfire", "shield_of_faith", "healing_hand",
    "armour_of_righteousness",
    "re_animation", "lifestealer", "death_vision", "spell_of_doom", "vision_of_torment", "eye_of_god", "dark_blood",
    "wings_of_darkness",
    "word_of_pain", "warpfire", "gnawdoom", "black_fury", "eye_of_the_warp", "sorcerers_curse", "fires_of_uzhul",
    "flight_of_zimmeran", "dread_of_aramar", "silver_arrows_of_arha", "luck_of_shemtek", "sword_of_rezhebel",
    "call_of_vanhel", "lure_of_chaos",
}  # fmt: skip


def wizard(arena: Arena, *spells: str, **fields: object) -> str:
    return arena.add("a", at=(10, 10), spells=list(spells), **fields)


def play(arena: Arena, command: Command, dice: str) -> tuple[list[Event], Arena]:
    phase = arena.rules.casting_phase
    battle = arena.battle(phase, dice=dice)
    assert command in battle.legal("a")
    events = battle.play("a", command)
    assert isinstance(battle.dice, ScriptedDice)
    battle.dice.assert_all_used()
    arena.state = battle.state
    return events, arena


def test_every_spell_of_the_lists_that_acts_in_battle_is_known() -> None:
    assert set(SPELLS) >= TIER_ONE
    acting = {
        code
        for code, known in book().spells.items()
        if known.when == "battle" and known.automation != "text" and known.effects
    }
    before = {code for code in acting if all(effect.get("before_battle") for effect in book().spells[code].effects)}
    assert set(SPELLS) == acting - before


@pytest.mark.parametrize(("ruleset", "flags", "able"), [
    ("mordheim", ["failed_charge"], True), ("core", ["failed_charge"], False), ("skirmish", ["ran"], True),
    ("skirmish", ["rallied"], True), ("core", ["rallied"], False), ("core", ["fell"], False),
    ("core", ["fleeing"], False),
])  # fmt: skip
def test_who_may_cast(ruleset: str, flags: list[str], able: bool) -> None:
    """MAG-WHO-01.a, b, c, TURN-RALLY-03.a, b"""
    arena = Arena(ruleset)
    wizard(arena, "fires_of_uzhul", flags=flags)
    if able:
        check_may_cast(arena.game(), arena.position("shooting"), "a1")
    else:
        with pytest.raises(IllegalAction):
            check_may_cast(arena.game(), arena.position("shooting"), "a1")


def test_a_unit_is_a_chain_of_enemies() -> None:
    """MAG-UNIT-01.a, b"""
    arena = Arena("skirmish")
    wizard(arena, "fires_of_uzhul")
    arena.add("b", at=(20, 10))
    arena.add("b", at=(22.5, 10))
    arena.add("b", at=(25.4, 10))
    arena.add("b", at=(28.5, 10))
    assert unit_of(arena.game(), arena.position(), "b1", "a1") == ("b1", "b2", "b3")


def test_a_fire_spell_hits_by_itself_and_is_never_critical() -> None:
    """CRIT-SCOPE-01.c, MAG-PHASE-01.b"""
    arena = Arena("core")
    wizard(arena, "fires_of_uzhul")
    arena.add("b", at=(16, 10))
    events, _ = play(arena, Cast("a1", "fires_of_uzhul", ("b1",)), "cast 3+4, wound 6, injury 1")
    assert state_of(events, "b1") == "knocked_down"


def test_skirmish_casts_in_its_own_phase() -> None:
    """MAG-PHASE-01.a"""
    arena = Arena("skirmish")
    wizard(arena, "fires_of_uzhul")
    arena.add("b", at=(16, 10))
    play(arena, Cast("a1", "fires_of_uzhul", ("b1",)), "cast 1+2")


def test_magic_resistance_betters_the_ward() -> None:
    """SAVE-MR-01.a, b"""
    warded = [["ward", {"needs": 4}], ["magic_resistance", {"amount": 2}]]
    for skills, die in ((warded, 2), ([["magic_resistance", {"amount": 1}]], 6)):
        arena = Arena("core")
        wizard(arena, "fires_of_uzhul")
        arena.add("b", at=(16, 10), skills=skills)
        _, arena = play(arena, Cast("a1", "fires_of_uzhul", ("b1",)), f"cast 3+4, wound 5, ward {die}")
        assert arena.wounds("b1") == 1


def test_wards_against_spells() -> None:
    arena = Arena("mordheim")
    wizard(arena, "fires_of_uzhul")
    arena.add("b", at=(16, 10), skills=[["spell_ward", {"needs": 4}]])
    play(arena, Cast("a1", "fires_of_uzhul", ("b1",)), "cast 6+6, die 4")


def test_the_hammer_of_sigmar_strikes_hard() -> None:
    arena = Arena("mordheim")
    wizard(arena, "the_hammer_of_sigmar")
    arena.add("b", at=(11, 10), w=4)
    arena.engage("a1", "b1")
    arena.effect("a1", "the_hammer_of_sigmar")
    group = arena.blows("a1", "b1", dice="hit 4, wound 2")
    assert (group.wounds_lost, group.attacks[0].strength) == (2, 5)


def test_soulfire_burns_all_enemies_around() -> None:
    arena = Arena("mordheim")
    wizard(arena, "soulfire", armour=5)
    arena.add("b", at=(12, 10), armour=4)
    arena.add("b", at=(10, 13), tags=["undead"], t=5)
    arena.add("b", at=(10, 30))
    play(arena, Cast("a1", "soulfire"), "cast 4+5, wound 3, wound 3")


def test_wings_carry_into_contact() -> None:
    arena = Arena("mordheim")
    wizard(arena, "wings_of_darkness")
    arena.add("b", at=(20, 10))
    arena.add("b", at=(40, 40))
    _, arena = play(arena, Cast("a1", "wings_of_darkness", ("b1",)), "cast 4+4")
    assert arena.state is not None
    assert arena.state.models["a1"].engaged == ("b1",)


def test_silver_arrows_roll_to_hit() -> None:
    arena = Arena("mordheim")
    wizard(arena, "silver_arrows_of_arha")
    arena.add("b", at=(16, 10))
    play(arena, Cast("a1", "silver_arrows_of_arha", ("b1",)), "cast 4+4, count 1, hit 3, hit 4, hit 1, wound 3")


def test_dread_sends_its_victim_running() -> None:
    arena = Arena("mordheim")
    wizard(arena, "dread_of_aramar")
    arena.add("b", at=(16, 10))
    arena.add("a", at=(5, 5), spells=["luck_of_shemtek"])
    _, arena = play(arena, Cast("a1", "dread_of_aramar", ("b1",)), "cast 4+4, ld 6+6, flee 3+4")
    assert arena.state is not None
    assert arena.state.models["b1"].x > 2200


def test_a_wizard_casts_once_a_turn() -> None:
    arena = Arena("mordheim")
    wizard(arena, "luck_of_shemtek", "sword_of_rezhebel")
    arena.add("b", at=(40, 40))
    arena.add("a", at=(5, 5), spells=["luck_of_shemtek"])
    battle = arena.battle("shooting", dice="cast 4+4")
    battle.play("a", Cast("a1", "luck_of_shemtek"))
    assert battle.legal("a") == [EndStep(), Cast("a2", "luck_of_shemtek")]
    with pytest.raises(IllegalAction):
        battle.play("a", Cast("a1", "sword_of_rezhebel"))


def test_a_zombie_just_lost_returns() -> None:
    arena = Arena("mordheim")
    wizard(arena, "re_animation")
    arena.add("a", at=(20, 20), tags=["undead_zombie"], posture="out_of_action", wounds=0)
    arena.models["a2"] = arena.models["a2"]._replace(gone="out")
    arena.marks["fallen"] = ["a2"]
    arena.add("b", at=(40, 40))
    _, arena = play(arena, Cast("a1", "re_animation", ("a2",)), "cast 3+3")
    assert arena.state is not None
    raised = arena.state.models["a2"]
    assert (raised.on_table, arena.posture("a2"), raised.wounds) == (True, "standing", 1)


def test_the_eye_of_god_raises_what_the_caster_picks() -> None:
    arena = Arena("mordheim")
    wizard(arena, "eye_of_god")
    arena.add("a", at=(14, 10), w=1)
    arena.add("b", at=(40, 40))
    battle = arena.battle("shooting", dice="cast 4+4, die 3")
    battle.play("a", Cast("a1", "eye_of_god", ("a2",)))
    assert {option.option for option in battle.legal("a") if isinstance(option, Answer)} == set(CHARACTERISTICS)
    battle.play("a", Answer("wounds"))
    assert battle.state.models["a2"].wounds == 2
    assert characteristic(battle.game, battle.state, "a2", "wounds") == 2


@pytest.mark.parametrize(("face", "posture"), [(1, "out"), (6, "")])
def test_the_eye_of_god_may_ruin_or_raise_all(face: int, posture: str) -> None:
    arena = Arena("mordheim")
    wizard(arena, "eye_of_god")
    arena.add("a", at=(14, 10))
    arena.add("b", at=(40, 40))
    _, arena = play(arena, Cast("a1", "eye_of_god", ("a2",)), f"cast 4+4, die {face}")
    assert arena.state is not None
    assert arena.state.models["a2"].gone == posture
    if not posture:
        assert characteristic(arena.game(), arena.state, "a2", "strength") == 4


def test_a_bow_with_a_will_of_its_own() -> None:
    seeker = weapon("seeker", kind="missile", reach=3600, traits=[["seeks", {"prefers": ["dwarf"], "never": ["elf"]}]])
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), weapons=[seeker], skills=[["pick_target", {}]])
    arena.add("b", at=(16, 10), tags=["elf"])
    arena.add("b", at=(20, 12))
    arena.add("b", at=(24, 8), tags=["dwarf"])
    battle = arena.battle("shooting")
    assert {command.target for command in battle.legal("a") if isinstance(command, Shoot)} == {"b3"}
