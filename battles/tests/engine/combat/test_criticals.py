"""Critical hits: worked cases of CRIT-*."""

from __future__ import annotations

from typing import Any

import pytest

from battles.tests.engine.builder import AXE, BLADE, PLAIN_MACE, SPEAR, Arena, weapon

BITE: list[dict[str, Any]] = []
DOG = {"kind": "war_beast", "weapons": BITE, "ws": 4, "s": 4}
TWO_WOUNDS = weapon("cleaver", traits=[["damage", {"amount": 3}]])

# id, ruleset, attacker, defender, dice, expected
CASES: list[tuple[str, str, dict[str, Any], dict[str, Any], str, dict[str, Any]]] = [
    ("CRIT-TRIG-01.a", "skirmish", {}, {"w": 5}, "hit 4, wound 6", {"critical": True}),
    ("CRIT-TRIG-01.b", "skirmish", {}, {"w": 5}, "hit 4, wound 5", {"critical": False}),
    ("CRIT-NEED6-01.a", "skirmish", {}, {"t": 5, "w": 5}, "hit 4, wound 6", {"critical": False, "wounds": 1}),
    ("CRIT-NEED6-01.b", "gazette", {}, {"t": 5, "w": 5}, "hit 4, wound 6, crit 1", {"critical": True}),
    ("CRIT-NEED6-01.c", "core", {"s": 4}, {"t": 5, "w": 5}, "hit 4, wound 6, crit 1", {"critical": True}),
    ("CRIT-NEED6-01.d", "gazette", {"s": 2}, {"t": 6, "w": 5}, "hit 4, wound 6", {"critical": False, "wounds": 0}),
    ("CRIT-CAP-01.a", "skirmish", {"a": 2}, {"w": 3}, "hit 4, hit 4, wound 6, wound 6, injury 1",
     {"criticals": 1, "wounds": 3, "state": "knocked_down"}),
    ("CRIT-CAP-01.b", "core", {"a": 2}, {"w": 5}, "hit 4, hit 4, wound 6, wound 6, crit 3, crit 3",
     {"criticals": 2, "wounds": 4, "wounds_left": 1}),
    ("CRIT-SCOPE-01.b", "skirmish", {}, {"armour": 5, "posture": "knocked_down"}, "wound 6",
     {"critical": True, "state": "out_of_action"}),
    ("CRIT-SKIRMISH-01.a", "skirmish", {}, {"armour": 5}, "hit 4, wound 6, injury 2, injury 5",
     {"wounds": 2, "state": "out_of_action"}),
    ("CRIT-SKIRMISH-01.b", "skirmish", {}, {"w": 2}, "hit 4, wound 6, injury 3", {"state": "stunned"}),
    ("CRIT-GAZ-01.a", "gazette", {}, {"armour": 5, "shield": True}, "hit 4, wound 6, crit 2, injury 4", {"state":
    "stunned"}),
    ("CRIT-GAZ-01.b", "gazette", {}, {"armour": 6}, "hit 4, wound 6, crit 3, armour 6, armour 2, injury 1",
     {"wounds": 1, "state": "knocked_down"}),
    ("CRIT-GAZ-01.c", "gazette", {}, {}, "hit 4, wound 6, crit 5, injury 1, injury 2", {"state": "stunned"}),
    ("CRIT-GAZ-01.d", "gazette", {}, {}, "hit 4, wound 6, crit 6, injury 3, injury 1", {"state": "out_of_action"}),
    ("CRIT-MORD-01.a", "mordheim", {}, {"armour": 6}, "hit 4, wound 6, crit 1, armour 6", {"wounds": 0}),
    ("CRIT-MORD-01.b", "mordheim", {}, {"armour": 6}, "hit 4, wound 6, crit 2, armour 5, injury 1, injury 3",
     {"wounds": 2, "state": "stunned"}),
    ("CRIT-MORD-01.c", "mordheim", {}, {}, "hit 4, wound 6, crit 5, injury 1, injury 1", {"state": "stunned"}),
    ("CRIT-CLASS-01.a", "core", {"weapons": [AXE]}, {"w": 5}, "hit 4, wound 6, crit 1", {"result": "flesh_wound"}),
    ("CRIT-CLASS-01.b", "core", DOG, {"w": 5}, "hit 4, wound 6, crit 3", {"result": "crushing_blow_unarmed"}),
    ("CRIT-BLUD-HAMMERED-01.a", "core", {"i": 4, "weapons": [PLAIN_MACE]},
     {"armour": 5}, "hit 4, wound 6, crit 2, armour 5",
     {"wounds": 0, "hammered": True}),
    ("CRIT-BLUD-HAMMERED-01.b", "core", {"weapons": [PLAIN_MACE]}, {"skills": [["ward", {"needs": 4}]]},
     "hit 4, wound 6, crit 1, ward 4", {"wounds": 0, "hammered": False}),
    ("CRIT-BLUD-CRUSH-01.a", "core", {"weapons": [PLAIN_MACE]}, {"armour": 5, "helmet": True},
     "hit 4, wound 6, crit 3, injury 4", {"state": "stunned"}),
    ("CRIT-BLUD-SWEEP-01.a", "core", {"weapons": [PLAIN_MACE]}, {}, "hit 4, wound 6, crit 5, injury 1",
     {"state": "knocked_down", "pushed": 200, "engaged": False}),
    ("CRIT-BLUD-SWEEP-01.b", "core", {"weapons": [PLAIN_MACE]}, {}, "hit 4, wound 6, crit 5, injury 6",
     {"state": "out_of_action"}),
    ("CRIT-BLUD-OUT-01.a", "core", {"weapons": [PLAIN_MACE]}, {"w": 3, "armour": 5}, "hit 4, wound 6, crit 6, armour 4",
     {"state": "out_of_action"}),
    ("CRIT-BLUD-OUT-01.b", "core", {"weapons": [PLAIN_MACE]}, {"w": 3, "kind": "monstrous_infantry"},
     "hit 4, wound 6, crit 6", {"wounds": 1, "hammered": True, "state": "standing"}),
    ("CRIT-BLADE-01.a", "core", {}, {"armour": 5}, "hit 4, wound 6, crit 2, injury 1", {"state": "knocked_down"}),
    ("CRIT-BLADE-01.b", "core", {}, {"armour": 6}, "hit 4, wound 6, crit 3, armour 6, armour 1, injury 5",
     {"wounds": 1, "state": "out_of_action"}),
    ("CRIT-BLADE-01.c", "core", {}, {}, "hit 4, wound 6, crit 5, injury 1, injury 2", {"state": "stunned"}),
    ("CRIT-BLADE-01.d", "core", {}, {"w": 2}, "hit 4, wound 6, crit 6, injury 3", {"state": "out_of_action"}),
    ("CRIT-UNARMED-BODY-01.a", "core", DOG, {"w": 2, "ws": 3}, "hit 4, wound 6, crit 1, hit 3, wound 3, injury 2",
     {"wounds": 2, "state": "knocked_down"}),
    ("CRIT-UNARMED-BODY-01.b", "core", DOG, {}, "hit 4, wound 6, crit 2, hit 5, wound 4, injury 6, injury 1",
     {"wounds": 2, "injury_rolls": 2, "state": "out_of_action"}),
    ("CRIT-UNARMED-FORCE-01.a", "core", DOG, {}, "hit 4, wound 6, crit 4, injury 4", {"state": "out_of_action"}),
    ("CRIT-UNARMED-FORCE-01.b", "core", DOG, {"armour": 5}, "hit 4, wound 6, crit 6, injury 2", {"state": "stunned"}),
    ("CRIT-UNARMED-FORCE-01.c", "core", DOG, {"w": 2}, "hit 4, wound 6, crit 5", {"wounds": 1, "state": "standing"}),
    ("CRIT-THRUST-STAB-01.a", "core", {"weapons": [SPEAR]}, {"armour": 6}, "hit 4, wound 6, crit 1, armour 6",
    {"wounds": 0}),
    ("CRIT-THRUST-STAB-01.b", "core", {"weapons": [SPEAR]}, {}, "hit 4, wound 6, crit 2, injury 2", {"state":
    "stunned"}),
    ("CRIT-THRUST-THRUST-01.a", "core", {"weapons": [SPEAR]}, {"armour": 5}, "hit 4, wound 6, crit 3, armour 5",
     {"wounds": 0, "state": "knocked_down"}),
    ("CRIT-THRUST-THRUST-01.b", "core", {"weapons": [SPEAR]}, {"w": 3, "kind": "monstrous_infantry"},
     "hit 4, wound 6, crit 4", {"wounds": 2, "state": "standing"}),
    ("CRIT-THRUST-THRUST-01.c", "core", {"weapons": [SPEAR]}, {"w": 2}, "hit 4, wound 6, crit 3",
     {"wounds": 1, "wounds_left": 1, "state": "knocked_down"}),
    ("CRIT-THRUST-KEBAB-01.a", "core", {"weapons": [SPEAR]}, {}, "hit 4, wound 6, crit 5, injury 1, count 4",
     {"state": "stunned", "pushed": 400, "engaged": True}),
    ("CRIT-THRUST-KEBAB-01.b", "core", {"weapons": [SPEAR]}, {"w": 3, "kind": "monstrous_infantry", "at": (11.25, 10)},
     "hit 4, wound 6, crit 6, count 3", {"wounds": 1, "pushed": 200, "engaged": True}),
    ("CRIT-MULTI-01.a", "gazette", {"weapons": [TWO_WOUNDS]}, {"w": 8}, "hit 4, wound 6, crit 4", {"wounds": 6}),
    ("CRIT-MULTI-01.b", "mordheim", {"weapons": [TWO_WOUNDS]}, {"w": 4}, "hit 4, wound 6, crit 3", {"wounds": 3}),
    ("INJ-BONUS-01.a", "core", {"a": 2}, {}, "hit 4, hit 4, wound 6, wound 4, crit 5, injury 1, injury 1, injury 2",
     {"state": "stunned"}),
    ("DICE-ORDER-01.a", "core", {"a": 2, "weapons": [BLADE]}, {}, "hit 4, hit 5, wound 4, wound 5, injury 1, injury 3",
     {"state": "stunned"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "attacker", "defender", "dice", "expected"), [row[1:] for row in CASES], ids=[row[0] for row in CASES]
)
def test_worked_case(
    ruleset: str, attacker: dict[str, Any], defender: dict[str, Any], dice: str, expected: dict[str, Any]
) -> None:
    arena = Arena(ruleset)
    arena.add("a", **attacker)
    arena.add("b", **{"ws": attacker.get("ws", 3), **defender})
    arena.engage("a1", "b1")
    before = arena.models["b1"].x
    group = arena.blows("a1", "b1", dice=dice)
    assert arena.state is not None
    after = arena.state.models["b1"]
    found = {
        "critical": any(attack.critical for attack in group.attacks),
        "criticals": sum(attack.critical for attack in group.attacks),
        "wounds": group.wounds_lost,
        "wounds_left": after.wounds,
        "state": arena.posture("b1"),
        "result": group.attacks[0].chart_result,
        "injury_rolls": group.injuries,
        "hammered": bool(after.flags & (1 << 20)),
        "pushed": after.x - before,
        "engaged": "a1" in after.engaged,
    }
    assert {key: found[key] for key in expected} == expected
