"""Thirty pairs of fighters for duels: weapons, armour, wounds, all kinds of keywords and skills, from one seed."""

from __future__ import annotations

from random import Random

from battles.engine.profile import fighter_from_data

ARMS = (
    [{"code": "dagger", "name": "dagger", "traits": [["save_modifier", {"amount": 1}]]}],
    [{"code": "sword", "name": "sword", "traits": [["parry", {"marked": True}]]}],
    [{"code": "axe", "name": "axe", "traits": [["cutting_edge", {}]]}],
    [{"code": "club", "name": "club", "chart": "bludgeoning", "traits": [["concussion", {}]]}],
    [{"code": "spear", "name": "spear", "chart": "thrusting", "traits": [["strike_first", {}]]}],
    [{"code": "great", "name": "great axe", "hands": 2, "strength_bonus": 2, "traits": [["strike_last", {}]]}],
    [{"code": "halberd", "name": "halberd", "hands": 2, "strength_bonus": 1}],
    [{"code": "sword", "name": "sword", "traits": [["parry", {"marked": True}]]}, {"code": "axe", "name": "axe"}],
    [{"code": "club", "name": "club", "chart": "bludgeoning"}, {"code": "dagger", "name": "dagger"}],
    [{"code": "claws", "name": "claws", "hands": 0, "chart": "unarmed"}],
)
KEYWORDS = ([], [], [], [], ["frenzy"], ["fear"], ["poisoned_attacks"], ["immune_to_psychology"])
SKILLS = ([], [], [], [["no_pain", {}]], [["injury_bonus", {"amount": 1}]], [["critical_bonus", {"amount": 1}]],
          [["ward", {"needs": 6}]], [["reroll_misses", {}]])  # fmt: skip
PAIRS = 30


def _fighter(dice, name):
    return fighter_from_data(
        {
            "id": name,
            "name": name,
            "profile": {
                "weapon_skill": dice.randint(2, 5), "strength": dice.randint(3, 5), "toughness": dice.randint(2, 4),
                "wounds": dice.choice([1, 1, 1, 2]), "initiative": dice.randint(2, 6),
                "attacks": dice.choice([1, 1, 2]), "leadership": dice.randint(5, 9),
            },
            "weapons": dice.choice(ARMS),
            "armour": dice.choice([7, 7, 6, 5]),
            "shield": dice.random() < 0.2,
            "buckler": dice.random() < 0.15,
            "helmet": dice.random() < 0.4,
            "keywords": dice.choice(KEYWORDS),
            "hates": ["*"] if dice.random() < 0.15 else [],
            "skills": dice.choice(SKILLS),
        }
    )  # fmt: skip


def pair(number):
    """Pair number 0 to 29: who charges, and who is charged."""
    dice = Random(f"pair {number}")
    return _fighter(dice, "a1"), _fighter(dice, "b1")
