"""The table of a battle: immutable, compiled once, shared by every state of that battle.

`Table.from_data` accepts untrusted plain data, and refuses invalid data with sentences. `to_data` returns equal data,
and `digest` identifies it. Lengths are hundredths of an inch. Rules: GM-SURF-01, GM-FLOOR-01, MV-EDGE-01, SCN-TABLE-01.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from battles.engine.native import geometry
from battles.engine.sentences import say
from battles.engine.table.caches import TableCaches
from battles.engine.table.compiler import Area, Compiled, Connector, Solid, Surface, Wall, compile_pieces
from battles.engine.table.edges import Edge, find_edges
from battles.engine.table.grid import Grid, GridGroup
from battles.engine.table.native_terrain import terrain_of
from battles.engine.table.nearby import Nearby, surroundings
from battles.engine.table.piece_data import TableData
from battles.engine.table.piece_reader import MAX_SIZE, PieceReader, Problem
from battles.engine.table.pieces import GROUND_CLASSES, TerrainPiece
from battles.engine.table.sight.screens import SightEntry, screens_by_cell
from battles.engine.table.validation import check_pieces
from battles.engine.table.vectors import Body, Box, Point, Polygon, box_of, outline_nearer_than, point_in_polygon

if TYPE_CHECKING:
    from battles.engine.native._geometry import Terrain

MIN_SIZE = 1200
MAX_PIECES = 400
MAX_WALLS = 2000
MAX_ZONES = 8
SIGHT_MARGIN = 125


class TableRefused(ValueError):
    """Invalid table data. `problems` lists every error, each with its path and sentence."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.path}: {p.sentence}" for p in self.problems[:5]))


class Zone(NamedTuple):
    """A deployment zone: its code, a name for players, its side (from 0), its outline."""

    code: str
    name: str
    side: int
    outline: Polygon

    def holds(self, body: Body) -> bool:
        """Whether a base is completely inside the zone (GM-INSIDE-01)."""
        return point_in_polygon(body.x, body.y, self.outline) >= 0 and not outline_nearer_than(
            body.x, body.y, self.outline, body.radius
        )


