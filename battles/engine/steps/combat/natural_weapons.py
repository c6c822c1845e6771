"""Bare hands and the natural weapons of beasts. Rule: CRIT-CLASS-01"""

from __future__ import annotations

from functools import cache

from battles.engine.profile import Fighter, Weapon, weapon_from_data

BEASTS = ("war_beast", "swarm", "monstrous_infantry", "monster")
"""Kinds of model that bite and claw without the penalty for bare hands."""
NATURAL_TAGS = frozenset({"animal", "natural_weapons", "zombie", "possessed"})


@cache
def _fists() -> Weapon:
    """Bare hands with their hooks. Called only after every gear module is loaded."""
    return weapon_from_data(
        {
            "code": "fist",
            "name": "fists",
            "chart": "unarmed",
            "strength_bonus": -1,
            "save_modifier": 1,
            "traits": [["attacks_at_most", {"amount": 1}]],
        }
    )


@cache
def _claws() -> Weapon:
    return weapon_from_data({"code": "natural", "name": "claws and teeth", "chart": "unarmed"})


def natural_weapon(fighter: Fighter) -> Weapon:
    """The weapon of a fighter with nothing in hand; beasts have no penalty for it."""
    if fighter.kind in BEASTS or NATURAL_TAGS & fighter.tags or NATURAL_TAGS & fighter.keywords:
        return _claws()
    return _fists()


def mount_weapon() -> Weapon:
    """Hooves and teeth of a mount. Rule: SPEC-MOUNT-02"""
    return _claws()
