"""Skills and special rules of the supplements: hiding, tricks against charges, tempers, presence."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import Cast
from battles.engine.hooks import listeners
from battles.engine.state import STANDING
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import saves_against
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.models.characteristics import characteristic, keywords_of
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.heights.falling import fall
from battles.engine.steps.movement.hiding.detection import notice_reach
from battles.engine.steps.movement.hiding.rules import fault_of_place, search
from battles.engine.steps.movement.initiative_tests import initiative_test
from battles.engine.steps.nerve.fear import dares_to_charge, fear_of
from battles.engine.steps.nerve.leaders import reach_of_leader, take_test
from battles.engine.steps.nerve.psychology import hates
from battles.engine.steps.shooting.firing import fire
from battles.engine.steps.shooting.permission import may_shoot
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.steps.shooting.to_hit import shot
from battles.engine.table.vectors import Spot
from battles.engine.tests.builder import BOW, RULESETS, Arena
from catalogue.packs.installed import book


def traits(kind: str, code: str) -> list[Any]:
    """A fact of the catalogue as traits of a fighter."""
    return [[effect.code, dict(effect.params)] for effect in book().facts_of(kind)[code].effects]  # type: ignore[attr-defined]


def pair(ruleset: str = "core", *, mine: Any = (), theirs: Any = (), apart: float = 8, **enemy: Any) -> Arena:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), skills=list(mine), weapons=[BOW])
    arena.add("b", at=(10 + apart, 10), skills=list(theirs), weapons=[BOW], **enemy)
    return arena


def heard(arena: Arena, hook: str, dice: str, model_id: str = "a1") -> None:
    ctx = arena.context(dice)
    for function, given in listeners(ctx.fighter(model_id).hooks, ctx.model(model_id).effects, hook):
        function(ctx, model_id, **given)
    arena.finish(ctx)
    arena.models = dict(ctx.state.models)


@pytest.mark.parametrize(
    ("kind", "code", "reach"),
    [
        ("rules", "natural_stealth", 200),
        ("skills", "hide_in_shadows_bandits", 200),
        ("skills", "hide_in_shadows_shadow_warriors", 200),
        ("skills", "hide_in_shadows_horned_hunters", 200),
        ("skills", "great_hunter", 300),
    ],
)
def test_who_knows_how_to_hide_is_found_from_nearer(kind: str, code: str, reach: int) -> None:
    """MV-HIDE-06"""
    arena = pair(theirs=traits(kind, code))
    assert notice_reach(arena.game(), arena.position(), "a1", target="b1") == reach


@pytest.mark.parametrize(("face", "found"), [(4, False), (3, True)])
def test_a_voice_from_elsewhere_misleads(face: int, found: bool) -> None:
    arena = pair("skirmish", theirs=traits("skills", "throw_voice"), flags=["hidden"])
    ctx = arena.context(f"char 2, die {face}")
    assert search(ctx, "a1", "b1") == found


def test_sand_hides_who_knows_how() -> None:
    arena = pair("core", mine=traits("skills", "sand_worm"), apart=40)
    game, state = arena.game(), arena.position()
    assert fault_of_place(game, state, "b1", body_of(game, state, "b1")) is not None
    fault = fault_of_place(game, state, "a1", body_of(game, state, "a1"))
    assert fault is None or fault.code != "no_cover"


@pytest.mark.parametrize(
    ("kind", "code", "dice", "dares"),
    [
        ("rules", "evade_rule", "char 3", False),
        ("rules", "evade_rule", "char 4", True),
        ("items", "flash_powder", "char 4", False),
        ("items", "flash_powder", "char 3", True),
        ("rules", "convincing_manner", "ld 4+4", False),
        ("rules", "convincing_manner", "ld 3+4", True),
    ],
)
def test_guiles_stop_a_charge(kind: str, code: str, dice: str, dares: bool) -> None:
    """MV-CHG-17"""
    arena = pair(theirs=traits(kind, code))
    ctx = arena.context(dice)
    assert dares_to_charge(ctx, "a1", "b1") == dares
    arena.finish(ctx)
    if code == "flash_powder":
        assert ctx.model("b1").used
        assert dares_to_charge(ctx, "a1", "b1")


def test_the_downed_evade_no_one_and_beasts_do_not_listen() -> None:
    arena = pair(theirs=traits("rules", "evade_rule"), posture="knocked_down")
    assert dares_to_charge(arena.context(""), "a1", "b1")
    arena = Arena("core")
    arena.add("a", at=(10, 10), keywords=["animal"])
    arena.add("b", at=(14, 10), skills=traits("rules", "convincing_manner"))
    assert dares_to_charge(arena.context(""), "a1", "b1")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_animals_fear_fire_and_whips(ruleset: str) -> None:
    """PSY-FEAR-01"""
    for code in ("torch", "beastlash"):
        arena = Arena(ruleset)
        arena.add("a", at=(10, 10), keywords=["animal"], kind="war_beast")
        arena.add("a", at=(12, 10))
        arena.add("b", at=(14, 10), skills=traits("items", code)[-2:-1] if code == "torch" else [])
        lash = [["fear_in", {"enemies": ["animal"]}]]
        if code == "beastlash":
            arena.add("b", at=(16, 10), weapons=[{"code": code, "name": code, "traits": lash}])
        source = "b2" if code == "beastlash" else "b1"
        game, state = arena.game(), arena.position()
        assert (fear_of(game, state, "a1", source), fear_of(game, state, "a2", source)) == ("fear", "")


def test_cold_blood_keeps_the_lower_two_of_three_dice() -> None:
    """CHAR-LD-01"""
    arena = pair(mine=traits("rules", "cold_blooded"))
    ctx = arena.context("ld 6+3+4")
    assert take_test(ctx, "a1", "fear", "PSY-FEAR-01")
    arena.finish(ctx)
    ctx = arena.context("ld 4+4+4")
    assert not take_test(ctx, "a1", "fear", "PSY-FEAR-01")
    ctx = arena.context("ld 6+1")
    assert take_test(ctx, "a1", "spell", "MAG-WHO-01")


@pytest.mark.parametrize(("face", "keyword"), [(1, "stupidity"), (6, "frenzy"), (3, "")])
def test_drink_dulls_or_rouses(face: int, keyword: str) -> None:
    arena = pair(mine=traits("rules", "drunken"))
    heard(arena, "turn_start", f"die {face}")
    present = keywords_of(arena.game(), arena.position(), "a1") & {"stupidity", "frenzy"}
    assert present == ({keyword} if keyword else set())


def test_vodka_makes_bold_and_slow() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("items", "vodka"))
    arena.add("a", at=(12, 10), ld=10)
    arena.add("b", at=(30, 10))
    heard(arena, "deploy", "char 3, char 4")
    game, state = arena.game(), arena.position()
    values = [(characteristic(game, state, model_id, "leadership"), characteristic(game, state, model_id, "initiative"))
              for model_id in ("a1", "a2")]  # fmt: skip
    assert values == [(8, 3), (10, 2)]


def test_a_telescope_carries_farther_by_a_die_each_turn() -> None:
    arena = pair(mine=traits("items", "telescope"))
    heard(arena, "turn_start", "count 5")
    game, state = arena.game(), arena.position("shooting")
    assert plan_of(game, state, "a1", 0).reach == 2400 + 500
    assert notice_reach(game, state, "a1") == 900


@pytest.mark.parametrize(
    ("kind", "code", "rolls"),
    [("items", "parrot", True), ("skills", "crude_belch", True), ("items", "parrot", False)],
)
def test_enemies_are_put_off_in_the_first_round(kind: str, code: str, rolls: bool) -> None:
    arena = pair(mine=traits(kind, code), apart=1)
    arena.engage("a1", "b1", first_round=rolls)
    heard(arena, "before_combat", "ld 6+6" if rolls else "")
    game, state = arena.game(), arena.position()
    assert blow(game, state, "b1", "a1", game.fighters["b1"].weapons[0]).need_hit == (5 if rolls else 4)


@pytest.mark.parametrize(("code", "blows"), [("mesmerising_dance", 0), ("sea_shanty_singer", 1)])
def test_dances_still_and_songs_slow(code: str, blows: int) -> None:
    arena = pair(mine=traits("skills", code), apart=1, a=2)
    arena.engage("a1", "b1")
    heard(arena, "before_combat", "ld 6+6")
    assert len(attack_plan(arena.game(), arena.position(), "b1")) == blows
    dead = pair(mine=traits("skills", code), apart=1, tags=["undead"])
    dead.engage("a1", "b1")
    heard(dead, "before_combat", "")


def test_what_puts_off_ends_with_the_turn() -> None:
    arena = pair(mine=traits("items", "parrot"), apart=1)
    arena.engage("a1", "b1")
    heard(arena, "before_combat", "ld 6+6")
    (effect,) = arena.models["b1"].effects
    assert (effect.until_turn, effect.owner) == (2, "b")


@pytest.mark.parametrize(
    ("code", "mount", "able"),
    [("hit_and_run", False, True), ("horse_archer", True, True), ("horse_archer", False, False)],
)
def test_shots_on_the_run(code: str, mount: bool, able: bool) -> None:
    """SHOOT-WHO-01, SHOOT-MOD-MOVE-01"""
    arena = Arena("mordheim")
    steed = {"name": "Horse", "profile": {"movement": 8}} if mount else None
    arena.add("a", at=(10, 10), weapons=[BOW], skills=traits("skills", code), flags=["ran", "moved"], mount=steed)
    arena.add("b", at=(16, 10))
    game, state = arena.game(), arena.position("shooting")
    assert may_shoot(game, state, "a1") == able
    if able:
        assert shot(game, state, "a1", "b1", game.fighters["a1"].weapons[0]).need_hit == 6


def test_a_knight_despises_those_who_shoot() -> None:
    arena = pair(mine=traits("skills", "virtue_of_noble_disdain"))
    arena.add("b", at=(20, 10))
    game, state = arena.game(), arena.position()
    assert hates(game, state, "a1", "b1")
    assert not hates(game, state, "a1", "b2")


def test_a_mounted_leader_is_heard_farther() -> None:
    """PSY-LEAD-02"""
    for mount, reach in ((None, 600), ({"name": "Horse", "profile": {}}, 1200)):
        arena = Arena("mordheim")
        arena.add("a", skills=traits("skills", "cavalry_commander"), mount=mount, is_leader=True)
        assert reach_of_leader(arena.game(), "a1") == reach


def test_orcs_charge_whatever_they_like() -> None:
    """PSY-FEAR-02"""
    arena = pair(mine=traits("skills", "ere_we_go"), keywords=["fear"])
    assert dares_to_charge(arena.context(""), "a1", "b1")
    ctx = arena.context("ld 6+6", side="b")
    assert not take_test(ctx, "a1", "fear", "PSY-FEAR-01", against="b1")


def test_dwarfs_are_used_to_armour() -> None:
    for skills, walk in (([], 200), (traits("rules", "dwarf_armour"), 300)):
        arena = Arena("mordheim")
        slow = [["movement_penalty_with_shield", {"amount": 1}]]
        arena.add("a", m=3, shield=True, armour=5, skills=[*slow, *skills])
        assert allowance_of(arena.game(), arena.position(), "a1").walk == walk


def test_stronger_jaws_bite_harder() -> None:
    arena = pair(mine=[*traits("rules", "bite"), *traits("mutations", "oversized_jaws")], apart=1)
    arena.engage("a1", "b1")
    limb = attack_plan(arena.game(), arena.position(), "a1")[-1]
    assert (limb.code, limb.strength_bonus) == ("limb", 1)


@pytest.mark.parametrize(("faces", "passed"), [("ld 4+4, reroll 4+4", True), ("ld 4+4, reroll 5+4", False)])
def test_songs_give_a_failed_test_another_try_at_one_better(faces: str, passed: bool) -> None:
    """DICE-REROLL-01; a song reaches a rout test too, a standard does not."""
    for reason in ("fear", "rout"):
        arena = pair()
        arena.add("a", at=(12, 10), skills=traits("rules", "songster_rule"))
        ctx = arena.context(faces)
        assert take_test(ctx, "a1", reason, "CHAR-LD-01", own_only=True) == passed
        arena.finish(ctx)
    arena = pair()
    arena.add("a", at=(12, 10), skills=[["standard", {"range": 6}]])
    assert not take_test(arena.context("ld 4+4"), "a1", "rout", "PSY-ROUT-01", own_only=True)


@pytest.mark.parametrize("code", ["war_horn", "liturgicus_infecticus"])
def test_a_horn_helps_one_rout_test(code: str) -> None:
    """PSY-ROUT-01"""
    arena = pair()
    arena.add("a", at=(12, 10), skills=traits("items", code))
    ctx = arena.context("ld 4+4, ld 4+4")
    assert take_test(ctx, "a1", "rout", "PSY-ROUT-01", own_only=True)
    assert not take_test(ctx, "a1", "rout", "PSY-ROUT-01", own_only=True)
    arena.finish(ctx)


@pytest.mark.parametrize(("face", "standing"), [(3, True), (4, False)])
def test_a_second_spell_asks_for_a_sound_body(face: int, standing: bool) -> None:
    """CHAR-TEST-01"""
    arena = Arena("mordheim")
    spells = ["luck_of_shemtek", "death_vision"]
    arena.add("a", at=(10, 10), spells=spells, skills=traits("skills", "magical_aptitude"))
    arena.add("a", at=(2, 45), spells=["luck_of_shemtek"])
    arena.add("b", at=(30, 10))
    rest = "cast 6+6" if standing else "injury 6"
    battle = arena.battle("shooting", dice=f"cast 6+6, char {face}, {rest}")
    battle.play("a", Cast("a1", "luck_of_shemtek"))
    battle.play("a", Cast("a1", "death_vision"))
    assert (battle.state.models["a1"].posture == STANDING) == standing
    assert battle.state.models["a1"].gone == ""
    assert Cast("a1", "death_vision") not in battle.legal("a")


@pytest.mark.parametrize(
    ("other", "how", "special"),
    [
        ([], "blow", 6),
        ([], "shot", 6),
        ([["special_save", {"needs": 5, "phase": "combat"}]], "blow", 4),
        ([["avoid_missiles", {"needs": 5}]], "shot", 7),
    ],
)
def test_quick_elves_avoid_what_they_know_to_avoid(other: list[Any], how: str, special: int) -> None:
    arena = pair(theirs=[*other, *traits("skills", "fey_quickness")])
    saves = saves_against(arena.game(), arena.position(), Attack("a1", "b1", how))
    assert saves.ward_choice[1] == special


def test_a_quick_dodger_dodges_on_four() -> None:
    arena = pair(theirs=[["avoid_missiles", {"needs": 5}], *traits("skills", "fey_quickness")])
    ctx = arena.context("hit 5, die 4", phase="shooting")
    fire(ctx, "a1", "b1", plan_of(ctx.game, ctx.state, "a1", 0), 1)
    arena.finish(ctx)


def test_sea_legs_fall_softly() -> None:
    """MV-FALL-01"""
    for face, dice in ((4, "die 4"), (3, "die 3, count 1, wound 1")):
        arena = pair(mine=traits("skills", "sea_legs"))
        ctx = arena.context(dice)
        fall(ctx, "a1", 300, Spot(1000, 1000, 0), "slip")
        arena.finish(ctx)
        assert arena.posture("a1") == "standing", face


@pytest.mark.parametrize(
    ("code", "tags", "need"),
    [("crossbow", ["hero"], 3), ("bow", ["hero"], 4), ("bow", ["tileans_miragliano_marksman"], 3), ("bow", [], 4)],
)
def test_crossbow_experts(code: str, tags: list[str], need: int) -> None:
    arena = Arena("mordheim")
    arm = {**BOW, "code": code}
    arena.add("a", at=(10, 10), weapons=[arm], tags=tags, skills=traits("rules", "miragliano")[:2])
    arena.add("b", at=(16, 10))
    game = arena.game()
    assert shot(game, arena.position("shooting"), "a1", "b1", game.fighters["a1"].weapons[0]).need_hit == need


def test_a_blessed_hide_gives_one_more_try_a_turn() -> None:
    """GM-TEST-01, DICE-REROLL-01"""
    arena = pair(mine=traits("items", "blessed_stag_hide"))
    ctx = arena.context("char 4, char 3, char 4")
    assert initiative_test(ctx, "a1", "climb", "GM-TEST-01")
    assert not initiative_test(ctx, "a1", "climb", "GM-TEST-01")
    arena.finish(ctx)
    (spent,) = ctx.model("a1").effects
    assert (spent.until_turn, spent.owner) == (2, "b")


SLAIN = "hit 4, wound 4, injury 6"


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("dice", "slayer", "lost"),
    [
        (f"{SLAIN}, char 3", {}, 0),
        (f"{SLAIN}, char 4", {"w": 2}, 1),
        (f"{SLAIN}, char 6, injury 1", {"t": 6}, 1),
        (SLAIN, {"tags": ["undead_creature"]}, 0),
        (SLAIN, {"tags": ["possessed"]}, 0),
    ],
)
def test_who_strikes_the_contagious_down_may_sicken(ruleset: str, dice: str, slayer: dict[str, Any], lost: int) -> None:
    arena = Arena(ruleset)
    arena.add("a", **slayer)
    arena.add("b", skills=traits("skills", "contagious"))
    arena.engage("a1", "b1")
    before = arena.models["a1"].wounds
    arena.blows("a1", "b1", dice=dice)
    assert arena.posture("b1") == "out_of_action"
    assert before - arena.wounds("a1") == lost


def test_a_shot_at_the_contagious_is_safe() -> None:
    arena = pair(theirs=traits("skills", "contagious"))
    ctx = arena.context("hit 6, wound 4, injury 6")
    plan = plan_of(ctx.game, ctx.state, "a1", 0)
    fire(ctx, "a1", "b1", plan, 1)
    arena.finish(ctx)
    assert arena.posture("b1") == "out_of_action"
