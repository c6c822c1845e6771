"""What the books print, as frozen shapes.

Each dataclass is at once the schema of one record in a pack file (catalogue.schema validates YAML straight into it)
and the value the rest of the site reads from the Book. Gold is in whole gold crowns (`*_gc`), lengths are in inches
(`*_in`), dice are written "D6", "2D6", "D3", "D6x10", "2D6x5". References to other facts are codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

Code = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Text = Annotated[str, Field(max_length=1000)]
Dice = Annotated[str, Field(pattern=r"^(|[0-9]{0,2}D(3|6|66)(x[0-9]{1,3})?)$")]
Gold = Annotated[int, Field(ge=0, le=10_000)]
Small = Annotated[int, Field(ge=0, le=100)]

WarriorKind = Literal["hero", "henchman", "hired_sword", "dramatis_persona", "animal"]
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
    """One thing a rule does: a code of catalogue.effects.EFFECTS and the parameters that code takes."""

    code: Code
    params: dict[str, int | bool | str | list[int | str]] = field(default_factory=dict, hash=False)

    def get(self, name: str, default: Any = None) -> Any:
        """The value of one parameter, or `default`."""
        return self.params.get(name, default)


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
    """Where a fact was read. Pack, tier and publication are filled in from the pack's header."""

    pack: str = ""
    tier: int = 0
    publication: str = ""
    page: Annotated[int, Field(ge=1, le=2000)] | None = None
    note: Text = ""
    disputed: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """Who a thing is for: codes of warband types, warband groups, warrior types, races or traits.

    An empty `only` means everybody; `never` wins over `only`.
    """

    only: tuple[Code, ...] = ()
    never: tuple[Code, ...] = ()

    def allows(self, tags: frozenset[str]) -> bool:
        """Whether somebody carrying these tags (see Book.tags_of) is meant."""
        if any(code in tags for code in self.never):
            return False
        return not self.only or any(code in tags for code in self.only)


