"""Plain values for what each side of a deal offers. Rule: LG-DEAL-01"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

MOST_GOLD: Final = 5000
MOST_SHARDS: Final = 200
MOST_LINES: Final = 20


@dataclass(frozen=True, slots=True)
class Thing:
    """An equipment line from a stash, or a captive: its key, name and number. For equipment, the key belongs to the
    giver's roster; for a captive, to the captive's own."""

    key: str
    name: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class DealGoods:
    """Everything one side hands over."""

    gold_gc: int = 0
    shards: int = 0
    kit: tuple[Thing, ...] = field(default=())
    captives: tuple[Thing, ...] = field(default=())

    @property
    def is_empty(self) -> bool:
        """Whether there are no goods."""
        return not (self.gold_gc or self.shards or self.kit or self.captives)

    def as_json(self) -> dict[str, Any]:
        """The goods as stored in the row of a deal."""
        return {
            "gold_gc": self.gold_gc,
            "shards": self.shards,
            "kit": [[line.key, line.name, line.count] for line in self.kit],
            "captives": [[captive.key, captive.name] for captive in self.captives],
        }


def goods_from(data: Mapping[str, Any]) -> DealGoods:
    """The goods from their stored form."""
    return DealGoods(
        int(data.get("gold_gc", 0)),
        int(data.get("shards", 0)),
        tuple(Thing(key, name, count) for key, name, count in data.get("kit", ())),
        tuple(Thing(key, name) for key, name in data.get("captives", ())),
    )


def is_within_bounds(lot: DealGoods) -> bool:
    """Whether the amounts and the number of items are within the limits."""
    lines = [*lot.kit, *lot.captives]
    return (
        0 <= lot.gold_gc <= MOST_GOLD
        and 0 <= lot.shards <= MOST_SHARDS
        and len(lines) <= MOST_LINES
        and all(line.count >= 1 for line in lines)
        and len({line.key for line in lines}) == len(lines)
    )
