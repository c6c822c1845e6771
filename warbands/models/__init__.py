"""Models of the warbands app."""

from warbands.models.kit import Kit
from warbands.models.ledger import EntryKind, LedgerEntry
from warbands.models.portrait import Portrait
from warbands.models.template import Audience, Template
from warbands.models.warband import Visibility, Warband, WarbandStatus
from warbands.models.warrior import Warrior, WarriorKind, WarriorStatus

__all__ = [
    "Audience",
    "EntryKind",
    "Kit",
    "LedgerEntry",
    "Portrait",
    "Template",
    "Visibility",
    "Warband",
    "WarbandStatus",
    "Warrior",
    "WarriorKind",
    "WarriorStatus",
]
