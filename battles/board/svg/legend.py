"""The legend of a table's drawing: a swatch and a name for every material on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from battles.board.svg.walls import LOW_WALL
from battles.engine.table.table import Table

GROUND = '<path class="floor-0" d="M0 0h1.8v1.2H0z"/>'


class Material(NamedTuple):
    """One line of the legend. The swatch is the content of an SVG of 1.8 by 1.2 inches."""

    swatch: SafeString
    name: str


def legend_of(table: Table) -> list[Material]:
    """The materials of this table, the ground first."""
    return [Material(mark_safe(GROUND + drawn), name) for drawn, name in _found(table)]


def _area(classes: str, pattern: str) -> str:
    square = 'd="M.1.1h1.6v1H.1z"'
    return f'<path class="area {classes}" {square}/><path class="marks" fill="url(#t-{pattern})" {square}/>'


def _line(kind: str) -> str:
    line = 'd="M.2.6h1.4"'
    below = f'<path class="wall {kind}" stroke-width=".3" {line}/>'
    return f'{below}<path class="wall-top {kind}" stroke-width=".18" {line}/>'


def _found(table: Table) -> Iterator[tuple[str, str]]:
    grounds = {area.ground for area in table.areas}
    flags = {flag for area in table.areas for flag in area.flags}
    openings = {opening.kind for wall in table.walls for opening in wall.openings}
    yield '<path fill="url(#t-cobbles)" d="M0 0h1.8v1.2H0z"/>', _("Street: open ground")
    if any(area.ground == "difficult" and not area.flags & {"forest", "river", "marsh"} for area in table.areas):
        yield _area("difficult", "rough"), _("Rubble: difficult ground")
    if "very_difficult" in grounds:
        yield _area("very_difficult", "very-rough"), _("Very difficult ground")
    if "forest" in flags:
        yield '<use href="#t-tree" transform="translate(.9 .6) scale(.7)"/>', _("Wood")
    if "river" in flags or grounds & {"shallow_water", "deep_water"}:
        yield _area("river", "water"), _("Water")
    if "marsh" in flags:
        yield _area("marsh", "marsh"), _("Marsh")
    if any(wall.z1 - wall.z0 > LOW_WALL for wall in table.walls):
        yield _line("high"), _("High wall, with its shadow")
    if any(wall.z1 - wall.z0 <= LOW_WALL and wall.hard for wall in table.walls):
        yield _line("low"), _("Low wall: hard cover")
    if any(wall.z1 - wall.z0 <= LOW_WALL and not wall.hard for wall in table.walls):
        yield _line("low soft"), _("Fence or hedge: soft cover")
    if openings & {"door", "gate"}:
        yield '<path class="opening door" d="M.2.6h1.4"/>', _("Door")
    if "window" in openings:
        yield '<path class="opening window" d="M.2.6h1.4"/>', _("Window")
    if any(surface.kind == "floor" and surface.z for surface in table.surfaces):
        planks = 'd="M.1.1h1.6v1H.1z"'
        floor = f'<path class="storey floor-6" {planks}/><path class="material" fill="url(#t-planks)" {planks}/>'
        yield floor, _("Floor, with its height in inches")
    if table.connectors:
        rungs = 'd="M.2.4h1.4M.2.8h1.4M.5.4v.4M.9.4v.4M1.3.4v.4"'
        yield f'<path class="way" {rungs}/><path class="way-wood" {rungs}/>', _("Ladder, rope or stairs")
