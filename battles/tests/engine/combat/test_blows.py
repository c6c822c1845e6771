"""Blows with their dice: worked cases of DICE, CHAR, WND, ARM, SAVE, INJ, CC-PARRY, CC-KD, CC-STUN, SPEC."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.state import FEAR_SIX
from battles.tests.engine.builder import AXE, BLADE, MACE, PISTOL, SWORD, Arena, weapon

WHIP = weapon("whip", traits=["poisoned_attacks"])
VENOM = weapon("venom_blade", traits=["poisoned_attacks"])
LOTUS = weapon("lotus_blade", traits=[["poison", {"poison": "black_lotus"}]])
KILLER = {"skills": [["killing_blow", {}]]}
BUCKLER = {"buckler": True, "weapons": [SWORD]}
FLAMES = weapon("flaming_sword", traits=["flaming"])
WARD4 = ["ward", {"needs": 4}]
HATER = {"hates": ["*"]}

Row = tuple[str, str, dict[str, Any], dict[str, Any], str, dict[str, Any]]
# id, ruleset, attacker, defender, dice, expected
CASES: list[Row] = [
    ("CONV-PIPE-01.a", "core", {"ws": 4}, {"armour": 6}, "hit 3, wound 4, armour 6", {"wounds": 0}),
    ("CONV-PIPE-01.b", "skirmish", {}, {"posture": "stunned"}, "", {"state": "out_of_action"}),
    ("CONV-LOST-01.a", "skirmish", {}, {}, "hit 4, wound 4, injury 4", {"state": "stunned"}),
    ("CHAR-ZEROWS-01.a", "core", {}, {"ws": 0}, "wound 6, injury 2",
     {"hits": 1, "critical": False, "state": "knocked_down"}),
    ("CHAR-ZEROST-01.b", "mordheim", {}, {"t": 0, "w": 2}, "hit 4, wound 2", {"wounds": 1}),
    ("DICE-REROLL-01.a", "core", HATER, {}, "hit 3, reroll 1", {"hits": 0}),
    ("PSY-HATE-01.a", "core", {"a": 2, **HATER}, {}, "hit 2, hit 5, reroll 4, wound 1, wound 1", {"hits": 2}),
    ("PSY-HATE-01.b", "core", {**HATER, "first_round": False}, {}, "hit 2", {"hits": 0}),
    ("DICE-REROLL-01.b", "core", {}, BUCKLER, "hit 4, parry 2, reroll 3, wound 1", {"parried": 0}),
    ("WND-TABLE-01.c", "core", {}, {"t": 7, "w": 2}, "hit 4, wound 6", {"wounds": 1}),
    ("WND-NAT-01.a", "core", {"s": 9}, {"t": 2}, "hit 4, wound 1", {"wounds": 0}),
    ("WND-NAT-01.b", "gazette", {"s": 2}, {"t": 6}, "hit 4, wound 6", {"wounds": 0}),
    ("WND-NAT-01.c", "core", {"ws": 5}, {"t": 5, "w": 2, "keywords": ["ethereal"]}, "hit 4, wound 6",
     {"need_wound": 6, "wounds": 1, "critical": False}),
    ("DICE-D6-01.b", "core", {"s": 4, "ws": 5}, {"w": 5, "keywords": ["ethereal"]}, "hit 5, wound 6, crit 1",
     {"critical": True}),
    ("SHOOT-PISTOL-01.b", "core", {"weapons": [PISTOL]}, {}, "hit 4, wound 3, injury 5", {"state": "out_of_action"}),
    ("ARM-LIMIT-01.a", "core", {"s": 5}, {"armour": 1}, "hit 4, wound 3, armour 3", {"wounds": 0}),
    ("ARM-LIMIT-01.b", "core", {}, {"armour": 2, "w": 2}, "hit 4, wound 4, armour 1", {"wounds": 1}),
    ("ARM-PERWOUND-01.a", "core", {"a": 2}, {"armour": 6, "w": 2}, "hit 4, hit 4, wound 4, wound 4, armour 6, armour 3",
     {"wounds": 1}),
    ("ARM-HELMET-01.a", "core", {}, {"helmet": True}, "hit 4, wound 4, injury 3, helmet 4", {"state": "knocked_down"}),
    ("ARM-HELMET-01.c", "core", {"a": 2},
     {"helmet": True}, "hit 4, hit 4, wound 4, wound 4, injury 3, injury 4, helmet 2",
     {"state": "stunned"}),
    ("SAVE-ORDER-01.a", "core", {}, {"armour": 6, "skills": [["ward", {"needs": 5}]]},
     "hit 4, wound 4, armour 3, ward 5", {"wounds": 0}),
    ("SAVE-WARD-01.a", "core", {"s": 8}, {"skills": [["ward", {"needs": 6}], WARD4]}, "hit 4, wound 4, ward 4",
     {"wounds": 0}),
    ("SAVE-WARD-01.b", "core", {}, {"skills": [WARD4]}, "hit 4, wound 6, crit 5, ward 4, ward 2, injury 2",
     {"wounds": 1, "state": "stunned"}),
    ("SAVE-REGEN-01.a", "core", {}, {"skills": [["regeneration", {"needs": 4}]]}, "hit 4, wound 4, regen 4",
     {"wounds": 0}),
    ("SAVE-REGEN-01.b", "core", {"weapons": [FLAMES]},
     {"w": 2, "skills": [["regeneration", {"needs": 4}], ["ward", {"needs": 6}]]},
     "hit 4, wound 4, ward 5", {"wounds": 1}),
    ("SAVE-MR-01.c", "core", {}, {"w": 2, "skills": [WARD4, ["magic_resistance",
     {"amount": 2}]]}, "hit 4, wound 4, ward 3",
     {"wounds": 1}),
    ("INJ-WOUND-01.a", "core", {}, {"w": 3}, "hit 4, wound 4",
     {"wounds_left": 2, "state": "standing", "injury_rolls": 0}),
    ("INJ-WOUND-01.b", "core", {"a": 3}, {"w": 2}, "hit 4, hit 4, hit 4, wound 4, wound 4, wound 4, injury 2, injury 4",
     {"injury_rolls": 2, "state": "stunned"}),
    ("INJ-WOUND-01.c", "gazette", {"a": 2}, {"w": 3}, "hit 4, hit 4, wound 4, wound 4",
     {"injury_rolls": 0, "wounds_left": 1}),
    ("INJ-WOUND-01.d", "gazette", {}, {"w": 2, "wounds": 0}, "hit 4, wound 4, injury 5", {"state": "out_of_action"}),
    ("INJ-TABLE-01.a", "gazette", {}, {}, "hit 4, wound 4, injury 2", {"state": "knocked_down"}),
    ("INJ-MULTI-01.a", "skirmish", {"a": 2}, {}, "hit 4, hit 4, wound 4, wound 4, injury 6, injury 1",
     {"state": "out_of_action"}),
    ("concussion", "core", {"weapons": [MACE]}, {}, "hit 4, wound 4, injury 2", {"state": "stunned"}),
    ("cutting edge", "core", {"weapons": [AXE]}, {"armour": 6}, "hit 4, wound 4, injury 1", {"state": "knocked_down"}),
    ("CC-PARRY-01.a", "core", {}, {"weapons": [SWORD]}, "hit 4, parry 5", {"parried": 1}),
    ("CC-PARRY-01.b", "core", {}, {"weapons": [SWORD]}, "hit 4, parry 4, wound 1", {"parried": 0}),
    ("CC-PARRY-01.c", "core", {}, {"weapons": [SWORD]}, "hit 6, wound 1", {"parried": 0}),
    ("CC-PARRY-02.a", "core", {"ws": 4, "a": 2}, {"weapons": [SWORD]}, "hit 3, hit 5, parry 6, wound 1", {"hits": 1}),
    ("CC-PARRY-02.b", "core", {"ws": 4, "a": 2}, {"weapons": [SWORD]}, "hit 3, hit 6, wound 1, wound 1", {"hits": 2}),
    ("CC-PARRY-02.c", "core", {"ws": 4, "a": 2}, {"weapons": [SWORD]}, "hit 3, hit 5, parry 4, wound 1, wound 1",
     {"hits": 2}),
    ("CC-PARRY-04.a", "core", {}, {"weapons": [SWORD, SWORD]}, "hit 4, parry 2, reroll 5", {"parried": 1}),
    ("CC-PARRY-04.b", "mordheim", {}, {"weapons": [SWORD, SWORD]}, "hit 4, parry 2, wound 1", {"parried": 0}),
    ("CC-PARRY-04.c", "mordheim", {}, BUCKLER, "hit 4, parry 2, reroll 6", {"parried": 1}),
    ("CC-PARRY-05.a", "core", {"s": 6, "ws": 4}, {"weapons": [SWORD]}, "hit 3, wound 1", {"parried": 0}),
    ("CC-PARRY-05.b", "core", {"s": 5, "ws": 4}, {"weapons": [SWORD]}, "hit 3, parry 4", {"parried": 1}),
    ("CC-PARRY-06.a", "core", {"ws": 4}, {"weapons": [SWORD], "posture": "knocked_down"}, "hit 3, parry 4",
     {"parried": 1}),
    ("CC-PARRY-06.b", "core", {}, {"weapons": [SWORD], "posture": "stunned"}, "wound 1", {"parried": 0}),
    ("gazette has no parry", "gazette", {}, {"weapons": [SWORD]}, "hit 4, wound 1", {"parried": 0}),
    ("CC-KD-01.a", "skirmish", {"ws": 1}, {"ws": 8, "posture": "knocked_down"}, "wound 1", {"hits": 1}),
    ("CC-KD-01.b", "core", {}, {"ws": 4, "posture": "knocked_down"}, "hit 4", {"need_hit": 5, "hits": 0}),
    ("CC-KD-02.a", "skirmish", {}, {"w": 2, "armour": 6, "posture": "knocked_down"}, "wound 4, armour 3",
     {"state": "out_of_action"}),
    ("CC-KD-02.b", "core", {}, {"w": 2, "posture": "knocked_down"}, "hit 4, wound 4",
     {"wounds_left": 1, "state": "knocked_down"}),
    ("CC-KD-02.c", "core", {}, {"wounds": 0, "posture": "knocked_down"}, "hit 4, wound 4", {"state": "out_of_action"}),
    ("CC-KD-02.d", "gazette", {}, {"armour": 5, "posture": "knocked_down"}, "hit 4", {"state": "out_of_action"}),
    ("CC-STUN-01.a", "skirmish", {"s": 2}, {"armour": 5, "t": 6, "posture": "stunned"}, "", {"state": "out_of_action"}),
    ("CC-STUN-01.b", "core", {}, {"wounds": 0, "armour": 6, "posture": "stunned"}, "wound 4, armour 6",
     {"state": "stunned"}),
    ("CC-STUN-01.c", "core", {}, {"wounds": 0, "armour": 6, "posture": "stunned"}, "wound 4, armour 2",
     {"state": "out_of_action"}),
    ("CRIT-SCOPE-01.a", "core", {}, {"posture": "stunned"}, "wound 6", {"critical": False, "state": "out_of_action"}),
    ("CC-SAME-01.a", "skirmish", {"a": 2}, {}, "hit 4, hit 4, wound 4, wound 4, injury 1, injury 3",
     {"state": "stunned"}),
    ("SPEC-POISON-01.a", "core", {"s": 1, "weapons": [VENOM]}, {"t": 9}, "hit 6, injury 3",
     {"wounds": 1, "state": "stunned"}),
    ("SPEC-POISON-01.b", "core", {"weapons": [VENOM]}, {"keywords": ["immune_to_poison"]}, "hit 6, wound 3",
     {"wounds": 0}),
    ("SPEC-POISON-02.a", "core", {"weapons": [WHIP, BLADE]}, {}, "whip hit 5, blade hit 6, wound 2, wound 2",
     {"wounds": 0}),
    ("SPEC-POISON-02.c", "core", {"weapons": [VENOM]}, {"posture": "stunned"}, "wound 3", {"wounds": 0}),
    ("SPEC-POISON-03.a", "skirmish", {"weapons": [VENOM], "options": {"hr_poison_crit": True}}, {"armour": 5},
     "hit 6, poison 6, injury 2, injury 3", {"wounds": 2, "state": "stunned"}),
    ("SPEC-POISON-03.b", "skirmish", {"weapons": [VENOM], "options": {"hr_poison_crit": True}}, {"t": 5},
     "hit 6, poison 6, injury 2", {"wounds": 1, "critical": False}),
    ("SPEC-POISON-03.c", "core", {"weapons": [VENOM]}, {}, "hit 6, injury 2",
     {"critical": False, "state": "knocked_down"}),
    ("SPEC-POISON-03.d", "mordheim", {"weapons": [LOTUS]}, {}, "hit 6, poison 6, crit 3, injury 1, injury 4",
     {"critical": True, "wounds": 2, "state": "stunned"}),
    ("SPEC-KB-01.a", "skirmish", KILLER, {"w": 3, "armour": 5}, "hit 4, wound 6", {"state": "out_of_action"}),
    ("SPEC-KB-01.b", "skirmish", KILLER, {"t": 5}, "hit 4, wound 6", {"state": "out_of_action"}),
    ("SPEC-KB-01.c", "skirmish", KILLER, {"w": 3, "keywords": ["large_target"]}, "hit 4, wound 6",
     {"wounds": 2, "state": "standing"}),
    ("SPEC-KB-02.a", "core", KILLER, {}, "hit 4, wound 6, crit 1, injury 5", {"facts": ("killing_blow",)}),
    ("SPEC-KB-02.b", "core", KILLER, {}, "hit 4, wound 5, injury 5", {"facts": ()}),
    ("SPEC-KB-02.c", "core", KILLER, {"kind": "cavalry"}, "hit 4, wound 6, crit 1, injury 6", {"facts": ()}),
    ("SPEC-KB-02.d", "core", {"skills": [["heroic_killing_blow", {}]]}, {"kind": "ridden_monster"},
     "hit 4, wound 6, crit 2, injury 6", {"facts": ("killing_blow",)}),
    ("SPEC-FLAMMABLE-01.a", "core", {"weapons": [FLAMES]},
     {"w": 2, "keywords": ["flammable"]}, "hit 4, wound 2, wound 3",
     {"hits": 2, "wounds": 1}),
    ("INJ-CAV-01.a", "skirmish", {"options": {"hr_cavalry_first_wound": True}},
     {"armour": 5, "mount": {"name": "horse"}},
     "hit 4, wound 4, armour 2", {"mount": "dead", "state": "standing"}),
    ("INJ-CAV-01.b", "skirmish", {"a": 2, "options": {"hr_cavalry_first_wound": True}},
     {"armour": 5, "mount": {"name": "horse"}}, "hit 4, hit 4, wound 4, wound 4, armour 1, armour 1, injury 4",
     {"mount": "dead", "state": "stunned"}),
    ("INJ-CAV-01.c", "skirmish", {"options": {"hr_cavalry_first_wound": True}},
     {"armour": 4, "mount": {"name": "horse"}},
     "hit 4, wound 6", {"mount": "dead", "state": "standing"}),
    ("INJ-SWARM-01.a", "skirmish", {"options": {"hr_swarms": True}},
     {"kind": "swarm", "w": 3, "wounds": 1}, "hit 4, wound 4",
     {"state": "out_of_action", "injury_rolls": 0}),
    ("INJ-SWARM-01.b", "skirmish", {"options": {"hr_swarms": True}}, {"kind": "swarm", "w": 5}, "hit 4, wound 6",
     {"wounds_left": 3}),
]  # fmt: skip


@pytest.mark.parametrize("row", CASES, ids=[row[0] for row in CASES])
def test_worked_case(row: Row) -> None:
    _, ruleset, attacker, defender, dice, expected = row
    attacker = dict(attacker)
    arena = Arena(ruleset, options=attacker.pop("options", None))
    first_round = attacker.pop("first_round", True)
    arena.add("a", **attacker)
    arena.add("b", **{"ws": 3 if "ws" in attacker else attacker.get("ws", 3), **defender})
    arena.engage("a1", "b1", first_round=first_round)
    group = arena.blows("a1", "b1", dice=dice)
    assert arena.state is not None
    after = arena.state.models["b1"]
    removed = [event for event in arena.events if type(event).__name__ == "Removed"]
    found = {
        "critical": any(attack.critical for attack in group.attacks),
        "hits": group.hits,
        "parried": sum(attack.parried for attack in group.attacks),
        "wounds": group.wounds_lost,
        "wounds_left": after.wounds,
        "state": arena.posture("b1"),
        "injury_rolls": group.injuries,
        "need_hit": group.attacks[0].need_hit,
        "need_wound": group.attacks[0].need_wound,
        "facts": getattr(removed[0], "facts", ()) if removed else None,
        "mount": "dead" if any(code == "mount_lost" for code, _ in after.used) else "alive",
    }
    assert {key: found[key] for key in expected} == expected


def test_a_six_after_a_failed_fear_test_may_still_be_rerolled() -> None:
    """PSY-HATE-01.c"""
    arena = Arena("core")
    arena.add("a", hates=["*"], flags=["fear_six"])
    arena.add("b", at=(11, 10))
    arena.engage("a1", "b1")
    group = arena.blows("a1", "b1", dice="hit 3, reroll 6, wound 1")
    assert group.hits == 1
    assert arena.state is not None
    assert arena.state.models["a1"].flags & FEAR_SIX