@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristics:
    """The nine numbers of a profile. `movement_dice` is set when movement is rolled each turn ("2D6")."""

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

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The nine field names in printed order."""
        return tuple(item.name for item in fields(cls) if item.name != "movement_dice")

    def row(self) -> tuple[tuple[str, str], ...]:
        """(abbreviation, value as printed) for the nine cells of a statline."""
        return (
            ("M", self.movement_dice or str(self.movement)),
            ("WS", str(self.weapon_skill)),
            ("BS", str(self.ballistic_skill)),
            ("S", str(self.strength)),
            ("T", str(self.toughness)),
            ("W", str(self.wounds)),
            ("I", str(self.initiative)),
            ("A", str(self.attacks)),
            ("Ld", str(self.leadership)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What every record has: a code unique in its kind, the printed name, our own short summary, provenance."""

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
    """A named rule that warband types, warriors or items carry by code."""

    when: When = "battle"
    effects: tuple[Effect, ...] = ()
    automation: Automation = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class WarbandType(Fact):
    """One printed list. `groups` are the wider families it belongs to ("mercenaries", "human")."""

    starting_gold_gc: Gold
    size_min: Annotated[int, Field(ge=1, le=50)]
    size_max: Annotated[int, Field(ge=1, le=50)]
    heroes_max: Annotated[int, Field(ge=1, le=12)] = 6
    groups: tuple[Code, ...] = ()
    alignment: tuple[Literal["lawful", "neutral", "chaotic"], ...] = ()
    rules: tuple[Code, ...] = ()
    special_skill_list: Code | None = None
    promoted_skill_lists: tuple[Code, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hire:
    """Terms of a hired sword or dramatis persona.

    `hire_gc` None: not for gold; `upkeep_gc` None: hired battle by battle.
    """

    hire_gc: Gold | None
    upkeep_gc: Gold | None
    rating: Annotated[int, Field(ge=0, le=1000)]
    may_hire: Who = field(default_factory=Who)
    hire_dice: Dice = ""
    instead_of_gold: Code | None = None
    upkeep_doubled_with: tuple[Code, ...] = ()
    seek_roll: Annotated[int, Field(ge=2, le=12)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WarriorType(Fact):
    """One entry of a list, or a hired sword, dramatis persona or animal (`warband_type` is then None).

    `maximum` None means no limit of its own. `innate` are items owned and never taken away; `kit` what a hired sword
    brings; `choices` alternatives of which one is picked when hired (each a tuple of item codes).
    """

    plural: Name
    kind: WarriorKind
    characteristics: Characteristics
    warband_type: Code | None = None
    price_gc: Gold = 0
    minimum: Small = 0
    maximum: Small | None = None
    starting_experience: Small = 0
    equipment_list: Code | None = None
    skill_lists: tuple[Code, ...] = ()
    skills: tuple[Code, ...] = ()
    race: Code | None = None
    traits: tuple[Code, ...] = ()
    is_leader: bool = False
    is_large: bool = False
    gains_experience: bool = True
    can_be_promoted: bool = True
    carries_equipment: bool = True
    wears_armour: bool = True
    rules: tuple[Code, ...] = ()
    kit: tuple[Code, ...] = ()
    choices: tuple[tuple[Code, ...], ...] = ()
    innate: tuple[Code, ...] = ()
    spell_list: Code | None = None
    starting_spells: Small = 0
    starting_spell_codes: tuple[Code, ...] = ()
    mutations: Literal["none", "may", "must"] = "none"
    hire: Hire | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentEntry:
    """One line of an equipment list: what it costs there, and for whom when not for every user of the list."""

    item: Code
    price_gc: Gold
    price_dice: Dice = ""
    who: Who = field(default_factory=Who)


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentList(Fact):
    """A printed equipment list of one warband type."""

    warband_type: Code
    entries: tuple[EquipmentEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RarityFor:
    """Another rarity for some buyers; `rarity` None means common."""

    who: Who
    rarity: Annotated[int, Field(ge=2, le=12)] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Fact):
    """A thing that can be owned.

    `rarity` None is common. `price_multiplier` (gromril, ithilmar) multiplies the price of the weapon it is made into
    and `made_into` limits which slot that may be. `strength` is a fixed strength; None means the user's plus
    `strength_bonus`. `save` 5 means 5+; `save_bonus` improves a save by that much. `brace` means a pair may be bought
    for twice the price. `hands` 0 needs no hand. `pair` items are sold as two weapons at the one price.
    """

    item_class: ItemClass
    slot: Slot
    price_gc: Gold | None = None
    price_dice: Dice = ""
    price_multiplier: Annotated[int, Field(ge=2, le=20)] | None = None
    made_into: Slot | None = None
    rarity: Annotated[int, Field(ge=2, le=12)] | None = None
    rarity_for: tuple[RarityFor, ...] = ()
    who: Who = field(default_factory=Who)
    hands: Annotated[int, Field(ge=0, le=2)] = 0
    range_in: Small | None = None
    strength: Small | None = None
    strength_bonus: Annotated[int, Field(ge=-3, le=10)] = 0
    save: Annotated[int, Field(ge=2, le=6)] | None = None
    save_bonus: Annotated[int, Field(ge=0, le=6)] = 0
    brace: bool = False
    pair: bool = False
    uses: Annotated[int, Field(ge=1, le=20)] | None = None
    first_free: bool = False
    rules: tuple[Code, ...] = ()
    effects: tuple[Effect, ...] = ()
    when: When = "battle"
    automation: Automation = "full"
    warrior_type: Code | None = None
    artefact_roll: Annotated[int, Field(ge=1, le=6)] | None = None
    weapon_class: Literal["bladed", "bludgeoning", "thrusting", "missile", "unarmed"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillList(Fact):
    """A list of skills; `special` lists belong to `who` only."""

    special: bool = False
    who: Who = field(default_factory=Who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill(Fact):
    """One skill. `when` says which part of the site carries it out."""

    skill_list: Code
    when: When
    effects: tuple[Effect, ...]
    who: Who = field(default_factory=Who)
    automation: Automation = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellList(Fact):
    """A list of six spells or prayers. Prayers may be spoken in armour and are no magic."""

    is_prayer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(Fact):
    """One spell. `difficulty` None casts by itself. `range_in` None: no range of its own."""

    spell_list: Code
    roll: Annotated[int, Field(ge=1, le=6)]
    difficulty: Annotated[int, Field(ge=2, le=12)] | None
    when: When = "battle"
    range_in: Small | None = None
    effects: tuple[Effect, ...]
    automation: Automation = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation(Fact):
    """A mutation bought on recruitment."""

    price_gc: Gold
    effects: tuple[Effect, ...]
    automation: Automation = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Race(Fact):
    """A race and the most each characteristic may ever be."""

    maxima: Characteristics


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One line of a sub-table.

    `low`..`high` on the parent's `roll`; or `needs` (4 means a D6 of 4+ for this line alone); or `after` a check.
    `who` narrows it to some warband types.
    """

    summary: Text
    effects: tuple[Effect, ...] = ()
    low: Small | None = None
    high: Small | None = None
    needs: Annotated[int, Field(ge=2, le=6)] | None = None
    after: Literal["always", "passed", "failed", "otherwise", "chosen", "double"] = "always"
    who: Who = field(default_factory=Who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Injury(Fact):
    """A serious injury for the D66 codes `low` to `high`; `roll` names the die of its sub-table."""

    low: Annotated[int, Field(ge=11, le=66)]
    high: Annotated[int, Field(ge=11, le=66)]
    effects: tuple[Effect, ...] = ()
    roll: Dice = ""
    outcomes: tuple[Outcome, ...] = ()
    automation: Automation = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplorationResult(Fact):
    """A location found by `dice` equal dice showing `face`."""

    dice: Annotated[int, Field(ge=2, le=6)]
    face: Annotated[int, Field(ge=1, le=6)]
    effects: tuple[Effect, ...] = ()
    roll: Dice = ""
    outcomes: tuple[Outcome, ...] = ()
    automation: Automation = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceRow(Fact):
    """A band of a 2D6 advance table."""

    table: Literal["hero", "henchman"]
    low: Annotated[int, Field(ge=2, le=12)]
    high: Annotated[int, Field(ge=2, le=12)]
    effects: tuple[Effect, ...] = ()
    roll: Dice = ""
    outcomes: tuple[Outcome, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """Experience a scenario gives. `per` True: again for each time."""

    reason: Code
    amount: Small
    summary: Text
    heroes_only: bool = False
    per: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario(Fact):
    """One scenario as a record; texts are short and our own, `effects` and `rewards` are data."""

    number: Small
    table_rolls: tuple[Annotated[int, Field(ge=2, le=12)], ...] = ()
    sides: Text = ""
    terrain: Text = ""
    setup: Text = ""
    first_turn: Text = ""
    objective: Text = ""
    special: Text = ""
    ends: Text = ""
    has_attacker: bool = False
    rout_checks: bool = True
    turn_limit: Small | None = None
    effects: tuple[Effect, ...] = ()
    experience: tuple[Award, ...] = ()
    rewards: tuple[Outcome, ...] = ()
    automation: Automation = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """A row of a table by range; `high` None is "and more"."""

    low: Annotated[int, Field(ge=0, le=10_000)]
    high: Annotated[int, Field(ge=0, le=10_000)] | None
    value: int

    def holds(self, number: int) -> bool:
        """Whether `number` falls in this row."""
        return number >= self.low and (self.high is None or number <= self.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleRow:
    """What `shards` sold at once fetch, a price for each of Tables.sale_sizes; the last row serves more shards too."""

    shards: Small
    prices_gc: tuple[Gold, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables(Fact):
    """The numbers of a campaign that are no list of named things."""

    warriors_min: Small
    heroes_max: Small
    starting_gold_gc: Gold
    group_size_min: Small
    group_size_max: Small
    close_combat_weapons_max: Small
    missile_weapons_max: Small
    rating_per_warrior: Small
    rating_large: Small
    hero_advances_at: tuple[int, ...]
    henchman_advances_at: tuple[int, ...]
    henchman_increase_max: Small
    experience_awards: tuple[Award, ...]
    underdog_bonus: tuple[Band, ...]
    henchman_injury: tuple[Outcome, ...]
    exploration_dice_max: Small
    shards_found: tuple[Band, ...]
    sale_sizes: tuple[Band, ...]
    sale_prices: tuple[SaleRow, ...]
    rarity_dice: Dice
    veterans_dice: Dice
    veteran_surcharge_gc: Gold
    sell_fraction_percent: Small
    second_mutation_multiplier: Small
    leader_range_in: Small
    rout_at_percent: Small
    post_battle_sequence: tuple[Code, ...]
    playable_skill_lists_for_talent: Small


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartRow:
    """One line of a chart: what is looked up, and what stands there."""

    key: Name
    value: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart(Fact):
    """A table kept for reading and comparing: battle charts, differences between printings."""

    rows: tuple[ChartRow, ...]
    key_heading: Name
    value_heading: Name
