"""What a battle does to equipment and animals, and the later effects of some items on their owners.

Rules: AF-DRUG-01, AF-BREAK-01, AF-BEAST-01
"""

from __future__ import annotations

from collections.abc import Mapping

from battles.engine.aftermath.rolls import Roller

PackValue = int | str | list[int | str]
"""A parameter of an effect, as the packs state it."""
ADDICTED, QUICKER, STUPID, WEAKER = "addicted", "quicker", "stupid", "weaker"


def _number(value: PackValue) -> int:
    if isinstance(value, list):
        raise TypeError(f"a number was expected, not the list {value}")
    return int(value)


def side_effect(roller: Roller, drug: Mapping[str, PackValue], model_id: str) -> tuple[int, str]:
    """Roll the side effect of a drug that was taken for the battle. Returns (total, effect); the effect is "" for none.

    `drug` has the parameters of its `side_effect`. Rule: AF-DRUG-01
    """
    total = roller.roll(str(drug["dice"]), "side_effect", model_id)
    if total <= _number(drug.get("addicted_up_to", 0)):
        return total, ADDICTED
    if total <= _number(drug.get("stupid_up_to", 0)):
        return total, STUPID
    if total <= _number(drug.get("toughness_lost_up_to", 0)):
        return total, WEAKER
    if total == _number(drug.get("initiative_gained_on", 0)):
        return total, QUICKER
    return total, ""


def is_lost(roller: Roller, fails_up_to: int, purpose: str, model_id: str) -> bool:
    """Roll a D6: on `fails_up_to` or less, the item is ruined or the animal dies. Rules: AF-BREAK-01, AF-BEAST-01"""
    return roller.d6(purpose, model_id) <= fails_up_to


def map_reading(roller: Roller, table: Mapping[str, PackValue]) -> str:
    """Roll for the quality of a map: fake, vague, catacombs, accurate or master. Rule: AF-MAP-01"""
    face = roller.d6("map")
    if face <= _number(table["fake_up_to"]):
        return "fake"
    if face <= _number(table["vague_up_to"]):
        return "vague"
    if face == _number(table["catacomb_on"]):
        return "catacombs"
    return "accurate" if face == _number(table["accurate_on"]) else "master"
