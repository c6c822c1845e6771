"""Layout of a knock-out bracket and its groups: positions of boxes and lines in units of the view box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from campaigns.rounds.bracket_selectors import BracketRound, Group, GroupRow, Place, Tie

BOX_WIDTH: Final = 244
ROW: Final = 30
GAP_X: Final = 40
GAP_Y: Final = 20
HEAD: Final = 34
GROUP_WIDTH: Final = 280
GROUPS_A_ROW: Final = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text in a box: its vertical middle, and its warband."""

    y: int
    place: Place


@dataclass(frozen=True, slots=True)
class Box:
    """The box of one pairing."""

    x: int
    y: int
    height: int
    tie: Tie
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a round, above its column."""

    x: int
    text: str


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    """The whole bracket: `ways` are paths from each pairing to the next one of its winner."""

    width: int
    height: int
    headings: tuple[Heading, ...]
    boxes: tuple[Box, ...]
    ways: tuple[str, ...]


def draw_bracket(rounds: Sequence[BracketRound]) -> BracketDrawing | None:
    """Pairings of the first round below each other, and each later one between the two it depends on; None if there are
    no rounds."""
    if not rounds:
        return None
    full = 2 * ROW + GAP_Y
    middles = [HEAD + ROW + full * n for n in range(len(rounds[0].ties))]
    height = middles[-1] + ROW + GAP_Y
    boxes: list[Box] = []
    ways: list[str] = []
    for column, round in enumerate(rounds):
        x = column * (BOX_WIDTH + GAP_X)
        for middle, tie in zip(middles, round.ties, strict=False):
            boxes.append(_box(x, middle, tie))
        if column + 1 < len(rounds):
            middles, paths = _onward(x, middles, len(rounds[column + 1].ties))
            ways += paths
    width = len(rounds) * (BOX_WIDTH + GAP_X) - GAP_X
    heads = tuple(Heading(column * (BOX_WIDTH + GAP_X), round.name) for column, round in enumerate(rounds))
    return BracketDrawing(width + 2, height, heads, tuple(boxes), tuple(ways))


def _box(x: int, middle: int, tie: Tie) -> Box:
    count = max(len(tie.places), 1)
    top = middle - count * ROW // 2
    lines = tuple(Line(top + n * ROW + ROW // 2, place) for n, place in enumerate(tie.places))
    return Box(x, top, count * ROW, tie, lines)


def _onward(x: int, middles: Sequence[int], count: int) -> tuple[list[int], list[str]]:
    """Vertical middles of the boxes in the next column, and a path from each pairing to its next one."""
    after, paths = [], []
    for place in range(count):
        sources = list(middles[2 * place : 2 * place + 2]) or [middles[-1]]
        target = sum(sources) // len(sources)
        after.append(target)
        bend = x + BOX_WIDTH + GAP_X // 2
        paths += [f"M{x + BOX_WIDTH} {source}H{bend}V{target}H{x + BOX_WIDTH + GAP_X}" for source in sources]
    return after, paths


@dataclass(frozen=True, slots=True)
class GroupLine:
    """One warband in the box of a group."""

    y: int
    number: int
    row: GroupRow


@dataclass(frozen=True, slots=True)
class GroupBox:
    """The box of one group."""

    x: int
    y: int
    height: int
    group: Group
    lines: tuple[GroupLine, ...]


@dataclass(frozen=True, slots=True)
class GroupsDrawing:
    """The boxes of all groups."""

    width: int
    height: int
    boxes: tuple[GroupBox, ...]


def draw_groups(groups: Sequence[Group]) -> GroupsDrawing | None:
    """Boxes side by side, three in a row; None if there are no groups."""
    if not groups:
        return None
    boxes: list[GroupBox] = []
    top = 0
    for start in range(0, len(groups), GROUPS_A_ROW):
        row = groups[start : start + GROUPS_A_ROW]
        tallest = max(HEAD + ROW * len(group.rows) for group in row)
        for column, group in enumerate(row):
            lines = tuple(GroupLine(top + HEAD + ROW * n + ROW // 2, n + 1, row) for n, row in enumerate(group.rows))
            x = column * (GROUP_WIDTH + GAP_X)
            boxes.append(GroupBox(x, top, HEAD + ROW * len(group.rows), group, lines))
        top += tallest + GAP_Y
    columns = min(len(groups), GROUPS_A_ROW)
    return GroupsDrawing(columns * (GROUP_WIDTH + GAP_X) - GAP_X + 2, top - GAP_Y + 2, tuple(boxes))
