"""Reads terrain pieces from untrusted plain data and reports every error in a sentence.

Every type, range and number is checked before use, and all errors of a piece are collected, so that an editor can show
them at once. Rules: GM-SURF-01, GM-FLOOR-01.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from battles.engine.sentences import say
from battles.engine.table.pieces import (
    BUILDING_MODES,
    CONNECTOR_KINDS,
    COVER_KINDS,
    FLAGS,
    GROUND_CLASSES,
    OPENING_KINDS,
    ConnectorPlan,
    FloorPlan,
    HillLevelPlan,
    OpeningPlan,
    ParapetPlan,
    TerrainPiece,
    WallPlan,
)
from battles.engine.table.vectors import Point, Polygon, leg_length, polygon_area_twice, segments_meet, sides_of

MAX_SIZE = 9600
MAX_HEIGHT = 2400
MAX_CORNERS = 64
MAX_PARTS = 60
MAX_TEXT = 60


class Problem(NamedTuple):
    """One error in table data: its path, a sentence, the rule it breaks."""

    path: str
    sentence: str
    rule_id: str = "GM-SURF-01"


class PieceReader:
    """Reads one piece; `problems` collects every error. Invalid values are replaced by harmless ones."""

    def __init__(self, path: str, width: int, length: int, problems: list[Problem]) -> None:
        self.path = path
        self.width = width
        self.length = length
        self.problems = problems

    def complain(self, path: str, sentence: str, rule_id: str = "GM-SURF-01") -> None:
        self.problems.append(Problem(f"{self.path}.{path}" if path else self.path, sentence, rule_id))

    def piece(self, data: object) -> TerrainPiece | None:
        """The piece, or None if `data` cannot be read at all."""
        if not isinstance(data, dict):
            self.complain("", "A piece must be an object with named fields.")
            return None
        self.only(data, "", _PIECE_KEYS)
        before = len(self.problems)
        flags = self.items(data, "flags", "")
        for flag in flags:
            if flag not in FLAGS:
                self.complain("flags", say("Unknown flag {flag}.", flag=_show(flag)), "TR-CLASS-01")
        z0, z1 = self.height(data, "z0", "", 0), self.height(data, "z1", "", 0)
        if z1 < z0:
            self.complain("z1", "The top of a piece cannot lie below its base.")
        piece = TerrainPiece(
            id=self.text(data, "id", "", ""),
            kind=self.text(data, "kind", "", "piece"),
            name=self.text(data, "name", "", ""),
            outline=self.polygon(data.get("outline"), "outline"),
            z0=z0,
            z1=z1,
            ground=self.choice(data, "ground", "", GROUND_CLASSES, "open"),
            flags=frozenset(flag for flag in flags if isinstance(flag, str)),
            cover=self.choice(data, "cover", "", COVER_KINDS, "hard"),
            floors=tuple(self.floor(d, f"floors[{i}]") for i, d in enumerate(self.items(data, "floors", ""))),
            walls=tuple(self.wall(d, f"walls[{i}]") for i, d in enumerate(self.items(data, "walls", ""))),
            connectors=tuple(
                self.connector(d, f"connectors[{i}]") for i, d in enumerate(self.items(data, "connectors", ""))
            ),
            levels=tuple(self.level(d, f"levels[{i}]") for i, d in enumerate(self.items(data, "levels", ""))),
            building_mode=self.choice(data, "building_mode", "", BUILDING_MODES, "rooms"),
            climbable=self.yes(data, "climbable", "", True),
        )
        if not piece.id:
            self.complain("id", "Every piece needs an id of its own.")
        return piece if len(self.problems) == before else None

    def floor(self, data: object, path: str) -> FloorPlan:
        fields = self.fields(
            data, path, ("outline", "z", "level", "hatches", "parapets", "walkway", "outside", "ground")
        )
        return FloorPlan(
            outline=self.polygon(fields.get("outline"), f"{path}.outline"),
            z=self.height(fields, "z", path, 0),
            level=self.whole(fields, "level", path, 1, 1, 12),
            hatches=tuple(
                self.polygon(h, f"{path}.hatches[{i}]") for i, h in enumerate(self.items(fields, "hatches", path))
            ),
            parapets=tuple(
                self.parapet(p, f"{path}.parapets[{i}]") for i, p in enumerate(self.items(fields, "parapets", path))
            ),
            walkway=self.yes(fields, "walkway", path, False),
            outside=self.yes(fields, "outside", path, False),
            ground=self.choice(fields, "ground", path, GROUND_CLASSES[:3], "open"),
        )

    def parapet(self, data: object, path: str) -> ParapetPlan:
        fields = self.fields(data, path, ("from", "to", "height"))
        return ParapetPlan(
            self.point(fields.get("from"), f"{path}.from"),
            self.point(fields.get("to"), f"{path}.to"),
            self.whole(fields, "height", path, 50, 1, 400),
        )

    def wall(self, data: object, path: str) -> WallPlan:
        fields = self.fields(data, path, ("points", "thickness", "z0", "height", "openings", "climbable", "cover"))
        raw = fields.get("points")
        points = (
            tuple(self.point(p, f"{path}.points[{i}]") for i, p in enumerate(raw[:MAX_CORNERS]))
            if isinstance(raw, list)
            else ()
        )
        if not isinstance(raw, list) or not 2 <= len(raw) <= MAX_CORNERS:
            self.complain(f"{path}.points", say("A wall must have 2 to {max_corners} points.", max_corners=MAX_CORNERS))
        elif any(points[i] == points[i + 1] for i in range(len(points) - 1)):
            self.complain(f"{path}.points", "Two points of a wall in a row are the same.")
        wall = WallPlan(
            points=points,
            thickness=self.whole(fields, "thickness", path, 0, 0, 300),
            z0=self.height(fields, "z0", path, 0),
            height=self.whole(fields, "height", path, 90, 1, MAX_HEIGHT),
            openings=tuple(
                self.opening(o, f"{path}.openings[{i}]") for i, o in enumerate(self.items(fields, "openings", path))
            ),
            climbable=self.yes(fields, "climbable", path, True),
            cover=self.choice(fields, "cover", path, COVER_KINDS, "hard"),
        )
        self._openings_fit(wall, path)
        return wall

    def _openings_fit(self, wall: WallPlan, path: str) -> None:
        marks = [0]
        for (ax, ay), (bx, by) in pairwise(wall.points):
            marks.append(marks[-1] + leg_length(ax, ay, bx, by))
        for i, opening in enumerate(sorted(wall.openings, key=lambda o: (o.start, o.sill))):
            where = f"{path}.openings[{i}]"
            if not any(a <= opening.start and opening.end <= b for a, b in pairwise(marks)):
                self.complain(where, "An opening must lie within one straight stretch of its wall.")
            if opening.sill < wall.z0 or opening.lintel > wall.z0 + wall.height:
                self.complain(where, "An opening must lie between the foot and the top of its wall.")

    def opening(self, data: object, path: str) -> OpeningPlan:
        fields = self.fields(data, path, ("kind", "from", "to", "sill", "lintel", "closed"))
        opening = OpeningPlan(
            kind=self.choice(fields, "kind", path, OPENING_KINDS, "door"),
            start=self.whole(fields, "from", path, 0, 0, MAX_SIZE * 2),
            end=self.whole(fields, "to", path, 1, 0, MAX_SIZE * 2),
            sill=self.height(fields, "sill", path, 0),
            lintel=self.height(fields, "lintel", path, 100),
            closed=self.yes(fields, "closed", path, False),
        )
        if opening.end - opening.start < 20 or opening.lintel - opening.sill < 20:
            self.complain(path, "An opening is at least 0.2 wide and 0.2 high.")
        return opening

    def connector(self, data: object, path: str) -> ConnectorPlan:
        fields = self.fields(data, path, ("kind", "foot", "head"))
        connector = ConnectorPlan(
            self.choice(fields, "kind", path, CONNECTOR_KINDS, "ladder"),
            self.spot(fields.get("foot"), f"{path}.foot"),
            self.spot(fields.get("head"), f"{path}.head"),
        )
        if connector.head[2] <= connector.foot[2]:
            self.complain(
                path,
                say("A {kind} must lead upwards: its head is no higher than its foot.", kind=connector.kind),
                "MV-LADDER-01",
            )
        run = leg_length(*connector.foot[:2], *connector.head[:2])
        if connector.kind != "stairs" and run > 200:
            self.complain(
                path,
                say(
                    "A {kind} must stand upright: its head and foot can be at most 2 inches apart on the plan.",
                    kind=connector.kind,
                ),
                "MV-LADDER-01",
            )
        if run > 1200:
            self.complain(path, "A flight of stairs runs at most 12 inches.", "MV-LADDER-01")
        return connector

    def level(self, data: object, path: str) -> HillLevelPlan:
        fields = self.fields(data, path, ("outline", "z", "sheer"))
        outline = self.polygon(fields.get("outline"), f"{path}.outline")
        sheer = self.items(fields, "sheer", path)
        if not all(type(i) is int and 0 <= i < len(outline) for i in sheer):
            self.complain(
                f"{path}.sheer", "Sheer sides are numbers of sides of the outline, from 0.", "TR-HILL-MOVE-01"
            )
            sheer = []
        return HillLevelPlan(outline, self.whole(fields, "z", path, 200, 1, MAX_HEIGHT), tuple(sheer))

    # -- plain values

    def only(self, fields: dict[Any, Any], path: str, keys: tuple[str, ...]) -> None:
        for key in fields:
            if key not in keys:
                self.complain(path, say("Unknown field {key}.", key=_show(key)))

    def fields(self, data: object, path: str, keys: tuple[str, ...]) -> dict[Any, Any]:
        if not isinstance(data, dict):
            self.complain(path, "This must be an object with named fields.")
            return {}
        self.only(data, path, keys)
        return data

    def items(self, fields: dict[Any, Any], key: str, path: str) -> list[Any]:
        value = fields.get(key, [])
        if not isinstance(value, list) or len(value) > MAX_PARTS:
            self.complain(
                _join(path, key), say("This must be a list of at most {max_parts} entries.", max_parts=MAX_PARTS)
            )
            return []
        return value

    def text(self, fields: dict[Any, Any], key: str, path: str, default: str) -> str:
        value = fields.get(key, default)
        if not isinstance(value, str) or len(value) > MAX_TEXT or not value.isprintable():
            self.complain(
                _join(path, key), say("This must be plain text of at most {max_text} characters.", max_text=MAX_TEXT)
            )
            return default
        return value

    def choice(self, fields: dict[Any, Any], key: str, path: str, choices: tuple[str, ...], default: str) -> str:
        value = fields.get(key, default)
        if not isinstance(value, str) or value not in choices:
            self.complain(
                _join(path, key),
                say("{value} is not one of: {choices}.", value=_show(value), choices=", ".join(choices)),
            )
            return default
        return value

    def yes(self, fields: dict[Any, Any], key: str, path: str, default: bool) -> bool:
        value = fields.get(key, default)
        if not isinstance(value, bool):
            self.complain(_join(path, key), "This must be true or false.")
            return default
        return value

    def whole(self, fields: dict[Any, Any], key: str, path: str, default: int, low: int, high: int) -> int:
        value = fields.get(key, default)
        if type(value) is not int or not low <= value <= high:
            self.complain(
                _join(path, key),
                say("This must be a whole number of hundredths from {low} to {high}.", low=low, high=high),
                "GM-UNIT-01",
            )
            return default
        return value

    def height(self, fields: dict[Any, Any], key: str, path: str, default: int) -> int:
        return self.whole(fields, key, path, default, 0, MAX_HEIGHT)

    def point(self, value: object, path: str) -> Point:
        if not isinstance(value, (list, tuple)) or len(value) != 2 or any(type(v) is not int for v in value):
            self.complain(path, "A point is two whole numbers of hundredths.", "GM-UNIT-01")
            return 0, 0
        x, y = value
        if not (0 <= x <= self.width and 0 <= y <= self.length):
            self.complain(
                path,
                say("The point ({x}, {y}) is off the table.", x=format(x / 100, "g"), y=format(y / 100, "g")),
                "MV-EDGE-01",
            )
            return 0, 0
        return x, y

    def spot(self, value: object, path: str) -> tuple[int, int, int]:
        if not isinstance(value, (list, tuple)) or len(value) != 3 or any(type(v) is not int for v in value):
            self.complain(path, "A spot is three whole numbers of hundredths: x, y and height.", "GM-UNIT-01")
            return 0, 0, 0
        x, y = self.point(list(value[:2]), path)
        if not 0 <= value[2] <= MAX_HEIGHT:
            self.complain(
                path, say("A height must be 0 to {max_height} inches.", max_height=MAX_HEIGHT // 100), "GM-UNIT-01"
            )
        return x, y, value[2]

    def polygon(self, value: object, path: str) -> Polygon:
        """A simple polygon with an area. An invalid one is replaced by a harmless triangle."""
        harmless: Polygon = ((0, 0), (100, 0), (0, 100))
        if not isinstance(value, (list, tuple)) or not 3 <= len(value) <= MAX_CORNERS:
            self.complain(path, say("An outline must have 3 to {max_corners} corners.", max_corners=MAX_CORNERS))
            return harmless
        before = len(self.problems)
        points = tuple(self.point(p, f"{path}[{i}]") for i, p in enumerate(value))
        if len(self.problems) > before:
            return harmless
        if len(set(points)) < len(points):
            self.complain(path, "Two corners of this outline are the same.")
        elif crosses_itself(points):
            self.complain(path, "This outline crosses or touches itself.")
        elif abs(polygon_area_twice(points)) < 200:
            self.complain(path, "This outline encloses almost no area.")
        else:
            return points
        return harmless


_PIECE_KEYS = (
    "id", "kind", "name", "outline", "z0", "z1", "ground", "flags", "cover",
    "floors", "walls", "connectors", "levels", "building_mode", "climbable",
)  # fmt: skip


def crosses_itself(points: Polygon) -> bool:
    """Whether sides of an outline cross each other, or a side folds back onto the one before."""
    sides = sides_of(points)
    count = len(sides)
    for i in range(count):
        a, b = sides[i]
        left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        lower, upper = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        c, d = sides[(i + 1) % count]
        straight = (b[0] - a[0]) * (d[1] - c[1]) == (b[1] - a[1]) * (d[0] - c[0])
        if straight and (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0:
            return True
        for j in range(i + 2, count):
            p, q = sides[j]
            if (p[0] > right and q[0] > right) or (p[0] < left and q[0] < left):
                continue
            if (p[1] > upper and q[1] > upper) or (p[1] < lower and q[1] < lower):
                continue
            if (j + 1) % count != i and segments_meet(a, b, p, q):
                return True
    return False


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _show(value: object) -> str:
    return f"“{str(value)[:40]}”"
