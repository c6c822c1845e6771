"""Skills, mutations and belongings that act in a fight, by the effects the catalogue gives them."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import Shoot
from battles.engine.dice import ScriptedDice
from battles.engine.steps.combat.strike_order import entries_of
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.tests.builder import BOW, GREATSWORD, MACE, PISTOL, SWORD, Arena, state_of, weapon

DAGGER = weapon("dagger", save_modifier=1)
ROW = tuple[str, dict[str, Any], dict[str, Any], str, dict[str, Any]]


def has(*traits: Any) -> dict[str, Any]:
    return {"skills": list(traits)}


# skill, attacker, defender, dice, expected; all in mordheim, in the turn the attacker charged
CASES: list[ROW] = [
    ("strike to injure", has(["injury_bonus", {"amount": 1, "phase": "combat"}]), {}, "hit 4, wound 4, injury 4",
     {"state": "out_of_action"}),
    ("web of steel", has(["critical_bonus", {"amount": 1, "phase": "combat"}]),
     {}, "hit 4, wound 6, crit 2, injury 1, injury 1",
     {"result": "exposed_spot"}),
    ("expert swordsman", {**has(["reroll_misses", {"weapons": ["sword"], "turn": "charging"}]), "weapons": [SWORD]}, {},
     "hit 1, reroll 4, wound 1", {"hits": 1}),
    ("step aside", {}, has(["special_save", {"needs": 5, "phase": "combat"}]), "hit 4, wound 4, ward 5", {"wounds": 0}),
    ("mighty blow", has(["strength_bonus", {"amount": 1, "phase": "combat", "not_black_powder": True}]), {"armour": 5},
     "hit 4, wound 3, armour 5, injury 1", {"wounds": 1}),
    ("mighty blow and a pistol",
     {**has(["strength_bonus", {"amount": 1, "phase": "combat", "not_black_powder": True}]), "weapons": [PISTOL]},
     {"t": 4},
     "hit 4, wound 3", {"wounds": 0}),
    ("resilient", {"s": 4}, {**has(["enemy_strength_penalty", {"amount": 1, "phase": "combat"}]), "armour": 5},
     "hit 4, wound 4, armour 5, injury 1", {"need_wound": 4, "wounds": 1}),
    ("unstoppable charge",
     has(["characteristic_bonus", {"characteristic": "weapon_skill", "amount": 1, "turn": "charging"}]), {},
     "hit 3, wound 1", {"need_hit": 3}),
    ("jump up", {}, has("ignore_knocked_down"), "hit 4, wound 4, injury 2", {"state": "standing"}),
    ("jump up does not help against a stunning blow", {"weapons": [MACE]}, has("ignore_knocked_down"),
     "hit 4, wound 4, injury 2", {"state": "stunned"}),
    ("a hard head", {"weapons": [MACE]}, has("ignore_concussion"), "hit 4, wound 4, injury 2",
     {"state": "knocked_down"}),
    ("hard to kill", {}, has(["injury_out_of_action_on", {"needs": 6}]), "hit 4, wound 4, injury 5",
     {"state": "stunned"}),
    ("no pain", {}, has(["injury_change", {"from": "stunned", "to": "knocked_down"}]), "hit 4, wound 4, injury 4",
     {"state": "knocked_down"}),
    ("no pain at all", {}, has("ignore_knocked_down", "ignore_stunned"), "hit 4, wound 4, injury 4",
     {"state": "standing"}),
    ("monster slayer", has(["wounds_at_worst_on", {"needs": 4}]), {"t": 8, "w": 2}, "hit 4, wound 4", {"wounds": 1}),
    ("ferocious charge", has(["attacks_multiplier", {"amount": 2, "turn": "charging"}],
     ["to_hit_bonus", {"amount": -1, "phase": "combat", "turn": "charging"}]), {}, "hit 4, hit 4", {"need_hit": 5}),
    ("invincible swordsman", has(["hits_on", {"needs": 2, "phase": "combat"}]), {"ws": 9}, "hit 2, wound 1",
     {"hits": 1}),
    ("unliving charge", has(["characteristic_set", {"characteristic": "attacks", "amount": 2, "turn": "charging"}]), {},
     "hit 1, hit 1", {"hits": 0}),
    ("sigmarite hammer", {"weapons": [weapon("hammer", traits=[["to_wound_bonus",
     {"amount": 1, "enemies": ["undead"]}]])]},
     {"tags": ["undead"], "w": 2}, "hit 4, wound 3", {"wounds": 1}),
    ("perfect killer", has(["save_modifier", {"amount": -1}]), {"armour": 5}, "hit 4, wound 4, armour 5, injury 1",
     {"wounds": 1}),
    ("a dagger", {"weapons": [DAGGER]}, {}, "hit 4, wound 4, armour 6", {"wounds": 0}),
    ("a metal body", {}, has(["armour_save", {"needs": 3}]), "hit 4, wound 4, armour 3", {"wounds": 0}),
    ("dark venom", {"weapons": [weapon("blade", traits=[["poison",
     {"poison": "dark_venom", "strength_bonus": 1}]])]}, {},
     "hit 4, wound 3, injury 1", {"wounds": 1}),
    ("lucky charm", {}, has(["discards_first_hit", {"needs": 4}]), "hit 4, die 4", {"hits": 0}),
    ("luck", has(["reroll_any", {"times": 1}]), {}, "hit 1, reroll 4, wound 1", {"hits": 1}),
    ("blackblood", {}, {**has(["hits_when_wounded", {"strength": 3, "no_critical": True}]), "w": 2},
     "hit 4, wound 4, wound 2", {"wounds": 1}),
    ("the misericordia",
     {"weapons": [weapon("misericordia", traits=[["injury_table", {"stunned_up_to": 3, "out_of_action_from": 4}]])]},
     {},
     "hit 4, wound 4, injury 4", {"state": "out_of_action"}),
    ("whips are not parried", {"weapons": [weapon("whip", traits=["cannot_be_parried"])]}, {"weapons": [SWORD]},
     "hit 4, wound 1", {"hits": 1}),
    ("a spiked gauntlet", {}, has("parry"), "hit 4, parry 5", {"hits": 0}),
]  # fmt: skip


@pytest.mark.parametrize("row", CASES, ids=[row[0] for row in CASES])
def test_skill(row: ROW) -> None:
    _, attacker, defender, dice, expected = row
    arena = Arena("mordheim")
    arena.add("a", **attacker)
    arena.add("b", **defender)
    arena.engage("a1", "b1", charged=True)
    group = arena.blows("a1", "b1", dice=dice)
    first = group.attacks[0]
    found = {
        "hits": group.hits, "wounds": group.wounds_lost, "state": arena.posture("b1"), "result": first.chart_result,
        "need_hit": first.need_hit, "need_wound": first.need_wound,
    }  # fmt: skip
    assert {key: found[key] for key in expected} == expected


def test_who_strikes_first_and_last() -> None:
    strong = {"weapons": [GREATSWORD], **has("ignore_strike_last")}
    quick = has(["strike_first", {"turn": "charged"}])
    for fields, charged, bucket in (
        (strong, False, 2),
        ({"weapons": [GREATSWORD]}, False, 3),
        (quick, True, 1),
        (quick, False, 2),
    ):
        arena = Arena("mordheim")
        arena.add("a")
        arena.add("b", **fields)
        arena.engage("a1", "b1", charged=charged)
        assert entries_of(arena.game(), arena.position(), "b1")[0].bucket == bucket


def test_the_sign_of_sigmar_stays_a_hand() -> None:
    for tags, count in ((["undead"], 1), (["human"], 2)):
        arena = Arena("mordheim")
        arena.add("a", a=2, tags=tags)
        arena.add(
            "b",
            **has(["enemy_attacks_penalty", {"amount": 1, "minimum": 1, "enemies": ["undead"], "turn": "first_round"}]),
        )
        arena.engage("a1", "b1")
        assert len(attack_plan(arena.game(), arena.position(), "a1")) == count


@pytest.mark.parametrize(("bow", "skills", "dice"), [
    (BOW, [["shots", {"amount": 2, "weapons": ["bow"]}]], "hit 4, hit 3, wound 2"),
    (BOW, [["injury_bonus", {"amount": 1, "phase": "shooting", "weapons": ["bow"]}]], "hit 4, wound 4, injury 4"),
    (weapon("sling", kind="missile", chart="missile", strength=3, reach=1800,
            traits=[["fire_twice_at_half_range", {"to_hit": -1}]]), [], "hit 5, hit 4, wound 2"),
    (weapon("handgun", kind="missile", chart="missile", strength=4, reach=2400, save_modifier=-1,
            traits=["prepare_shot", "move_or_fire"]), [], "hit 4, wound 3, injury 1"),
    (weapon("bow_of_seeking", kind="missile", chart="missile", strength=3, reach=3600,
            traits=[["hits_on", {"needs": 2, "phase": "shooting"}]]), [], "hit 2, wound 3"),
])  # fmt: skip
def test_missiles(bow: dict[str, Any], skills: list[Any], dice: str) -> None:
    arena = Arena("mordheim")
    arena.add("a", weapons=[bow], skills=skills)
    arena.add("b", at=(17, 10))
    battle = arena.battle("shooting", dice=dice)
    events = battle.play("a", Shoot("a1", "b1", 0))
    assert isinstance(battle.dice, ScriptedDice)
    battle.dice.assert_all_used()
    if dice.endswith("injury 4"):
        assert state_of(events, "b1") == "out_of_action"
