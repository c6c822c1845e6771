"""What the lines of an aftermath store about experience, injuries and dice, for the texts and the API."""

from __future__ import annotations

from typing import TypedDict


class GainRecord(TypedDict):
    """The experience of one warrior: its parts as (reason, points), and the number of advances due."""

    who: str
    name: str
    parts: list[tuple[str, int]]
    before: int
    after: int
    due: int


class PitRecord(TypedDict, total=False):
    """A duel in the fighting pits: `gold` and `points` for a winner, `died` or `injury_name` for a loser."""

    won: bool
    rounds: int
    gold: int
    points: int
    died: bool
    injury_name: str


class InjuryRoll(TypedDict):
    """A rolled injury for which the player decides about a re-roll; effects are [code, parameters]."""

    code: str
    name: str
    d66: int
    sub_roll: int
    summary: str
    effects: list[tuple[str, dict[str, object]]]


class SearchFacts(TypedDict):
    """The number of heroes who explored, and whether the side won."""

    heroes: int
    won: bool


class SeedJson(TypedDict):
    """A seed with the rolls made from it, for the check in the browser."""

    seed: str
    fingerprint: str
    rolls: list[list[str | int | list[int]]]
