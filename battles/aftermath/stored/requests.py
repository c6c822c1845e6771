"""What an aftermath stores about dice that a player types in. Rules: AF-DICE-02, AF-BACK-01"""

from __future__ import annotations

from typing import TypedDict


class DiceRequest(TypedDict):
    """The dice that an aftermath waits for; `line` and `option` name the choice that needs them, "" for the run."""

    purpose: str
    who: str
    dice: str
    count: int
    given: int
    """Number of dice known when they were requested."""
    line: str
    option: str


class UndoPoint(TypedDict):
    """The version of the warband and the last line of the aftermath at one moment."""

    version: int
    last: int


class TypedMoment(DiceRequest, UndoPoint):
    """The moment before typed dice were used (`typed_corrections`)."""

    typed: str
    faces: list[list[str | int]]
    stage: str
    place: int
    dice_position: int
    concerns: int
    previous: AnsweredMoment | None


class AnsweredMoment(TypedMoment):
    """The same, once the run had continued; `after` are the last line and answer then."""

    after: list[int]
