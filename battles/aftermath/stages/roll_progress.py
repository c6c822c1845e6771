"""How many rolls of an aftermath a player has entered, and how many are expected. Rule: AF-DICE-02"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from battles.models import Aftermath, AftermathLine
from catalogue.packs.book import Book
from warbands.core.state_storage import load_state
from warbands.rules.member_facts import advances_due

ADVANCES = ("advances", "late_advances")


@dataclass(frozen=True, slots=True)
class RollProgress:
    """The requested roll is number `number` of `total`. Results can add further rolls: an injury with a roll of its
    own, an advance from new experience, exploration."""

    number: int
    total: int


ONLY_ROLL = RollProgress(1, 1)


def rolls_left(row: Aftermath, advances: int = 0) -> int:
    """The number of rolls still expected, including the requested one: one for each casualty, or for each of these
    advances."""
    if row.asked is not None and row.asked["line"]:
        return 1
    if row.stage == "injuries":
        return max(1, len(row.battle_facts.fallen) - row.place)
    return max(1, advances if row.stage in ADVANCES else 1)


def progress_of(row: Aftermath, lines: Iterable[AftermathLine], book: Book) -> RollProgress:
    """The progress that the page shows. `lines` contain the rolls made so far. Reads the roster only while advances are
    rolled."""
    due = 0
    if row.stage in ADVANCES:
        due = sum(advances_due(member, book) for member in load_state(row.warband).active())
    # The rolls of a step that needs further dice have no line yet.
    made = sum(len(line.rolls) for line in lines) + (row.asked or {}).get("made", 0)
    return RollProgress(made + 1, made + rolls_left(row, due))