class Table:
    """A compiled table. Treat it as a value: it never changes, and tables with equal data have equal digests.

    Attributes: `name`, `width`, `length` (hundredths of an inch), `ground` (class of the bare table), `pieces`,
    `zones`, and the flat lists `walls`, `solids`, `surfaces`, `areas`, `connectors`, `edges`, with a grid for each that
    needs one.
    """

    def __init__(
        self,
        width: int,
        length: int,
        pieces: Sequence[TerrainPiece] = (),
        *,
        name: str = "",
        ground: str = "open",
        zones: Sequence[Zone] = (),
        compiled: Compiled | None = None,
    ) -> None:
        self.width = width
        self.length = length
        self.name = name
        self.ground = ground
        self.pieces: tuple[TerrainPiece, ...] = tuple(pieces)
        self.zones: tuple[Zone, ...] = tuple(zones)
        flat = compiled or compile_pieces(self.pieces)
        self.compiled = flat
        self.walls: tuple[Wall, ...] = flat.walls
        self.solids: tuple[Solid, ...] = flat.solids
        self.surfaces: tuple[Surface, ...] = flat.surfaces
        self.areas: tuple[Area, ...] = flat.areas
        self.connectors: tuple[Connector, ...] = flat.connectors
        self.forests: tuple[Area, ...] = tuple(area for area in flat.areas if "forest" in area.flags)
        self.piece_number: dict[str, int] = {piece.id: i for i, piece in enumerate(self.pieces)}
        self.caches = TableCaches()
        self.original: Table | None = None
        """The table as set up, if this is a copy of it with pieces that moved during the battle; else None."""

    @cached_property
    def terrain(self) -> Terrain | None:
        """The table for the C code of `battles.engine.native`; None without it."""
        return terrain_of(self) if geometry is not None else None

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Open edges of all surfaces (GM-SURF-01)."""
        return find_edges(self.compiled)

    @cached_property
    def wall_grid(self) -> Grid[Wall]:
        return Grid(self.width, self.length, ((wall, _wall_box(wall, 0)) for wall in self.walls))

    @cached_property
    def wall_boxes(self) -> Grid[tuple[int, int, int, int, Wall]]:
        """Walls with their bounding boxes, as (x0, y0, x1, y1, wall), in the order of `wall_grid`."""
        boxed = [(_wall_box(wall, 0), wall) for wall in self.walls]
        return Grid(self.width, self.length, (((*box, wall), box) for box, wall in boxed))

    @cached_property
    def solid_grid(self) -> Grid[Solid]:
        return Grid(self.width, self.length, ((solid, solid.box) for solid in self.solids))

    @cached_property
    def surface_grid(self) -> Grid[Surface]:
        """Surfaces by cell, the highest first."""
        ordered = sorted(self.surfaces, key=lambda surface: -surface.z)
        return Grid(self.width, self.length, ((surface, surface.box) for surface in ordered))

    @cached_property
    def _heights(self) -> dict[tuple[int, int], frozenset[int]]:
        return {}

    def heights_from(self, z: int, limit: int) -> frozenset[int]:
        """Heights that feet can reach by walking from a height: steps up to a limit, and hillsides (GM-SURF-01)."""
        known = self._heights.get((z, limit))
        if known is None:
            levels = {(surface.z, surface.kind == "hill") for surface in self.surfaces} | {(0, False)}
            hills = {height for height, hill in levels if hill}
            found, waiting = {z}, [z]
            while waiting:
                at = waiting.pop()
                for height, hill in levels:
                    if height not in found and (abs(height - at) <= limit or hill or (at in hills and height < at)):
                        found.add(height)
                        waiting.append(height)
            known = self._heights[z, limit] = frozenset(found)
        return known

    @cached_property
    def _low_grids(self) -> dict[int, Grid[Surface]]:
        return {}

    def low_grid(self, limit: int) -> Grid[Surface]:
        """Surfaces that can be reached by walking from the table top, by cell. Surfaces too high to step onto are left
        out.
        """
        known = self._low_grids.get(limit)
        if known is None:
            heights = self.heights_from(0, limit)
            low = ((surface, surface.box) for surface in self.surface_grid.everything if surface.z in heights)
            known = self._low_grids[limit] = Grid(self.width, self.length, low)
        return known

    @cached_property
    def _surroundings(self) -> dict[int, GridGroup[Nearby]]:
        return {}

    def surroundings(self, limit: int) -> GridGroup[Nearby]:
        """What walks with steps up to a limit may meet, by boxes of cells."""
        known = self._surroundings.get(limit)
        return known or self._surroundings.setdefault(limit, surroundings(self, limit))

    @cached_property
    def hill_heights(self) -> frozenset[int]:
        """Heights at which there are hillsides."""
        return frozenset(surface.z for surface in self.surfaces if surface.kind == "hill")

    @cached_property
    def area_grid(self) -> Grid[Area]:
        return Grid(self.width, self.length, ((area, area.box) for area in self.areas))

    @cached_property
    def edge_grid(self) -> Grid[Edge]:
        return Grid(self.width, self.length, ((edge, box_of((edge.a, edge.b), 10)) for edge in self.edges))

    @cached_property
    def barriers_near(self) -> GridGroup[tuple[tuple[tuple[int, int, int, int, Wall], ...], tuple[Solid, ...]]]:
        """Walls with their bounding boxes, and solids, looked up together."""
        walls, solids = self.wall_boxes, self.solid_grid
        return GridGroup(walls, lambda *box: (walls.within(*box), solids.within(*box)))

    @cached_property
    def sight_grid(self) -> Grid[Wall | Solid]:
        """Walls and solids in cells enlarged by half a wide base, the largest obstacles first."""
        shapes: list[tuple[float, Wall | Solid, Box]] = []
        for wall in self.walls:
            size = wall.length * (wall.z1 - wall.z0) / (1 + 3 * len(wall.openings))
            shapes.append((size, wall, _wall_box(wall, SIGHT_MARGIN)))
        for solid in self.solids:
            box = box_of(solid.outline, SIGHT_MARGIN)
            shapes.append(((box[2] - box[0] + box[3] - box[1]) * (solid.z1 - solid.z0) / 2, solid, box))
        shapes.sort(key=lambda shape: -shape[0])
        return Grid(self.width, self.length, ((shape, box) for _, shape, box in shapes))

    @cached_property
    def screens_by_cell(self) -> list[tuple[SightEntry, ...]]:
        """What blocks rays in each cell of `sight_grid`."""
        return screens_by_cell(self.sight_grid)

    @cached_property
    def garrison_buildings(self) -> tuple[TerrainPiece, ...]:
        """Pieces that can have garrisons: whole buildings, or their sections."""
        return tuple(piece for piece in self.pieces if piece.building_mode == "garrison")

    @cached_property
    def pieces_by_kind(self) -> dict[str, list[TerrainPiece]]:
        """Pieces by kind, in the order of the table."""
        found: dict[str, list[TerrainPiece]] = {}
        for piece in self.pieces:
            found.setdefault(piece.kind, []).append(piece)
        return found

    @cached_property
    def obstacles(self) -> tuple[TerrainPiece, ...]:
        """Long thin pieces: fences, hedges, walls."""
        return tuple(piece for piece in self.pieces if "obstacle" in piece.flags)

    @cached_property
    def slabs(self) -> tuple[tuple[int, tuple[Surface, ...]], ...]:
        """Floors that block rays, by height: ((z, floors), ...), lowest first."""
        heights: dict[int, list[Surface]] = {}
        for surface in self.surfaces:
            if surface.slab:
                heights.setdefault(surface.z, []).append(surface)
        return tuple((z, tuple(heights[z])) for z in sorted(heights))

    def forget(self) -> None:
        """Empty all caches; compiled data stays (for benchmarks)."""
        self.caches = TableCaches()

    def on_table(self, body: Body) -> bool:
        """Whether a base is completely on the table (MV-EDGE-01)."""
        r = body.radius
        return r <= body.x <= self.width - r and r <= body.y <= self.length - r

    def piece(self, piece_id: str) -> TerrainPiece:
        """The piece with that id. Raises KeyError."""
        return self.pieces[self.piece_number[piece_id]]

    def to_data(self) -> TableData:
        """Plain JSON data; `from_data(to_data())` gives an equal table."""
        return {
            "version": 1,
            "name": self.name,
            "width": self.width,
            "length": self.length,
            "ground": self.ground,
            "pieces": [piece.to_data() for piece in self.pieces],
            "zones": [
                {"code": z.code, "name": z.name, "side": z.side, "outline": [[x, y] for x, y in z.outline]}
                for z in self.zones
            ],
        }

    @cached_property
    def _digest(self) -> str:
        text = json.dumps(self.to_data(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return sha256(text.encode()).hexdigest()

    def digest(self) -> str:
        """SHA-256 of the canonical JSON of `to_data`, as 64 hex digits."""
        return self._digest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self._digest)

    @classmethod
    def open_field(cls, width: int = 4800, length: int = 4800) -> Table:
        """A table without pieces, 48 by 48 inches by default."""
        return cls(width, length)

    @classmethod
    def from_data(cls, data: object) -> Table:
        """The table described by untrusted plain data. Raises TableRefused with every problem found."""
        problems: list[Problem] = []
        if not isinstance(data, dict):
            raise TableRefused([Problem("", "A table must be an object with named fields.")])
        table = _TableReader(data, problems).read()
        if problems or table is None:
            raise TableRefused(problems or [Problem("", "This is not a table.")])
        return table


class _TableReader:
    def __init__(self, data: dict[Any, Any], problems: list[Problem]) -> None:
        self.data = data
        self.problems = problems

    def read(self) -> Table | None:
        reader = PieceReader("table", MAX_SIZE, MAX_SIZE, self.problems)
        reader.only(self.data, "", ("version", "name", "width", "length", "ground", "pieces", "zones"))
        if self.data.get("version", 1) != 1:
            reader.complain("version", "This table was written for another version of the site.")
        width = reader.whole(self.data, "width", "", MIN_SIZE, MIN_SIZE, MAX_SIZE)
        length = reader.whole(self.data, "length", "", MIN_SIZE, MIN_SIZE, MAX_SIZE)
        name = reader.text(self.data, "name", "", "")
        ground = reader.choice(self.data, "ground", "", GROUND_CLASSES[:3], "open")
        raw = self.data.get("pieces", [])
        if not isinstance(raw, list) or len(raw) > MAX_PIECES:
            reader.complain(
                "pieces", say("A table can have a list of at most {max_pieces} pieces.", max_pieces=MAX_PIECES)
            )
            raw = []
        if self.problems:
            return None
        pieces = [PieceReader(f"pieces[{i}]", width, length, self.problems).piece(item) for i, item in enumerate(raw)]
        zones = self._zones(width, length)
        sound = [piece for piece in pieces if piece is not None]
        if self.problems:
            return None
        if sum(len(wall.points) - 1 for piece in sound for wall in piece.walls) > MAX_WALLS:
            self.problems.append(
                Problem("pieces", say("A table can have at most {max_walls} stretches of wall.", max_walls=MAX_WALLS))
            )
            return None
        compiled = compile_pieces(sound)
        self.problems += check_pieces(sound, compiled)
        return Table(width, length, sound, name=name, ground=ground, zones=zones, compiled=compiled)

    def _zones(self, width: int, length: int) -> list[Zone]:
        raw = self.data.get("zones", [])
        if not isinstance(raw, list) or len(raw) > MAX_ZONES:
            self.problems.append(
                Problem("zones", say("A table has at most {max_zones} deployment zones.", max_zones=MAX_ZONES))
            )
            return []
        zones: list[Zone] = []
        for i, item in enumerate(raw):
            reader = PieceReader(f"zones[{i}]", width, length, self.problems)
            fields = reader.fields(item, "", ("code", "name", "side", "outline"))
            zone = Zone(
                reader.text(fields, "code", "", ""),
                reader.text(fields, "name", "", ""),
                reader.whole(fields, "side", "", 0, 0, MAX_ZONES - 1),
                reader.polygon(fields.get("outline"), "outline"),
            )
            if not zone.code or any(zone.code == other.code for other in zones):
                reader.complain("code", "Every zone needs a code of its own.")
            zones.append(zone)
        return zones


def _wall_box(wall: Wall, margin: int) -> Box:
    a: Point = (wall.ax, wall.ay)
    b: Point = (wall.bx, wall.by)
    return box_of((a, b), margin + (wall.thickness + 1) // 2)
