"""The limits of how complex a table may be. They keep the time to read, draw and play on a table short, and are checked
before the engine's reader, whose work grows with the square of these numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeGuard

from django.utils.translation import gettext as _

from mordheim_site.refusals import Refusal

MOST_POINTS: Final = 5_000
"""Corners, ends of walls and ladders, and openings together. Standard and generated tables have at most 1,600."""
MOST_OVERLAPS: Final = 250
"""Pairs of pieces, or of floors at one height of a piece, whose bounding boxes overlap. Standard tables have 5."""
SAME_HEIGHT: Final = 50

Box = tuple[int, int, int, int]


class TableTooComplex(Refusal):
    """The table has more points or overlapping pieces than allowed; the message names the limit."""

    code = "table_too_complex"
    about = ("document", "thing", "piece", "x", "width", "degrees")
    status = 422


class Complexity(NamedTuple):
    """How complex a table is."""

    points: int
    overlaps: int


def complexity_of(data: Any) -> Complexity:
    """The complexity of unchecked table data. What is not a table in it is ignored."""
    pieces = data.get("pieces") if isinstance(data, dict) else None
    sound = [piece for piece in pieces if isinstance(piece, dict)] if isinstance(pieces, list) else []
    points = _points(data)
    return Complexity(points, _overlaps(sound) if points <= MOST_POINTS else 0)


def check_complexity(data: Any, before: Any = None) -> None:
    """Raise TableTooComplex if a table is too complex. A change of a table that already was (`before`) is allowed if it
    adds nothing."""
    found = complexity_of(data)
    if found.points <= MOST_POINTS and found.overlaps <= MOST_OVERLAPS:
        return
    known = complexity_of(before) if before is not None else Complexity(0, 0)
    if found.points > max(MOST_POINTS, known.points):
        raise TableTooComplex(
            message=_(
                "The table has %(count)s points, and the limit is %(limit)s. Use fewer pieces, or outlines with fewer "
                "corners."
            )
            % {"count": f"{found.points:,}", "limit": f"{MOST_POINTS:,}"}
        )
    if found.overlaps > max(MOST_OVERLAPS, known.overlaps):
        raise TableTooComplex(
            message=_(
                "The table has %(count)s pairs of overlapping pieces, and the limit is %(limit)s. Move pieces apart, "
                "or remove some."
            )
            % {"count": f"{found.overlaps:,}", "limit": f"{MOST_OVERLAPS:,}"}
        )


def _points(data: object) -> int:
    """The number of points (lists of numbers) and openings anywhere in the data."""
    count = 0
    left: list[object] = [data]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += value.values()
            openings = value.get("openings")
            count += len(openings) if isinstance(openings, list) else 0
        elif isinstance(value, list):
            if value and isinstance(value[0], int | float):
                count += 1
            else:
                left += value
    return count


def _overlaps(pieces: Sequence[Mapping[str, object]]) -> int:
    count = _overlapping((0, box) for box in map(_box, pieces) if box is not None)
    for piece in pieces:
        floors = piece.get("floors")
        if isinstance(floors, list):
            boxes = ((floor, _box(floor)) for floor in floors if isinstance(floor, dict))
            count += _overlapping((_height(floor), box) for floor, box in boxes if box is not None)
    return count


def _overlapping(shapes: Iterator[tuple[int, Box]]) -> int:
    return sum(
        abs(za - zb) < SAME_HEIGHT and a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
        for (za, a), (zb, b) in combinations(shapes, 2)
    )


def _height(floor: Mapping[str, object]) -> int:
    z = floor.get("z", 0)
    return z if isinstance(z, int) else 0


def _box(shape: Mapping[str, object]) -> Box | None:
    """The bounding box of the outline; None if it has no valid points."""
    outline = shape.get("outline")
    points = [point for point in outline if _is_point(point)] if isinstance(outline, list) else []
    if not points:
        return None
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    return min(xs), min(ys), max(xs), max(ys)


def _is_point(point: object) -> TypeGuard[list[int]]:
    return isinstance(point, list) and len(point) == 2 and all(isinstance(value, int) for value in point)
