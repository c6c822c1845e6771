"""Types of the compiled module."""

from collections.abc import Iterator, Sequence

from battles.engine.table.compiler import Surface
from battles.engine.table.movement.contact_places import Arrival
from battles.engine.table.movement.legs import StaticLeg
from battles.engine.table.movement.rules import Mover, MoveRules, Other, Refused
from battles.engine.table.movement.walking import Stretch, Walk
from battles.engine.table.vectors import Body, Point, Spot

SOURCES: str

class Terrain:
    def __init__(
        self,
        width: int,
        length: int,
        ground: int,
        walls: tuple[object, ...],
        solids: tuple[object, ...],
        surfaces: tuple[object, ...],
        areas: tuple[object, ...],
        edges: tuple[object, ...],
        screens: tuple[object, ...],
        cells: tuple[tuple[int, ...], ...],
    ) -> None: ...
    def walk(
        self,
        mover: Mover,
        rules: MoveRules,
        start: tuple[int, int, int],
        end: Point,
        others: Sequence[Other],
        stretches: list[Stretch] | None,
        /,
    ) -> Walk | Refused | None: ...
    def lets_stand(self, body: Body, /) -> bool: ...
    def surface_at(self, x: float, y: float, z: int, /) -> Surface | None: ...
    def ground_class(self, x: float, y: float, z: int, radius: int, /) -> int: ...
    def is_supported(self, x: int, y: int, z: int, radius: int, /) -> bool: ...
    def obstruction(self, body: Body, height_free: int, /) -> int: ...
    def busy_points(self, radius: int, /) -> bytearray: ...
    def surface_height(self, x: float, y: float, z: int, /) -> int: ...
    def look(self, eye: tuple[int, int, int], target: Body, bodies: tuple[Body, ...], /) -> tuple[int, int, int]: ...
    def leaves_all(self, eye: tuple[int, int, int], target: Body, /) -> bool: ...
    def stops_all(self, eye: tuple[int, int, int], target: Body, /) -> bool: ...

class Legs:
    def __init__(
        self,
        terrain: Terrain,
        mover: Mover,
        rules: MoveRules,
        lines: list[tuple[int, int, int, int]],
        posts: list[tuple[int, int, int]],
    ) -> None: ...
    def leg(self, x: int, y: int, z: int, to_x: int, to_y: int, /) -> StaticLeg | None: ...
    def steps(self, x: int, y: int, z: int, /) -> list[tuple[int | tuple[int, int, int], int]]: ...
    def is_barred(self, x: int, y: int, to_x: int, to_y: int, /) -> bool: ...
    def is_closed(self, x: float, y: float, /) -> bool: ...

class Search:
    limit: float
    def __init__(
        self,
        legs: Legs,
        start: tuple[int, int, int],
        target: Body,
        crowd: list[Other],
        cheapest: bool,
        farthest: float,
        points: tuple[tuple[float, float], ...] | None,
    ) -> None: ...
    def __iter__(self) -> Iterator[Arrival]: ...
    def __next__(self) -> Arrival: ...

class Crowd:
    def __init__(self, body: Body, others: tuple[Other, ...]) -> None: ...
    def closes(self, spot: Spot, /) -> bool: ...
    def open_steps(
        self,
        steps: list[tuple[int, int]],
        reached: dict[int, int],
        room: int,
        spots: list[Spot],
        base: int,
        columns: int,
        /,
    ) -> list[tuple[int, int]]: ...

def farthest_step(
    steps: list[tuple[int, int]], ux: float, uy: float, spots: list[Spot], base: int, columns: int, /
) -> tuple[int, int]: ...
def hypot(x: float, y: float, /) -> float: ...
def body_blocks(eye: tuple[int, int, int], target: Body, bodies: Sequence[Body], /) -> bool: ...
def set_walk_types(walk: type[Walk], refusals: tuple[Refused, ...], /) -> None: ...
def set_search_types(
    leg: type[StaticLeg],
    arrival: type[Arrival],
    spot: type,
    ring: tuple[tuple[float, float], ...],
    around: tuple[tuple[float, float], ...],
    cos_sixteenth: float,
    twelfth: float,
    /,
) -> None: ...
