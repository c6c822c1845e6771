"""Patterns that distinguish kinds of ground without colour (dots, waves, leaves, reeds, hatching, triangles), and names
of terrain pieces. Patterns use one user unit per inch, in the colour of the wall token. Class of ground: TR-CLASS-01;
danger: TR-DANGER-01."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.html import escape
from django.utils.translation import gettext as _

from battles.board.svg.materials import BRICKS, COBBLES_HIGH, COBBLES_WIDE, PLANKS, RUBBLE, TREE, WAVES, cobbles
from battles.engine.table.compiler import Area, Solid
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.table import Table
from battles.engine.terrain.kinds import family_of, is_special_piece

PATTERNS: dict[str, tuple[float, str]] = {
    "rough": (1.3, RUBBLE),
    "very-rough": (0.4, '<circle cx=".1" cy=".1" r=".06"/><circle cx=".3" cy=".3" r=".06"/>'),
    "water": (1.8, WAVES),
    "deep": (0.8, '<path d="M0 .2q.2-.18.4 0t.4 0M0 .4q.2-.18.4 0t.4 0M0 .66q.2-.18.4 0t.4 0"/>'),
    "wood": (1.1, '<path d="M.3.55q-.26-.3 0-.5.26.2 0 .5zv.16M.85 1.05q-.26-.3 0-.5.26.2 0 .5zv.04"/>'),
    "marsh": (1, '<path d="M.15.4h.4M.25.4V.15M.35.4V.08M.45.4V.2M.6.9h.35M.7.9V.62M.82.9V.56"/>'),
    "barred": (0.5, '<path d="M0 0l.5.5M.5 0l-.5.5"/>'),
    "masonry": (0.45, '<path d="M-.1.1l.2-.2M0 .45l.45-.45M.35.55l.2-.2"/>'),
    "steps": (0.5, '<path d="M0 .12h.5M0 .37h.5"/>'),
    "planks": (1.28, PLANKS),
    "bricks": (0.56, BRICKS),
    "danger": (1.3, '<path d="M.3.5l.2-.36.2.36zM.95 1.15l.2-.36.2.36z"/>'),
}
"""Patterns by name: the side of the repeated square in inches, and its content."""
OF_GROUND = {
    "difficult": "rough",
    "very_difficult": "very-rough",
    "shallow_water": "water",
    "deep_water": "deep",
    "impassable_ground": "barred",
}
OF_FLAGS = {"forest": "wood", "marsh": "marsh", "river": "water"}
SMALL = 300
"""Special pieces of at most this width have their name below them."""


USED = re.compile(r"#t-([a-z-]+)")
ALWAYS = frozenset({"steps"})
"""Patterns that are always defined, because the style sheet fills a reach with them."""


def definitions(drawn: str) -> str:
    """The `<defs>` of the patterns and of the tree that this drawing uses, and of the patterns for a reach."""
    used = ALWAYS | set(USED.findall(drawn))
    patterns = "".join(
        f'<pattern id="t-{name}" class="pattern {name}" width="{side:g}" height="{side:g}" '
        f'patternUnits="userSpaceOnUse">{inside}</pattern>'
        for name, (side, inside) in PATTERNS.items()
        if name in used
    )
    street = (
        f'<pattern id="t-cobbles" class="pattern cobbles" width="{COBBLES_WIDE:g}" height="{COBBLES_HIGH:g}" '
        f'patternUnits="userSpaceOnUse" patternTransform="rotate(-4)">{cobbles()}</pattern>'
    )
    return f"<defs>{patterns}{street}{TREE if 'tree' in used else ''}</defs>"


def marks_of(area: Area) -> list[str]:
    """Names of the patterns of an area, from bottom to top."""
    found = []
    if area.ground == "deep_water":
        found.append("deep")
    else:
        found += [pattern for flag, pattern in OF_FLAGS.items() if flag in area.flags]
    if not found and area.ground in OF_GROUND:
        found.append(OF_GROUND[area.ground])
    if "dangerous" in area.flags:
        found.append("danger")
    return found


def marked(names: Iterable[str], shape: str) -> str:
    """SVG paths that fill one outline with each of these patterns, one above the other."""
    return "".join(f'<path class="marks" fill="url(#t-{name})" d="{shape}"/>' for name in names)


def title_of(piece: TerrainPiece, ground: str = "") -> str:
    """A `<title>` with the name of the piece and its class of ground, shown when the pointer is over it."""
    words = [piece.name or piece.kind.replace("_", " ").capitalize(), *([ground_word(ground)] if ground else [])]
    return f"<title>{escape(', '.join(word for word in words if word))}</title>"


def ground_word(ground: str) -> str:
    """The name of a class of ground; "" for open ground."""
    known = {
        "difficult": _("difficult ground"),
        "very_difficult": _("very difficult ground"),
        "shallow_water": _("shallow water"),
        "deep_water": _("deep water"),
        "impassable_ground": _("impassable"),
        "impassable_solid": _("solid"),
    }
    return known.get(ground, "")


def solid_marks(solid: Solid, shape: str) -> str:
    """Hatching of blocks that reach to the top of the piece; hills have none, because models can walk on them."""
    return "" if solid.hill else marked(("masonry",), shape)


def names_svg(table: Table) -> str:
    """The names of special pieces and of buildings that can be held, drawn in their middle or below them."""
    drawn = []
    for piece in table.pieces:
        if not (is_special_piece(piece.kind) or piece.building_mode == "garrison"):
            continue
        xs, ys = [x for x, _y in piece.outline], [y for _x, y in piece.outline]
        x = (min(xs) + max(xs)) / 200
        is_small = max(xs) - min(xs) <= SMALL or family_of(piece.kind) == "obstacle"
        y = (min(ys) - 45) / 100 if is_small else (min(ys) + max(ys)) / 200
        y = max(0.3, y)
        name = piece.name or piece.kind.replace("_", " ").capitalize()
        drawn.append(f'<text class="piece-name" x="{x:g}" y="{table.length / 100 - y:g}">{escape(name)}</text>')
    return f'<g class="layer names" aria-hidden="true">{"".join(drawn)}</g>' if drawn else ""
