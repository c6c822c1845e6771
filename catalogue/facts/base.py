"""Types used by all kinds of facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

Code = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Text = Annotated[str, Field(max_length=1000)]
Dice = Annotated[str, Field(pattern=r"^(|[0-9]{0,2}D(3|6|66)(x[0-9]{1,3})?)$")]
Rolled = Annotated[str, Field(pattern=r"^[0-9]{0,2}D(3|6)(\+[0-9])?$")]
Gold = Annotated[int, Field(ge=0, le=10_000)]
Small = Annotated[int, Field(ge=0, le=100)]

WarriorKind = Literal["hero", "henchman", "hired_sword", "dramatis_persona", "animal"]
SHORT = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")
ItemClass = Literal["close_combat", "missile", "black_powder", "armour", "misc", "animal", "artefact"]
Slot = Literal["close_combat", "missile", "body_armour", "shield", "buckler", "helmet", "misc", "ammunition", "mount"]
When = Literal["battle", "roster", "aftermath"]
Automation = Literal["full", "part", "text"]


def _as_effect(value: Any) -> Any:
    """Let a pack write `parry` or `{code: strength_bonus, amount: 2}` for an effect."""
    if isinstance(value, str):
        return {"code": value, "params": {}}
    if isinstance(value, Mapping) and "params" not in value:
        return {"code": value.get("code"), "params": {key: item for key, item in value.items() if key != "code"}}
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectData:
    """One effect of a rule: a code of catalogue.effects.EFFECTS and its parameters."""

    code: Code
    params: dict[str, int | bool | str | list[int | str]] = field(default_factory=dict, hash=False)

    def get(self, name: str, default: Any = None) -> Any:
        """The value of one parameter, or `default` if it is not set."""
        return self.params.get(name, default)


def effects_with(effects: Iterable[EffectData], code: str) -> Iterator[EffectData]:
    """The effects that have this code."""
    return (effect for effect in effects if effect.code == code)


Effect = Annotated[
    EffectData,
    BeforeValidator(_as_effect),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}},
            ]
        }
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The source of a fact. Pack and tier come from the pack's header, and so does the publication by default."""

    pack: str = ""
    tier: int = 0
    publication: str = ""
    page: Annotated[int, Field(ge=1, le=2000)] | None = None
    note: Text = ""
    disputed: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """Which warriors or warbands something is for: codes of warband types, warband groups, warrior types, races or
    traits. An empty `only` means all; `never` takes precedence over `only`."""

    only: tuple[Code, ...] = ()
    never: tuple[Code, ...] = ()

    def allows(self, tags: frozenset[str]) -> bool:
        """Whether a warrior with these tags (see Book.tags_of) is included."""
        if any(code in tags for code in self.never):
            return False
        return not self.only or any(code in tags for code in self.only)


@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristics:
    """The nine numbers of a profile.

    `movement_dice` is set when movement is rolled each turn ("2D6"). `rolled` names the dice of other characteristics
    that are rolled each turn; the number next to them is their mean, which the site uses.
    """

    movement: Small
    weapon_skill: Small
    ballistic_skill: Small
    strength: Small
    toughness: Small
    wounds: Small
    initiative: Small
    attacks: Small
    leadership: Small
    movement_dice: Dice = ""
    rolled: dict[str, Rolled] = field(default_factory=dict, hash=False)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The nine field names in printed order."""
        return tuple(item.name for item in fields(cls) if item.name not in ("movement_dice", "rolled"))

    def row(self) -> tuple[tuple[str, str], ...]:
        """(abbreviation, value as printed) for the nine cells of a statline."""
        return tuple((short, self.printed(name)) for short, name in zip(SHORT, self.names(), strict=True))

    def printed(self, name: str) -> str:
        """One characteristic as the book prints it: a number, or the dice that are rolled for it."""
        dice = self.movement_dice if name == "movement" else ""
        return dice or self.rolled.get(name) or str(getattr(self, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Fields of every fact: a code that is unique in its kind, the printed name, our own short summary, and the
    source."""

    code: Code
    name: Name
    summary: Text = ""
    source: Source = field(default_factory=Source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """The header of a pack (pack.yaml). Tier 1 is the rulebook, 2 official supplements, 3 community."""

    code: Code
    name: Name
    tier: Annotated[int, Field(ge=1, le=3)]
    publication: Name
    edition: Name
    summary: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialRule(Fact):
    """A named special rule, which warband types, warriors or items have by code."""

    when: When = "battle"
    effects: tuple[Effect, ...] = ()
    automation: Automation = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One line of a sub-table. It applies to the results `low` to `high` of the parent's `roll`, or if a D6 for this
    line alone shows at least `needs`, or `after` a check. `who` limits it to some warband types."""

    summary: Text
    effects: tuple[Effect, ...] = ()
    low: Small | None = None
    high: Small | None = None
    needs: Annotated[int, Field(ge=2, le=6)] | None = None
    after: Literal["always", "passed", "failed", "otherwise", "chosen", "double"] = "always"
    who: Who = field(default_factory=Who)
