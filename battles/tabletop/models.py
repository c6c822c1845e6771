"""Models of tabletop battles that are tracked turn by turn: the line-up at the start, and every recorded event."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.core.defaults import PLAIN_SCENARIO
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class Track(models.Model):
    """One battle played with miniatures. `setup` is the line-up (`tracker.Muster`), which is fixed once the battle has
    begun; `battle` is the sheet created from it."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    match = models.ForeignKey(
        "campaigns.Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="tracks"
    )
    first = models.ForeignKey("warbands.Warband", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("warbands.Warband", on_delete=models.CASCADE, related_name="+")
    others = models.ManyToManyField("warbands.Warband", related_name="+", blank=True)
    """The third side and further ones; `setup` states which warband plays which side."""
    ruleset = models.CharField(max_length=10)
    options = models.JSONField(default=dict, blank=True)
    scenario_code = models.CharField(max_length=60, default=PLAIN_SCENARIO)
    setup = models.JSONField()
    count = models.PositiveIntegerField(default=0)
    """Number of recorded events, including those that were undone."""
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    started_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    battle = models.ForeignKey(
        "battles.Battle", null=True, blank=True, on_delete=models.SET_NULL, related_name="tracks"
    )

    class Meta:
        verbose_name = _("tabletop battle")
        verbose_name_plural = _("tabletop battles")
        ordering = ["-started_at", "-pk"]

    def __str__(self) -> str:
        return self.public_id

    @property
    def version(self) -> str:
        """A text that changes with each recorded or undone event, and when the battle ends."""
        return f"{self.changed_at.timestamp():.6f}-{self.count}{'-ended' if self.ended_at else ''}"


class TrackStep(models.Model):
    """One recorded event at the table. An event that is sent again with the same `command_id` is not counted again. Ids
    are compared only with those of the same player."""

    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    data = models.JSONField(default=dict)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    command_id = models.CharField(max_length=64)
    is_undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["track", "number"]
        constraints = [
            models.UniqueConstraint(fields=["track", "number"], name="one_press_of_a_number"),
            models.UniqueConstraint(fields=["track", "actor", "command_id"], name="one_step_per_player_command"),
        ]

    def __str__(self) -> str:
        return f"{self.track_id}:{self.number} {self.kind}"
