"""What blows need and what armour saves.

Worked cases without dice of CC-HIT, CC-2W, WND, ARM, SPEC-ETHEREAL, SPEC-MOUNT.
"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.steps import wounding
from battles.engine.steps.saves import saves_against
from battles.engine.steps.strikers import attack_plan
from battles.engine.steps.striking import DIVE, blow
from battles.tests.engine.builder import AXE, BLADE, GREATSWORD, HALBERD, SWORD, Arena, weapon

ETHEREAL = {"keywords": ["ethereal"]}
MAGIC = weapon("magic_sword", traits=["magical"])
HORSE = {"name": "horse", "profile": {"attacks": 0, "movement": 8}}

# id, ruleset, attacker, defender, expected
CASES: list[tuple[str, str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ("CC-HIT-01.a", "skirmish", {"ws": 3}, {"ws": 4}, {"need_hit": 4}),
    ("CC-HIT-01.b", "mordheim", {"ws": 3}, {"ws": 6}, {"need_hit": 4}),
    ("CC-HIT-01.c", "mordheim", {"ws": 3}, {"ws": 7}, {"need_hit": 5}),
    ("CC-HIT-01.d", "gazette", {"ws": 4}, {"ws": 3}, {"need_hit": 3}),
    ("CC-HIT-02.a", "core", {"ws": 3}, {"ws": 4}, {"need_hit": 5}),
    ("CC-HIT-02.b", "core", {"ws": 5}, {"ws": 2}, {"need_hit": 3}),
    ("CC-HIT-03.a", "core", {"ws": 3}, {"ws": 5, **ETHEREAL}, {"need_hit": 5}),
    ("CC-HIT-03.b", "core", {"ws": 4}, {"ws": 4, **ETHEREAL}, {"need_hit": 5}),
    ("CC-HIT-03.c", "core", {"ws": 5, "dive": 400}, {}, {"need_hit": 2}),
    ("CC-HIT-04.a", "gazette", {"dive": 500}, {}, {"strength": 5, "need_hit": 3, "need_wound": 2, "penalty": -2}),
    ("CC-HIT-04.b", "skirmish", {"dive": 500}, {}, {"strength": 4, "need_hit": 3, "need_wound": 3, "penalty": -1}),
    ("CC-2W-01.a", "core", {"weapons": [SWORD, BLADE]}, {}, {"attacks": 2}),
    ("CC-2W-01.b", "mordheim", {"a": 2, "weapons": [BLADE, BLADE]}, {}, {"attacks": 3}),
    ("CC-2W-02.a", "core", {"ws": 4, "weapons": [SWORD, SWORD]}, {"ws": 4}, {"need_hit": 5}),
    ("CC-2W-02.b", "core", {"ws": 4}, {"ws": 4, "weapons": [SWORD, SWORD]}, {"need_hit": 4}),
    ("CC-2W-02.c", "mordheim", {"ws": 4, "weapons": [SWORD, SWORD]}, {"ws": 4}, {"need_hit": 4}),
    ("CC-KD-01.b", "core", {"ws": 3}, {"ws": 4, "posture": "knocked_down"}, {"need_hit": 5}),
    ("CC-OBST-01.a", "core", {}, {}, {"need_hit": 4}),
    ("CHAR-ZEROOTHER-01.a", "core", {"a": 0, "weapons": [SWORD, SWORD]}, {}, {"entries": 0}),
    ("CHAR-ZEROWS-01.b", "core", {"ws": 0, "a": 2}, {}, {"entries": 0}),
    ("WND-STR-01.b", "core", {"weapons": [HALBERD]}, {}, {"need_wound": 3}),
    ("WND-TABLE-01.a", "mordheim", {}, {"t": 6}, {"need_wound": 6}),
    ("WND-TABLE-01.b", "mordheim", {}, {"t": 7}, {"need_wound": 7}),
    ("WND-TABLE-01.d", "core", {"s": 6}, {}, {"need_wound": 2}),
    ("ARM-TYPES-01.a", "core", {}, {"armour": 6, "shield": True}, {"save": 5}),
    ("ARM-TYPES-01.b", "core", {}, {"armour": 4, "shield": True}, {"save": 3}),
    ("ARM-TYPES-01.c", "core", {}, {"shield": True}, {"save": 6}),
    ("ARM-MOD-01.a", "core", {"s": 4}, {"armour": 5, "shield": True}, {"save": 5}),
    ("ARM-MOD-01.b", "core", {"s": 4}, {"armour": 6}, {"save": 7}),
    ("ARM-MOD-01.c", "core", {"s": 6}, {"armour": 4, "shield": True}, {"save": 6}),
    ("CC-2H-01.a", "core", {}, {"armour": 6, "shield": True, "weapons": [GREATSWORD]}, {"save": 6}),
    ("SPEC-ETHEREAL-01.a", "core", {"ws": 5, "s": 4, "weapons": [AXE]}, ETHEREAL, {"need_hit": 4, "need_wound": 4}),
    ("SPEC-ETHEREAL-01.c", "core", {"ws": 5, "s": 4, "weapons": [MAGIC]}, ETHEREAL, {"need_hit": 3, "need_wound": 3}),
    ("SPEC-MOUNT-02.c", "mordheim", {}, {"armour": 6, "mount": HORSE}, {"save": 5}),
    ("SPEC-MOUNT-02.d", "mordheim", {}, {"mount": HORSE}, {"save": 6}),
    ("PSY-FRENZY doubles", "mordheim", {"a": 2, "flags": ["frenzied"]}, {}, {"attacks": 4}),
    ("PSY-FRENZY adds one", "core", {"a": 2, "flags": ["frenzied"]}, {}, {"attacks": 3}),
    ("a failed fear test", "core", {"ws": 5, "flags": ["fear_six"]}, {}, {"need_hit": 6}),
]  # fmt: skip


@pytest.mark.parametrize("row", CASES, ids=[row[0] for row in CASES])
def test_worked_case(row: Any) -> None:
    _, ruleset, attacker, defender, expected = row
    arena = Arena(ruleset)
    attacker = dict(attacker)
    dive = attacker.pop("dive", 0)
    arena.add("a", **attacker)
    arena.add("b", **defender)
    arena.engage("a1", "b1")
    if dive:
        arena.marks[f"{DIVE}a1"] = ["b1", dive]
    game, state = arena.game(), arena.position()
    plan = attack_plan(game, state, "a1")
    found: dict[str, Any] = {"attacks": len(plan)}
    if "entries" in expected:
        from battles.engine.steps.order import entries_of

        found["entries"] = len(entries_of(game, state, "a1"))
    else:
        attack = blow(game, state, "a1", "b1", plan[0])
        found["strength"] = attack.strength
        wounding.prepare(game, state, attack)
        saves = saves_against(game, state, attack)
        penalties = [mod.by for mod in saves.modifiers if mod.reason == "strength"]
        found |= {"need_hit": attack.need_hit, "need_wound": attack.need_wound, "save": saves.armour_need}
        found["penalty"] = sum(penalties)
    assert {key: found[key] for key in expected} == expected


def test_a_shield_helps_against_arrows_beside_a_great_sword() -> None:
    """CC-2H-01.b"""
    from battles.engine.steps.saves import wearing

    arena = Arena("core")
    arena.add("b", armour=6, shield=True, weapons=[GREATSWORD])
    assert wearing(arena.game(), arena.position(), "b1") == 5
