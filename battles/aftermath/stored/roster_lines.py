"""Contents of the lines about experience, advances, veterans, the sale, upkeep and the rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Required, Self, TypedDict

from battles.aftermath.stored.line import LineData
from battles.aftermath.stored.records import GainRecord
from battles.models import AftermathLine


class AdvanceTaken(TypedDict, total=False):
    """The chosen option of an advance; each kind sets the keys that its text uses."""

    kind: Required[str]
    characteristic: str
    name: str
    group: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperienceLine(LineData):
    """The experience of all warriors. Rules: AF-EXP-01, AF-EXP-02"""

    kind = "experience"

    gains: Sequence[GainRecord] = ()
    rating_behind: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceLine(LineData):
    """A rolled advance. `band` is the row of the table; `is_free`: it does not count against the earned advances. Rule:
    AF-ADV-01"""

    kind = "advance"

    band: str = ""
    is_free: bool = False
    was_full: bool = False
    took: AdvanceTaken | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraSkillLine(LineData):
    """A further skill that another skill gives. Rule: AF-ADV-06"""

    kind = "extra_skill"

    skill: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VeteransLine(LineData):
    """The experience pool for veterans who could be recruited. Rule: AF-VET-01"""

    kind = "veterans"

    pool: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VeteranLine(LineData):
    """A veteran who joined a group; `spent` is the experience taken from the pool. Rule: AF-VET-01"""

    kind = "veteran"

    key: str = ""
    spent: int | None = None
    price: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleLine(LineData):
    """The shards that can be sold, and the gold from the sale. Rule: AF-SELL-01"""

    kind = "sale"

    shards: int = 0
    warriors: int = 0
    gold: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UpkeepLine(LineData):
    """The upkeep of a hired sword. Rule: AF-PAY-01"""

    kind = "upkeep"

    price: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HungryLine(LineData):
    """A beast that must be fed: with gold, or with `count` small warriors. Rule: AF-PAY-04"""

    kind = "hungry"

    price: int = 0
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RobsLine(LineData):
    """What a hired sword stole when leaving. Rule: AF-PAY-03"""

    kind = "robs"

    gold: int = 0
    shards: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PocketsLine(LineData):
    """Whether a greedy warrior stole a shard. Rule: AF-PAY-03"""

    kind = "pockets"

    lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BloodPriceLine(LineData):
    """The warrior who was killed as payment; "" if none was. Rule: AF-PAY-03"""

    kind = "blood_price"

    victim: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingLine(LineData):
    """The rating before and after the battle. If a later choice changed it, `rolled` is the rating after the last
    roll."""

    kind = "rating"

    before: int = 0
    after: int = 0
    rolled: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingLine(LineData):
    """A correction by an arbitrator: the arguments of its ledger entry, the reason, and the entry. Rule:
    AF-RULING-01"""

    kind = "ruling"

    arguments: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    entry: str = ""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        return cls(arguments=stored, reason=stored.get("reason", ""), entry=stored.get("entry", ""))

    def as_json(self) -> dict[str, object]:
        return {**self.arguments, "reason": self.reason, "entry": self.entry}


def veterans_left(lines: Iterable[AftermathLine]) -> int:
    """Remaining experience of the veterans, computed from the lines of one aftermath."""
    left = 0
    for line in lines:
        if line.kind == VeteransLine.kind:
            left += VeteransLine.read(line).pool
        elif line.kind == VeteranLine.kind:
            left -= VeteranLine.read(line).spent or 0
    return left
