"""What the lines of an aftermath store about experience and injuries, for the texts and the API."""

from __future__ import annotations

from typing import Required, TypedDict

from battles.aftermath.effects.base import EffectRecord


class GainRecord(TypedDict):
    """The experience of one warrior: the parts as (reason, points), and the number of advances due."""

    who: str
    name: str
    parts: list[tuple[str, int]]
    before: int
    after: int
    due: int


class ActivityRecord(TypedDict, total=False):
    """The result of an activity of a warrior, or of a purchase from a merchant; each kind sets the keys it shows."""

    item: str
    """Code of what was brewed, stolen or bought."""
    count: int
    paid: int
    gold: int
    injuries: list[str]
    stolen: bool
    hanged: bool
    place: str
    """Name of the market visited."""
    roll: int
    nothing: bool
    stays: bool
    """A strategist misses the next battle."""
    told: list[str]
    """What each wish brought, as text."""


class PitRecord(TypedDict, total=False):
    """A duel in the fighting pits; `gold` and `points` of the winner, `died` or `injury_name` of the loser."""

    won: bool
    rounds: int
    against: str
    gold: int
    points: int
    died: bool
    injury_name: str


class CaptiveRecord(TypedDict, total=False):
    """The end of a captive who did not go home: the equipment taken, the price, and the duel if there was one."""

    gear: list[str]
    gold: int
    won: bool
    rounds: int
    against: str


class InjuryRecord(TypedDict, total=False):
    """A serious injury: `by` names the attacker, `heir` the new leader, `captor` who holds the hero."""

    injury: Required[str]
    injury_name: str
    d66: int
    outcome: str
    by: str
    heir: str
    died: bool
    captor: str
    pits: PitRecord


class InjuryRoll(TypedDict):
    """A rolled injury that waits for the decision about a re-roll; effects as [code, parameters]."""

    code: str
    name: str
    d66: int
    sub_roll: int
    summary: str
    effects: list[tuple[str, dict[str, object]]]


class LocationRecord(TypedDict, total=False):
    """A location that was visited; `passed` with a test, `roll` with a table, `then` after a choice."""

    location: str
    name: str
    passed: bool
    done: list[EffectRecord]
    then: list[EffectRecord]
    roll: int


class SearchFacts(TypedDict):
    """How many heroes explored, and whether the side won."""

    heroes: int
    won: bool


class SeedJson(TypedDict):
    """A seed with what was rolled from it, for the check in the browser."""

    seed: str
    fingerprint: str
    rolls: list[list[str | int | list[int]]]
