"""Models for verifiable dice of an aftermath: its own seeds, and requests to revert it. Rules: AF-DICE-03,
AF-BACK-03"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class AftermathSeed(models.Model):
    """A secret seed that replaces the previous one of an aftermath.

    The aftermath's first seed, number 0, is the battle's. Seed n + 1 is drawn and its fingerprint shown before seed n
    becomes public; nothing is rolled from it before `taken_at`.
    """

    aftermath = models.ForeignKey("battles.Aftermath", on_delete=models.CASCADE, related_name="seeds")
    number = models.PositiveSmallIntegerField()
    seed = models.BinaryField(max_length=32)
    fingerprint = models.CharField(max_length=64)
    committed_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    """When the seed was first used for rolls."""

    class Meta:
        verbose_name = _("seed of an aftermath")
        verbose_name_plural = _("seeds of aftermaths")
        ordering = ["aftermath", "number"]
        constraints = [models.UniqueConstraint(fields=["aftermath", "number"], name="one_seed_per_number")]

    def __str__(self) -> str:
        return f"{self.aftermath_id}~{self.number}"


class RevertState(models.TextChoices):
    OPEN = "open", _("Waiting for an answer")
    DONE = "done", _("Reverted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    EXPIRED = "expired", _("Expired")


class AftermathRevert(models.Model):
    """A request to revert the whole aftermath of a battle. Once all have agreed, it is the record of the revert."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    battle = models.ForeignKey("battles.Battle", on_delete=models.CASCADE, related_name="reverts")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=200)
    state = models.CharField(max_length=9, choices=RevertState.choices, default=RevertState.OPEN)
    needed: models.JSONField[list[int]] = models.JSONField(default=list)
    """Primary keys of the players whose consent is needed, without the one who made the request."""
    agreed: models.JSONField[list[int]] = models.JSONField(default=list)
    """Primary keys of the players who have agreed."""
    declined_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    asked_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    rolls: models.JSONField[list[list[Any]]] = models.JSONField(default=list, blank=True)
    """The rolls that the revert discarded, in the form of the lines."""

    class Meta:
        verbose_name = _("revert of an aftermath")
        verbose_name_plural = _("reverts of aftermaths")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["battle"], condition=models.Q(state="open"), name="one_open_revert_request_per_battle"
            )
        ]

    def __str__(self) -> str:
        return f"{self.battle_id} {self.state}"
