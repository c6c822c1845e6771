"""Selling wyrdstone. Rule: AF-SELL-01"""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.aftermath.tables import ValueBand, value_in


def sale_price_gc(shards: int, warriors: int, prices: Sequence[Sequence[int]], sizes: tuple[ValueBand, ...]) -> int:
    """Gold crowns for selling `shards` at once, by the number of warriors (hired swords not counted).

    `prices[n - 1]` is the row for n shards, with one column for each warband size. The last row also applies to more
    shards.
    """
    if shards <= 0:
        return 0
    row = prices[min(shards, len(prices)) - 1]
    return row[min(value_in(sizes, warriors), len(row) - 1)]
