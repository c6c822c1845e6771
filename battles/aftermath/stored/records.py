"""What the lines of an aftermath store about experience and injuries, for the texts and the API."""

from __future__ import annotations

from typing import TypedDict


class GainRecord(TypedDict):
    """The experience of one warrior: the parts as (reason, points), and the number of advances due."""

    who: str
    name: str
    parts: list[tuple[str, int]]
    before: int
    after: int
    due: int


class PitRecord(TypedDict, total=False):
    """A duel in the fighting pits; `gold` and `points` of the winner, `died` or `injury_name` of the loser."""

    won: bool
    rounds: int
    gold: int
    points: int
    died: bool
    injury_name: str


class InjuryRoll(TypedDict):
    """A rolled injury that waits for the decision about a re-roll; effects as [code, parameters]."""

    code: str
    name: str
    d66: int
    sub_roll: int
    summary: str
    effects: list[tuple[str, dict[str, object]]]


class SearchFacts(TypedDict):
    """How many heroes explored, and whether the side won."""

    heroes: int
    won: bool


class SeedJson(TypedDict):
    """A seed with what was rolled from it, for the check in the browser."""

    seed: str
    fingerprint: str
    rolls: list[list[str | int | list[int]]]
