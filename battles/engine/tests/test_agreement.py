"""What the shooting, magic and combat phases list, they accept; and what a stranger asks is refused, never a crash."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Cast, Detect, Shoot
from battles.engine.dice import PlainDice
from battles.engine.errors import IllegalAction
from battles.engine.events import apply_all
from battles.engine.game import opening
from battles.engine.tests.builder import AXE, BOW, GREATSWORD, MACE, RULESETS, SPEAR, SWORD, weapon
from battles.engine.tests.setups import setup

DAGGER = weapon("dagger", save_modifier=1)
PISTOL = weapon(
    "pistol", kind="pistol", chart="missile", strength=4, reach=600, save_modifier=-1, traits=["prepare_shot", "pistol"]
)
SLING = weapon(
    "sling", kind="missile", chart="missile", strength=3, reach=1800,
    traits=[["fire_twice_at_half_range", {"to_hit": -1}]],
)  # fmt: skip
KNIVES = weapon("throwing_knives", kind="thrown", chart="missile", reach=600, traits=["thrown"])
BLUNDERBUSS = weapon(
    "blunderbuss", kind="missile", hands=2, chart="missile", strength=3, reach=1600,
    traits=[["shot_line", {"length": 16}], "once_per_battle"],
)  # fmt: skip
COMPANY: list[dict[str, Any]] = [
    {"name": "Mage", "role": "hero", "is_leader": True, "weapons": [SWORD, DAGGER],
     "spells": ["warpfire", "dread_of_aramar", "wings_of_darkness", "word_of_pain", "eye_of_god", "eye_of_the_warp"]},
    {"name": "Priest", "role": "hero", "weapons": [MACE, DAGGER], "shield": True,
     "spells": ["the_hammer_of_sigmar", "soulfire", "healing_hand", "lifestealer", "dark_blood", "black_fury"]},
    {"name": "Slinger", "weapons": [DAGGER, SLING],
     "skills": [["avoid_missiles", {"needs": 5}], ["discards_first_hit", {"needs": 4}]]},
    {"name": "Pistolier", "weapons": [SWORD, PISTOL, PISTOL], "skills": [["throw_net", {"range": 8}]]},
    {"name": "Juggler", "weapons": [AXE, MACE, DAGGER, KNIVES], "helmet": True,
     "skills": [["shots", {"amount": 3, "weapons": ["throwing_knives"], "may_split": True}]]},
    {"name": "Thunderer", "weapons": [SPEAR, AXE, BLUNDERBUSS], "shield": True, "buckler": True,
     "skills": [["hits_when_wounded", {"strength": 3}], ["natural_attack", {"amount": 1, "strength": 5}]]},
    {"name": "Archer", "weapons": [SWORD, BOW], "skills": [["range_bonus", {"amount": 6}], "ignore_cover"]},
    {"name": "Hound", "kind": "war_beast", "weapons": [], "profile": {"movement": 6, "strength": 4, "attacks": 2}},
    {"name": "Ogre", "kind": "monstrous_infantry", "weapons": [GREATSWORD],
     "profile": {"movement": 6, "strength": 4, "toughness": 4, "wounds": 3, "attacks": 2}},
]  # fmt: skip
STRANGE = (
    Shoot("a1", "nobody"), Shoot("a1", "a2"), Shoot("z9", "b1"), Shoot("a3", "b1", 77), Shoot("a3", "b1", -1),
    Shoot("a3", "b1", 1, 50), Detect("a3", "nobody"), Detect("a3", "b1"), Cast("a1", "nonsense"),
    Cast("a1", "wings_of_darkness", (), 10_000_00, -5), Cast("a3", "warpfire", ("b1",)),
)  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS)
def test_legal_and_validate_agree_through_a_battle(ruleset: str) -> None:
    data = setup(ruleset, fighters=COMPANY, max_turns=8)
    battle = Battle.begin(data, PlainDice(7))
    bot = bot_called("random")
    seen = 0
    while battle.awaiting():
        side = battle.awaiting()[0]
        if battle.state.phase in ("shooting", "magic", "combat"):
            for command in battle.legal(side):
                battle.validate(side, command)
                seen += 1
            for command in STRANGE:
                with pytest.raises(IllegalAction):
                    battle.validate(side, command)
        battle.play(side, bot.choose(battle, side).command)
    assert seen > 20
    assert apply_all(opening(battle.game), battle.log).digest() == battle.state.digest()
