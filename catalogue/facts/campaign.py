"""Injuries, exploration, advances, scenarios and the numbers of a campaign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from catalogue.facts.base import Automation, Characteristics, Code, Dice, Effect, Fact, Gold, Name, Outcome, Small, Text


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
    """A location found by `dice` equal dice showing `face`. Both are 0 for a location that only a map or a merchant
    leads to."""

    dice: Annotated[int, Field(ge=0, le=6)]
    face: Annotated[int, Field(ge=0, le=6)]
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
    """Experience from a scenario. If `per` is true, it is awarded each time it happens."""

    reason: Code
    amount: Small
    summary: Text
    heroes_only: bool = False
    per: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioFigure:
    """Models that a scenario provides: an entry of the catalogue, or its own profile with items and rules.

    `joins` names the role of the side that they fight for; without it they are neutral and act as described by `acts`,
    within `leash_in` inches of where they were set up (0 for any distance). `earns` False: taking one out of action
    gives no experience. `comes_later`: it is not set up with its side, but arrives during the scenario.
    """

    code: Code
    name: Name
    count: Annotated[int, Field(ge=1, le=30)] = 1
    joins: Literal["", "attacker", "defender", "first", "second", "both"] = ""
    acts: Literal["hunts", "guards", "shoots", "stays"] = "hunts"
    leash_in: Small = 0
    earns: bool = True
    comes_later: bool = False
    warrior_type: Code | None = None
    characteristics: Characteristics | None = None
    items: tuple[Code, ...] = ()
    rules: tuple[Code, ...] = ()
    skills: tuple[Code, ...] = ()
    spells: tuple[Code, ...] = ()
    traits: tuple[Code, ...] = ()
    effects: tuple[Effect, ...] = ()
    save: Annotated[int, Field(ge=0, le=6)] = 0
    is_large: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario(Fact):
    """One scenario. Its texts are short and our own; `effects` and `rewards` are data."""

    number: Small = 0
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
    figures: tuple[ScenarioFigure, ...] = ()
    automation: Automation = "full"
    same_as: Code | None = None
    """A scenario that another publication prints under nearly the same title. Menus offer only that one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """A row of a table for a range of numbers; `high` None means "or more"."""

    low: Annotated[int, Field(ge=0, le=10_000)]
    high: Annotated[int, Field(ge=0, le=10_000)] | None
    value: int

    def holds(self, number: int) -> bool:
        """Whether `number` falls in this row."""
        return number >= self.low and (self.high is None or number <= self.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleRow:
    """Price of `shards` sold together, for each size in Tables.sale_sizes. The last row also applies to more shards."""

    shards: Small
    prices_gc: tuple[Gold, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables(Fact):
    """The tables and numbers of a campaign."""

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
class ReplacedTables(Fact):
    """Tables of a campaign that a pack replaces, in fields named as in Tables; None keeps the printed table. Rule:
    AF-CHART-01"""

    henchman_injury: tuple[Outcome, ...] | None = None
    shards_found: tuple[Band, ...] | None = None
    sale_sizes: tuple[Band, ...] | None = None
    sale_prices: tuple[SaleRow, ...] | None = None
    underdog_bonus: tuple[Band, ...] | None = None
    exploration_dice_max: Small | None = None
    hero_advances_at: tuple[int, ...] | None = None
    henchman_advances_at: tuple[int, ...] | None = None
    henchman_increase_max: Small | None = None
    rarity_dice: Dice | None = None
    veterans_dice: Dice | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartRow:
    """One line of a chart: the key and its value."""

    key: Name
    value: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart(Fact):
    """A table for reference: battle charts, differences between printings."""

    rows: tuple[ChartRow, ...]
    key_heading: Name
    value_heading: Name
