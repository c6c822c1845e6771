"""Maps that are bought unread. A D6 decides what the map is worth; the result is stored until it is used. Rule:
AF-MAP-01"""

from __future__ import annotations

from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.find_lines import KeptLine, MapReadLine
from battles.engine.aftermath.belongings import map_reading
from warbands.core.state import STASH
from warbands.trading import stash

STAGE = "market"
SCENARIO = "picks_scenario"
KEPT: dict[str, tuple[str, dict[str, str | int]]] = {
    "fake": (SCENARIO, {"who": "opponent"}),
    "vague": ("exploration_reroll", {"amount": 1}),
    "catacombs": (SCENARIO, {"who": "self"}),
    "accurate": ("exploration_reroll", {"amount": 3}),
    "master": ("permanent_exploration_reroll", {"amount": 1}),
}
"""What each result for a map gives later: a code and its parameters, as for a find."""


def is_map(context: AftermathContext, item: str) -> bool:
    """Whether this item is a map, which is read as soon as it is bought."""
    return any(effect.code == "map_roll" for effect in context.book.items[item].effects)


def read(context: AftermathContext, item: str, key: str, *, stage: str = STAGE) -> str:
    """Read a map in the stash: the result is stored, and the item itself becomes worthless. `key` makes the ledger
    entry unique. Returns the result. Rule: AF-MAP-01"""
    fact = context.book.items[item]
    table = next(dict(effect.params) for effect in fact.effects if effect.code == "map_roll")
    reading = map_reading(context.roller, table)
    held = context.state().line(STASH, item)
    if held is not None:
        by = context.by(f"map:{key}")
        stash.lose(warband_id=context.row.warband_id, kit=held.key, by=by, because="read")
    context.line(stage, MapReadLine(item=item, reading=reading))
    code, parameters = KEPT[reading]
    context.line(stage, KeptLine(code=code, parameters=parameters, location=item), name=fact.name)
    return reading
