"""Contents of the lines between the sale and the rating: activities, searches, purchases, wishes, tomes. Rules:
AF-DEED-01, AF-RARE-01, AF-PERSONA-01, AF-TOME-01"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battles.aftermath.stored.line import LineData

OUT, HOME = "out", "home"
"""State of a searching hero: before and after the roll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivityResult(LineData):
    """The result of an activity of a warrior, or of a purchase; each kind sets the fields that its text uses. `item` is
    the code of what was brewed, stolen or bought; `place` is the name of the market visited; `told` is what each wish
    gave, as text; `stays` is true for a strategist who misses the next battle."""

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
    """An activity that a warrior may choose. `instead`: it replaces the warrior's search."""

    kind = "deed"

    deed: str = ""
    instead: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WaresLine(ActivityResult):
    """Items for sale on the black market `place`. Rule: AF-MARKET-01"""

    kind = "wares"


@dataclass(frozen=True, slots=True, kw_only=True)
class SoldAsCommonLine(ActivityResult):
    """One rare item that is for sale as if it were common. Learning the secrets of the merchant instead gives gold
    (`gold_dice`). Rule: AF-MARKET-02"""

    kind = "as_common"

    gold_dice: str = ""
    then: str | None = None
    """`gold_dice` of lines that were stored under an earlier name."""

    @property
    def dice(self) -> str:
        return self.gold_dice or self.then or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeekLine(ActivityResult):
    """A search for a rare item. `key` is the key of the request; `thing` is the name of the item. Rule: AF-RARE-01"""

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
    """A search for a person: `persona` is their code, `person` their name. Rule: AF-PERSONA-01"""

    kind = "persona"

    persona: str = ""
    person: str = ""
    key: str = ""
    at: str = ""
    found: bool | None = None
    comes: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HireLine(LineData):
    """The hiring of a hired sword for a fee. `came` is False if they did not join. Rule: RO-HIRE-01"""

    kind = "hire"

    key: str = ""
    entry: str = ""
    price: int | None = None
    came: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WishLine(LineData):
    """The choice that a wish leaves to the player, with the item that granted it; `got` is what was taken."""

    kind = "wish"

    item: str = ""
    what: str = ""
    got: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyLine(LineData):
    """A tome that a hero may read; `kit` is the key of its line on the roster. Rule: AF-TOME-01"""

    kind = "study"

    item: str = ""
    kit: str = ""
    reader: str | None = None
    spell: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeirsMagicLine(LineData):
    """The choice of a new leader whether to learn a spell of the dead leader from this spell list. Rule: AF-HEIR-01"""

    kind = "heirs_magic"

    list: str = ""
    spell: str | None = None
