"""Weapons that worked cases call by name, as plain data of the engine."""

from __future__ import annotations

from typing import Any


def weapon(code: str = "blade", **fields: Any) -> dict[str, Any]:
    """Plain data of a weapon; an ordinary blade that does not parry unless told."""
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
