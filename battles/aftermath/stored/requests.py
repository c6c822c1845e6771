"""Data about dice that a player types in. Rules: AF-DICE-02, AF-BACK-01"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class DiceRequest(TypedDict):
    """The dice that an aftermath waits for; `line` and `option` are the choice that needs them, or "" if the run needs
    them. `purpose` is a word for what they decide and `who` the name of the warrior, if they are for one; new purposes
    may be added. `dice` is the notation, such as `2D6`, and `count` the number of D6 to enter. `made` is the number of
    rolls that were already made for the same step."""

    purpose: str
    who: str
    dice: str
    count: int
    given: int
    """Number of dice that the aftermath had used when these were requested."""
    made: NotRequired[int]
    """Number of rolls that the step which needs them has already used. Earlier versions did not store it."""
    line: str
    option: str


class UndoPoint(TypedDict):
    """State at one moment: the version of the warband and the last line of the aftermath."""

    version: int
    last: int


class TypedMoment(DiceRequest, UndoPoint):
    """State just before typed dice were used (`typed_corrections`)."""

    typed: str
    faces: list[list[str | int]]
    stage: str
    place: int
    dice_position: int
    concerns: int
    previous: AnsweredMoment | None


class AnsweredMoment(TypedMoment):
    """The state before typed dice, with the state after the aftermath has used them: `after` has the last line and the
    last answer at that time."""

    after: list[int]
