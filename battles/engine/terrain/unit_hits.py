"""Hits by a piece that the printed rules state for a unit, when the unit is one warrior. Rule: TR-PACK-03"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.steps.harm.automatic_hits import hit_automatically

FOUR = 4


def strike_unit(
    ctx: Context, model_id: str, *, dice: int = 1, strength: int = FOUR, armour: bool = True, flaming: bool = False,
    rule: str = "TR-PACK-03",
) -> None:  # fmt: skip
    """Make the hits of a piece that inflicts `dice` D6 hits: one for each die, or as many as the dice show (house
    rule).

    Rule: TR-PACK-03
    """
    count = dice
    if ctx.rules.unit_hits == "literal":
        count = ctx.sum_of("count", model_id, dice, rule=rule).total
    hit_automatically(ctx, model_id, strength, count, how="terrain", armour=armour, flaming=flaming)
