"""Models for what a player decides about a warband before its battles."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class LineUp(models.Model):
    """Which warriors of a warband stay at home. Warriors without an entry fight, so that new recruits fight too."""

    warband = models.OneToOneField("warbands.Warband", on_delete=models.CASCADE, related_name="line_up")
    at_home = models.JSONField(default=dict, blank=True)
    """Number of models that stay at home, by the public id of the warrior or henchman group."""

    class Meta:
        verbose_name = _("line-up")
        verbose_name_plural = _("line-ups")

    def __str__(self) -> str:
        return f"{self.warband_id}: {self.at_home}"


class SavedDeployment(models.Model):
    """Where the models of a warband were set up, to use it again on tables of this size. Places are in hundredths of an
    inch, seen from the edge at which the side started then."""

    warband = models.ForeignKey("warbands.Warband", on_delete=models.CASCADE, related_name="deployments")
    width = models.PositiveIntegerField()
    length = models.PositiveIntegerField()
    places = models.JSONField(default=dict)
    """[x, y, z] by model. The key is the public id of the warrior or group and the number in the group
    (`4kPq8ZxTn2Lw-2`)."""
    saved_at = models.DateTimeField()

    class Meta:
        verbose_name = _("saved deployment")
        verbose_name_plural = _("saved deployments")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["warband", "width", "length"], name="one_deployment_of_a_table_size")
        ]

    def __str__(self) -> str:
        return f"{self.warband_id} {self.width}x{self.length}"

    @property
    def width_inches(self) -> float:
        return self.width / 100

    @property
    def length_inches(self) -> float:
        return self.length / 100

    @property
    def count(self) -> int:
        """The number of models that it places."""
        return len(self.places)
