"""The table as text: every terrain piece with its place and effect, for readers who use the board as a list. Heights
and kinds of ground are also in the drawing; no distance is revealed (MV-MEAS-01). Rules: TR-CLASS-01, TR-DANGER-01"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.board.model_views import place_word
from battles.board.svg.ground import ground_word
from battles.engine.table.compiler import top_of
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.table import Table

FLAG_WORDS: dict[str, Callable[[], str]] = {
    "forest": lambda: _("a wood"),
    "river": lambda: _("water"),
    "marsh": lambda: _("marsh"),
    "ford": lambda: _("a crossing"),
    "hill": lambda: _("a hill"),
    "dangerous": lambda: _("dangerous to models that run or charge over it"),
}
LOW = 50


class PieceText(NamedTuple):
    """One piece: its name, place and properties."""

    name: str
    place: str
    facts: str


def table_as_text(table: Table) -> list[PieceText]:
    """All terrain pieces, from the near edge to the far edge."""
    pieces = sorted(table.pieces, key=lambda piece: (min(y for _x, y in piece.outline), piece.id))
    return [PieceText(name_of(piece), place_of(table, piece), ", ".join(_facts(table, piece))) for piece in pieces]


def name_of(piece: TerrainPiece) -> str:
    """The name of a terrain piece as players know it."""
    return piece.name or piece.kind.replace("_", " ").capitalize()


def place_of(table: Table, piece: TerrainPiece) -> str:
    """The ninth of the table that contains the middle of a terrain piece."""
    x, y = (sum(point[axis] for point in piece.outline) / len(piece.outline) for axis in (0, 1))
    return part_of_table(table, x, y)


def part_of_table(table: Table, x: float, y: float) -> str:
    """A position as a ninth of the table, seen from the near edge."""
    across = (_("left"), _("middle"), _("right"))[min(2, int(3 * x // max(1, table.width)))]
    deep = (_("near edge"), _("centre"), _("far edge"))[min(2, int(3 * y // max(1, table.length)))]
    return f"{deep}, {across}"


def _facts(table: Table, piece: TerrainPiece) -> list[str]:
    number = table.pieces.index(piece)
    areas = [area for area in table.areas if area.piece == number and area.zs[0] == piece.z0]
    flags = {flag for area in areas for flag in area.flags} | set(piece.flags)
    found = [words() for flag, words in FLAG_WORDS.items() if flag in flags]
    found += dict.fromkeys(word for area in areas if (word := ground_word(area.ground)))
    floors = sorted({surface.z for surface in table.surfaces if surface.piece == number and surface.z > piece.z0})
    if piece.building_mode == "garrison":
        found.append(_("a building that can be held"))
    elif floors:
        found.append(_("floors: %(floors)s") % {"floors": ", ".join(place_word(z) for z in floors)})
    ladders = sum(way.piece == number for way in table.connectors)
    if ladders:
        found.append(
            ngettext("%(n)d ladder, rope or stair", "%(n)d ladders, ropes or stairs", ladders) % {"n": ladders}
        )
    doors = sum(
        opening.kind in ("door", "gate") for wall in table.walls if wall.piece == number for opening in wall.openings
    )
    if doors:
        found.append(ngettext("%(n)d door", "%(n)d doors", doors) % {"n": doors})
    high = top_of(piece) - piece.z0
    if high >= LOW and "hill" not in flags:
        found.append(_("%(inches).1f inches high") % {"inches": high / 100})
    return found
