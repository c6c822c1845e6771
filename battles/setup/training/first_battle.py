"""The first battle: four warriors against five ratmen who stay where they are, with prearranged dice so that each
lesson works. The lessons are in `battles/board/coach.py`."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from battles.core.defaults import PLAIN_SCENARIO
from battles.core.models import ArrangedDiceData
from battles.engine.setup_data import FighterData, SetupData, SideData, WeaponData
from battles.engine.table.piece_data import PieceData, TableData
from battles.models import Battle, BattleSide, Visibility
from battles.setup import practice
from battles.setup.training.positions import Place, position
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET

RULESET: Final = DEFAULT_RULESET
IDLE: Final = "idle"
"""The bot that does not move."""
DICE: Final[ArrangedDiceData] = {"for": {"hit": 5, "wound": 5, "injury": 5, "ld": 6}}
"""Prearranged dice: every attack takes its target out of action, and Leadership tests fail."""
SWORD: Final[WeaponData] = {
    "code": "sword",
    "name": "Sword",
    "kind": "melee",
    "chart": "bladed",
    "traits": [["parry", {}]],
}
CLUB: Final[WeaponData] = {"code": "club", "name": "Club", "kind": "melee", "chart": "bludgeoning"}
BOW: Final[WeaponData] = {
    "code": "bow",
    "name": "Bow",
    "kind": "missile",
    "hands": 2,
    "chart": "missile",
    "strength": 3,
    "reach": 2400,
}
DAGGER: Final[WeaponData] = {"code": "dagger", "name": "Dagger", "kind": "melee", "chart": "bladed", "save_modifier": 1}
PLACES: Final = {
    "a1": Place(x=1200, y=700), "a2": Place(x=700, y=600), "a3": Place(x=1500, y=550), "a4": Place(x=1800, y=650),
    "b1": Place(x=1200, y=1850), "b2": Place(x=600, y=1800), "b3": Place(x=1550, y=1950), "b4": Place(x=1950, y=1900),
    "b5": Place(x=900, y=2150),
}  # fmt: skip


def _warrior(name: str, figure: str, weapons: list[WeaponData], *, leader: bool = False, skill: int = 3) -> FighterData:
    return {
        "name": name, "role": "hero", "is_leader": leader, "armour": 6, "weapons": weapons,
        "tags": ["hero", "human", figure],
        "profile": {
            "movement": 4, "weapon_skill": skill, "ballistic_skill": skill, "strength": 3, "toughness": 3, "wounds": 1,
            "initiative": skill, "attacks": 1, "leadership": 8 if leader else 7,
        },
    }  # fmt: skip


def _ratman(name: str, *, leader: bool = False) -> FighterData:
    return {
        "name": name, "role": "hero" if leader else "henchman", "is_leader": leader, "armour": 7, "weapons": [CLUB],
        "tags": ["skaven", "henchman"],
        "profile": {
            "movement": 5, "weapon_skill": 3, "ballistic_skill": 3, "strength": 3, "toughness": 3, "wounds": 1,
            "initiative": 2, "attacks": 1, "leadership": 5,
        },
    }  # fmt: skip


def _block(code: str, name: str, low: tuple[int, int], high: tuple[int, int], top: int, ground: str) -> PieceData:
    """A terrain piece with four corners: rubble, crates, a well."""
    (x, y), (far_x, far_y) = low, high
    outline = [[x, y], [far_x, y], [far_x, far_y], [x, far_y]]
    return {"id": f"{code}-{x}", "kind": code, "name": name, "outline": outline, "z0": 0, "z1": top, "ground": ground}


def _low_wall(x: int, y: int) -> PieceData:
    """A low wall of four inches from west to east."""
    outline = [[x, y], [x + 400, y], [x + 400, y + 40], [x, y + 40]]
    return {
        "id": f"wall-{x}", "kind": "wall", "name": _("Low wall"), "outline": outline, "z0": 0, "z1": 80,
        "ground": "open", "flags": ["obstacle"],
        "walls": [{"points": [[x + 20, y + 20], [x + 380, y + 20]], "thickness": 40, "z0": 0, "height": 80}],
    }  # fmt: skip


def table() -> TableData:
    """A street of 24 by 24 inches with rubble, crates, a well and low walls. None of them is where the lessons lead."""
    pieces = [
        _block("crates", _("Crates"), (250, 1150), (350, 1250), 80, "impassable_solid"),
        _block("crates", _("Crates"), (360, 1180), (460, 1280), 80, "impassable_solid"),
        _block("well", _("Well"), (1600, 1250), (1700, 1350), 95, "impassable_solid"),
        _block("rubble", _("Rubble"), (1900, 1150), (2300, 1450), 0, "difficult"),
        _block("rubble", _("Rubble"), (80, 1500), (380, 1750), 0, "difficult"),
        _low_wall(1800, 850),
        _low_wall(150, 850),
        _low_wall(1850, 2150),
    ]
    return {"width": 2400, "length": 2400, "pieces": pieces}


def setup() -> SetupData:
    """The setup with the two warbands and the table."""
    mine: SideData = {
        "name": _("The Lantern Watch"),
        "fighters": [
            _warrior("Otto", "captain", [SWORD, DAGGER], leader=True, skill=4),
            _warrior("Greta", "marksman", [BOW, DAGGER]),
            _warrior("Karl", "swordsman", [SWORD, DAGGER]),
            _warrior("Liese", "swordsman", [SWORD, DAGGER]),
        ],
        "ends_own_turns": True,
    }
    names = ["Skrit", "Nikk", "Vesk", "Quik", "Ratch"]
    ratmen = [_ratman(name, leader=name == "Ratch") for name in names]
    theirs: SideData = {"name": _("The Gutter Clan"), "fighters": ratmen}
    return {
        "ruleset": RULESET,
        "options": {},
        "scenario": {"code": PLAIN_SCENARIO},
        "table": table(),
        "sides": [mine, theirs],
    }


@transaction.atomic
def begin_first_battle(*, actor_id: int, now: datetime) -> Battle:
    """Create a first battle for this user, at the beginning of their first turn."""
    data = setup()
    _game, state = position(data, PLACES, side="a", phase="movement")
    like = Battle(
        ruleset=RULESET,
        options={},
        scenario_code=PLAIN_SCENARIO,
        scenario=data["scenario"],
        table_name=_("The first street"),
        table=data["table"],
        setup={**data, "scenario": {**data["scenario"], "first": "a"}},
        visibility=Visibility.LINK,
    )
    sides = [
        BattleSide(letter=letter, name=side["name"], fighters=side["fighters"])
        for letter, side in zip("ab", data["sides"], strict=True)
    ]
    seats = [
        practice.PracticeSide(side=sides[0], player_id=actor_id),
        practice.PracticeSide(side=sides[1], player_id=None, bot=IDLE),
    ]
    return practice.start_from(
        like, state, seats=seats, created_by_id=actor_id, origin={"coach": True}, now=now, dice=DICE
    )
