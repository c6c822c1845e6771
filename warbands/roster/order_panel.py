"""The panel to reorder the roster: each section with the possible moves of each line."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from warbands.core.state import SECTIONS
from warbands.shared.sheet import Roster, RosterWarrior


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A line of the panel. `up` and `down` are the keys of the members before which a click moves it: `up` is None for
    the first line, `down` is None for the last and "" if the line moves to the end."""

    warrior: RosterWarrior
    up: str | None
    down: str | None


@dataclass(frozen=True, slots=True)
class OrderSection:
    """Members of one section."""

    label: str
    rows: tuple[OrderRow, ...]


def order_panel(roster: Roster) -> tuple[OrderSection, ...]:
    """Heroes, henchmen and hired swords; empty sections are left out."""
    labels = (_("Heroes"), _("Henchmen"), _("Hired swords"))
    found = []
    for label, kinds in zip(labels, SECTIONS, strict=True):
        stand = roster.of_kind(*kinds)
        if stand:
            found.append(OrderSection(label, tuple(_row(stand, at) for at in range(len(stand)))))
    return tuple(found)


def _row(stand: tuple[RosterWarrior, ...], at: int) -> OrderRow:
    last = len(stand) - 1
    after = stand[at + 2].key if at + 2 <= last else ""
    return OrderRow(stand[at], stand[at - 1].key if at else None, after if at < last else None)
