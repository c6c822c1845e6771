"""Weapons that worked cases can name, as plain data of the engine."""

from __future__ import annotations

from battles.simulation.conformance.case_reader import Value


def weapon(code: str = "blade", **fields: Value) -> dict[str, Value]:
    """Plain data of a weapon; by default a simple blade that cannot parry."""
    return {"code": code, "name": code.replace("_", " "), **fields}


BLADE = weapon()
SWORD = weapon("sword", traits=["parry"])
AXE = weapon("axe", save_modifier=-1)
MACE = weapon("mace", chart="bludgeoning", traits=["concussion"])
PLAIN_MACE = weapon("mace", chart="bludgeoning")
SPEAR = weapon("spear", chart="thrusting")
HALBERD = weapon("halberd", chart="thrusting", hands=2, strength_bonus=1)
GREATSWORD = weapon("greatsword", hands=2, strength_bonus=2, traits=["strike_last"])
BOW = weapon("bow", kind="missile", hands=2, chart="missile", strength=3, reach=2400)
PISTOL = weapon("pistol", kind="pistol", chart="missile", strength=4, reach=600, save_modifier=-1)
DAGGER = weapon("dagger", save_modifier=1)
CLUB = weapon("club", chart="bludgeoning")
FLAMING_SWORD = weapon("flaming_sword", traits=["flaming"])
MAGIC_SWORD = weapon("magic_sword", traits=["parry", "magical"])
POISONED_BLADE = weapon("poisoned_blade", traits=["poisoned_attacks"])
POISONED_WHIP = weapon("poisoned_whip", traits=["poisoned_attacks"])
LOTUS_BLADE = weapon("lotus_blade", traits=[["poison", {"poison": "black_lotus"}]])
TORCH = weapon("torch", traits=["flaming"])
CROSSBOW = weapon("crossbow", kind="missile", hands=2, chart="missile", strength=4, reach=3000, traits=["move_or_fire"])
KNIVES = weapon("throwing_knives", kind="thrown", chart="missile", reach=600, traits=["thrown"])
DARTS = weapon(
    "poisoned_darts", kind="thrown", chart="missile", strength=3, reach=600, traits=["thrown", "poisoned_attacks"]
)

WEAPONS: dict[str, dict[str, Value]] = {
    "blade": BLADE, "dagger": DAGGER, "sword": SWORD, "axe": AXE, "mace": MACE, "club": CLUB, "plain_mace": PLAIN_MACE,
    "spear": SPEAR, "halberd": HALBERD, "greatsword": GREATSWORD, "bow": BOW, "crossbow": CROSSBOW, "pistol": PISTOL,
    "throwing_knives": KNIVES, "poisoned_darts": DARTS, "flaming_sword": FLAMING_SWORD, "magic_sword": MAGIC_SWORD,
    "poisoned_blade": POISONED_BLADE, "poisoned_whip": POISONED_WHIP, "lotus_blade": LOTUS_BLADE, "torch": TORCH,
    "cleaver": weapon("cleaver", traits=[["damage", {"amount": 3}]]),
    "lance": weapon("lance", chart="thrusting", traits=["mounted_only", ["cavalry_bonus", {"amount": 2}]]),
}  # fmt: skip
"""Weapons that a case can name. The manual lists them."""
ARMOUR = {"none": 7, "light": 6, "heavy": 5, "ithilmar": 5, "gromril": 4}
"""Saves of armour against Strength 3. Rule: ARM-TYPES-01"""
MOUNTS: dict[str, dict[str, Value]] = {
    "horse": {"name": "horse", "profile": {"movement": 8, "attacks": 0}},
    "warhorse": {"name": "warhorse", "profile": {"movement": 8, "weapon_skill": 3, "initiative": 3, "attacks": 1}},
}
