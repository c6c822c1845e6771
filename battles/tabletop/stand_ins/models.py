"""Opponents without an account: the warband that was entered for them, and the link with which they confirm a sheet."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


def new_key() -> str:
    """A random key of 22 characters for an address, which cannot be guessed."""
    return secrets.token_urlsafe(16)


class StandIn(models.Model):
    """A warband that was entered for an opponent without an account. The player who entered it owns the warband until
    the opponent claims it with `claim_key`."""

    warband = models.OneToOneField("warbands.Warband", on_delete=models.CASCADE, related_name="stand_in")
    player_name = NameField(max_length=80)
    rating = models.PositiveIntegerField(null=True, blank=True)
    """The rating that the opponent stated. If it is empty, the rating of the roster is used."""
    claim_key = models.CharField(max_length=22, unique=True, default=new_key, editable=False)
    entered_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("stand-in warband")
        verbose_name_plural = _("stand-in warbands")
        ordering = ["-entered_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.warband_id} for {self.player_name}"


class PaperRoster(models.Model):
    """The photo of the paper roster of a warband that was entered for an opponent without an account."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    stand_in = models.OneToOneField(StandIn, on_delete=models.CASCADE, related_name="paper_roster")
    content = models.BinaryField()
    media_type = models.CharField(max_length=20)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("photo of a roster")
        verbose_name_plural = _("photos of rosters")

    def __str__(self) -> str:
        return f"{self.public_id} {self.width} x {self.height}"


class LinkAnswer(models.TextChoices):
    CONFIRMED = "confirmed", _("Confirmed")
    REJECTED = "rejected", _("Rejected")


class ConfirmLink(models.Model):
    """The link with which one side of a waiting sheet confirms or rejects it without signing in. If the sheet is
    replaced, the answer is deleted and the side is asked again."""

    side = models.OneToOneField("battles.BattleSide", on_delete=models.CASCADE, related_name="confirm_link")
    key = models.CharField(max_length=22, unique=True, default=new_key, editable=False)
    answer = models.CharField(max_length=9, choices=LinkAnswer.choices, blank=True)
    message = models.TextField(max_length=500, blank=True)
    """What is wrong with the sheet, as written by the opponent who rejected it."""
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("confirmation link")
        verbose_name_plural = _("confirmation links")

    def __str__(self) -> str:
        return f"{self.side_id}: {self.answer or 'open'}"
