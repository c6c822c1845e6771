"""Suggested warbands: sides without a roster, whose models are those that the site suggests for a list."""

from __future__ import annotations

from typing import Final

from accounts.models import User
from battles.core.permissions import sides_of
from battles.models import Battle, BattleSide
from catalogue.packs.installed import book

DEALT: Final = "dealt-"
"""Prefix of the key of a suggested warband; its list follows."""
_LIST_TAG: Final = f"warband:{DEALT}"


def list_of(side: BattleSide) -> str:
    """The code of the list of a suggested warband; "" for a warband with a roster."""
    if side.warband_id is not None:
        return ""
    tags = (tag for fighter in side.fighters for tag in fighter.get("tags", ()))
    code = next((tag.removeprefix(_LIST_TAG) for tag in tags if tag.startswith(_LIST_TAG)), "")
    return code if code in book().warband_types else ""


def sides_to_save(user: User | None, battle: Battle) -> list[BattleSide]:
    """The sides of a finished battle whose suggested warband this user can save."""
    return [side for side in sides_of(user, battle) if list_of(side)] if battle.is_over else []
