"""Undo points of answers. They are recorded before an answer is carried out. Rule: AF-BACK-01"""

from __future__ import annotations

from django.db.models import Max

from battles.aftermath.stored.requests import UndoPoint
from battles.models import Aftermath, AftermathLine
from warbands.models import Warband


def undo_point(row: Aftermath) -> UndoPoint:
    """The current version of the warband and the last line of the aftermath."""
    last = AftermathLine.objects.filter(aftermath=row).aggregate(last=Max("number"))["last"] or 0
    version = Warband.objects.values_list("version", flat=True).get(pk=row.warband_id)
    return {"version": version, "last": last}
