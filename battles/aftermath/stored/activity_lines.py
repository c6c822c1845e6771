"""Contents of the lines between sale and rating: activities, searches, purchases, wishes, tomes.

Rules: AF-DEED-01, AF-RARE-01, AF-PERSONA-01, AF-TOME-01
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battles.aftermath.stored.line import LineData

OUT, HOME = "out", "home"
"""Where a searching hero is: before and after the roll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivityResult(LineData):
    """The result of an activity of a warrior, or of a purchase; each kind sets the fields that it shows.

    `item` is the code of what was brewed, stolen or bought; `place` the name of the market visited; `told` what each
    wish brought, as text; `stays` says that a strategist misses the next battle.
    """

    item: str | None = None
    count: int | None = None
    paid: int | None = None
    gold: int | None = None
    injuries: Sequence[str] | None = None
    stolen: bool | None = None
    hanged: bool | None = None
    place: str | None = None
    roll: int | None = None
    nothing: bool | None = None
    stays: bool | None = None
    told: Sequence[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeedLine(ActivityResult):
    """An activity that a warrior may choose; `instead` of a search."""

    kind = "deed"

    deed: str = ""
    instead: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WaresLine(ActivityResult):
    """Items for sale on the black market `place`. Rule: AF-MARKET-01"""

    kind = "wares"


@dataclass(frozen=True, slots=True, kw_only=True)
class SoldAsCommonLine(ActivityResult):
    """One rare item for sale as if it were common; the secrets of the merchants bring gold. Rule: AF-MARKET-02"""

    kind = "as_common"

    gold_dice: str = ""
    then: str | None = None
    """The dice in earlier lines."""

    @property
    def dice(self) -> str:
        return self.gold_dice or self.then or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeekLine(ActivityResult):
    """A search for a rare item; `key` is that of the request, `thing` the item's name. Rule: AF-RARE-01"""

    kind = "seek"

    needs: int = 0
    key: str = ""
    at: str = ""
    total: int | None = None
    bonus: int | None = None
    thing: str | None = None
    found: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaLine(LineData):
    """A search for a person (`persona` by code, `person` by name). Rule: AF-PERSONA-01"""

    kind = "persona"

    persona: str = ""
    person: str = ""
    key: str = ""
    at: str = ""
    found: bool | None = None
    comes: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HireLine(LineData):
    """A hired sword for a fee; `came` is False for one who did not join. Rule: RO-HIRE-01"""

    kind = "hire"

    key: str = ""
    entry: str = ""
    price: int | None = None
    came: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WishLine(LineData):
    """The choice that a wish leaves open, by the item that granted it; `got` is what was taken."""

    kind = "wish"

    item: str = ""
    what: str = ""
    got: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyLine(LineData):
    """A tome that a hero may read; `kit` is its key on the roster. Rule: AF-TOME-01"""

    kind = "study"

    item: str = ""
    kit: str = ""
    reader: str | None = None
    spell: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeirsMagicLine(LineData):
    """The choice of a new leader to learn the dead leader's magic from this list of spells. Rule: AF-HEIR-01"""

    kind = "heirs_magic"

    list: str = ""
    spell: str | None = None
