"""Contents of the lines about the exploration: dice, shards, locations, maps, finds for later. Rules: AF-EXPL-01,
AF-MAP-01"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from battles.aftermath.effects.base import EffectRecord
from battles.aftermath.stored.line import LineData
from battles.aftermath.stored.records import SearchFacts
from battles.engine.aftermath.exploration_dice import ExplorationDice
from battles.engine.aftermath.tables import Effect
from battles.models import AftermathLine


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchDiceLine(LineData):
    """Exploration dice that may be changed; `now` are the faces after the change. Rule: AF-EXPL-05"""

    kind = "search_dice"

    about: SearchFacts = field(default_factory=lambda: SearchFacts(heroes=0, won=False))
    left: int = 0
    hand: ExplorationDice
    now: Sequence[int] = ()

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        known = {name: stored[name] for name in ("about", "left", "now") if name in stored}
        return cls(hand=ExplorationDice.from_data(dict(stored)), **known)

    def as_json(self) -> dict[str, object]:
        now = {"now": list(self.now)} if self.now else {}
        return {"about": self.about, "left": self.left, **self.hand.as_data(), **now}


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLine(LineData):
    """The shards found, the dice that counted, the number of heroes who explored, and whether the side won."""

    kind = "search"

    kept: Sequence[int] = ()
    shards: int = 0
    heroes: int = 0
    won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationLine(LineData):
    """A visited location with its effects: `done` at once, `pending` until the choice, and `then` after it. Rules:
    AF-EXPL-04 to AF-EXPL-07

    `passed` is the result of a test, `roll` the result on the location's table.
    """

    kind = "location"

    location: str = ""
    passed: bool | None = None
    done: Sequence[EffectRecord] | None = None
    pending: Sequence[Effect] = ()
    then: Sequence[EffectRecord] | None = None
    roll: int | None = None

    def pending_effects(self) -> list[Effect]:
        """The effects that wait for the choice."""
        return [(code, dict(parameters)) for code, parameters in self.pending]


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardLine(LineData):
    """The rewards of a scenario. Rule: AF-REWARD-01"""

    kind = "reward"

    scenario: str = ""
    done: Sequence[EffectRecord] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptLine(LineData):
    """A find that counts later: an effect with its parameters. `used_by` is the public id of the aftermath that used
    it."""

    kind = "kept"

    code: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict)
    location: str = ""
    used_by: str | None = None

    def number(self, name: str, default: int = 0) -> int:
        """A parameter that is a whole number."""
        return int(str(self.parameters.get(name, default)))

    def text(self, name: str) -> str:
        """A parameter that is text; "" if it is missing."""
        return str(self.parameters.get(name, ""))

    def codes(self, name: str) -> frozenset[str]:
        """A parameter that is a list of codes."""
        found = self.parameters.get(name, ())
        return frozenset(map(str, found)) if isinstance(found, (list, tuple)) else frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class MapReadLine(LineData):
    """A map that was read as soon as it was bought. Rule: AF-MAP-01"""

    kind = "map_read"

    item: str = ""
    reading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedByMapLine(LineData):
    """The location that a warrior's map led to. Rule: AF-MAP-03"""

    kind = "led_by_map"

    what: str = ""
    done: Sequence[EffectRecord] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MapInsteadLine(LineData):
    """The question whether to follow a map instead of exploring. Rule: AF-MAP-04"""

    kind = "map_instead"

    item: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GaveShareLine(LineData):
    """Shards given to an ally. Rule: ALLY-FORMAL-04"""

    kind = "gave_share"

    shards: int = 0
    to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GotShareLine(LineData):
    """Shards from an ally. Rule: ALLY-FORMAL-04"""

    kind = "got_share"

    shards: int = 0
    of: str = ""


def effects_of(line: AftermathLine) -> list[EffectRecord]:
    """The results of all effects that a line carried out, before and after its choice."""
    if line.kind == LocationLine.kind:
        location = LocationLine.read(line)
        return [*(location.done or ()), *(location.then or ())]
    if line.kind == RewardLine.kind:
        return [*RewardLine.read(line).done]
    return [*LedByMapLine.read(line).done] if line.kind == LedByMapLine.kind else []
