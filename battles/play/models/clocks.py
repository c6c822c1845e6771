"""Model of a battle's turn clock. The arithmetic and the updates are in `battles/play/clocks/`."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.matches.turn_clocks import CLOCKS, TurnClock


class BattleClock(models.Model):
    """The turn clock of a battle. Times are in seconds of the running clock, by side letter. No
    background job is needed: the remaining time is computed from `since` and the current time."""

    battle = models.OneToOneField("battles.Battle", on_delete=models.CASCADE, related_name="clock")
    code = models.CharField(max_length=20)
    """The kind of clock, from `campaigns.matches.turn_clocks`."""
    left: models.JSONField[dict[str, Any]] = models.JSONField(default=dict)
    """The remaining time of each side: in its bank, or for this turn."""
    holiday: models.JSONField[dict[str, Any]] = models.JSONField(default=dict)
    running: models.JSONField[dict[str, Any]] = models.JSONField(default=dict)
    """Sides whose time is running: "turn" uses the remaining time, a number is the allowance for an answer."""
    outs: models.JSONField[dict[str, Any]] = models.JSONField(default=dict)
    """Number of timeouts of each side."""
    out_turns: models.JSONField[dict[str, Any]] = models.JSONField(default=dict)
    """The last turn (number and side) in which each side had a timeout, because only one is counted per turn."""
    since = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    wants_pause = models.CharField(max_length=8, blank=True)
    """Sides that have asked for a pause."""
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    """When the first of the running sides runs out of time."""

    class Meta:
        verbose_name = _("turn clock")
        verbose_name_plural = _("turn clocks")

    def __str__(self) -> str:
        return f"{self.battle_id}: {self.code}"

    @property
    def terms(self) -> TurnClock:
        return CLOCKS[self.code]
