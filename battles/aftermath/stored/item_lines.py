"""Contents of the lines about items and animals after a battle.

Rules: AF-USED-01, AF-DRUG-01, AF-BREAK-01, AF-BEAST-01
"""

from __future__ import annotations

from dataclasses import dataclass

from battles.aftermath.stored.line import LineData


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemLine(LineData):
    """A line about one item, by its code."""

    item: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedUpLine(ItemLine):
    """A used-up item. For a drug, `total` is the roll and `left` is the side effect, "" if there is none."""

    kind = "used_up"

    count: int = 1
    total: int | None = None
    left: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemUseLine(ItemLine):
    """The question whether an item was used in a battle that the site did not record."""

    kind = "was_it_used"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDamageLine(ItemLine):
    """The roll for an item whose owner was taken out of action."""

    kind = "strained"

    broke: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BeastLine(ItemLine):
    """The roll for a hound that was taken out of action."""

    kind = "beast"

    dies: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeastAskedLine(BeastLine):
    """The question whether a hound was taken out of action, then the roll for it."""

    kind = "beast_asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class CravingLine(ItemLine):
    """An addict who got no dose and has left. Rule: AF-DRUG-02"""

    kind = "craving"
