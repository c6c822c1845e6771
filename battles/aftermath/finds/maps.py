"""Maps that are bought blind: a D6 tells what one is worth, and it is kept for the day it matters. Rule: AF-MAP-01"""

from __future__ import annotations

from typing import Any

from battles.aftermath.account import Account
from battles.engine.aftermath.things import map_reading
from warbands.core.company import STASH
from warbands.trading import stash

STAGE = "market"
SCENARIO = "picks_scenario"
KEPT: dict[str, tuple[str, dict[str, Any]]] = {
    "fake": (SCENARIO, {"who": "opponent"}),
    "vague": ("exploration_reroll", {"amount": 1}),
    "catacombs": (SCENARIO, {"who": "self"}),
    "accurate": ("exploration_reroll", {"amount": 3}),
    "master": ("permanent_exploration_reroll", {"amount": 1}),
}
"""What each reading leaves for later: a code and its parameters, as a find would."""


def is_map(account: Account, item: str) -> bool:
    """Is this a thing that is read as soon as it is there?"""
    return any(effect.code == "map_roll" for effect in account.book.items[item].effects)


def read(account: Account, item: str, key: str, *, stage: str = STAGE) -> str:
    """Read a map that lies in the stash: its worth is written down and the sheet itself is worth nothing any more.

    `key` makes the ledger's entry one of its own. Gives the reading. Rule: AF-MAP-01
    """
    thing = account.book.items[item]
    table = next(dict(effect.params) for effect in thing.effects if effect.code == "map_roll")
    reading = map_reading(account.roller, table)
    held = account.company().line(STASH, item)
    if held is not None:
        by = account.by(f"map:{key}")
        stash.lose(warband_id=account.row.warband_id, kit=held.key, by=by, because="read")
    account.line(stage, "map_read", item=item, reading=reading)
    code, parameters = KEPT[reading]
    account.line(stage, "kept", code=code, parameters=parameters, location=item, name=thing.name)
    return reading
