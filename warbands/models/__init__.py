"""Rows of the warbands room."""

from warbands.models.kit import Kit
from warbands.models.ledger import EntryKind, LedgerEntry
from warbands.models.portrait import Portrait
from warbands.models.warband import Visibility, Warband, WarbandStatus
from warbands.models.warrior import Warrior, WarriorKind, WarriorStatus

__all__ = [
    "EntryKind",
    "Kit",
    "LedgerEntry",
    "Portrait",
    "Visibility",
    "Warband",
    "WarbandStatus",
    "Warrior",
    "WarriorKind",
    "WarriorStatus",
]
