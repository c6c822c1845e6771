"""Model of draw offers. Operations and display are in `battles/play/draw_offers/`."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class OfferState(models.TextChoices):
    OPEN = "open", _("Waiting for an answer")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    REFUSED = "refused", _("Refused")
    LAPSED = "lapsed", _("Expired")
    ACCEPTED = "accepted", _("Accepted")


class DrawOffer(models.Model):
    """One side's offer to end a battle as a tie. It is valid until that side's next turn begins."""

    battle = models.ForeignKey("battles.Battle", on_delete=models.CASCADE, related_name="draw_offers")
    side = models.CharField(max_length=1)
    """The letter of the side that makes the offer."""
    state = models.CharField(max_length=9, choices=OfferState.choices, default=OfferState.OPEN)
    agreed = models.CharField(max_length=8)
    """Letters of the sides that agree, including the one that made the offer."""
    refused_by = models.CharField(max_length=1, blank=True)
    is_past = models.BooleanField(default=False)
    """Whether a turn of the offering side has begun since the offer, so that it may make a new one."""
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("draw offer")
        verbose_name_plural = _("draw offers")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["battle"], condition=models.Q(state="open"), name="one_open_offer_of_a_draw"
            )
        ]

    def __str__(self) -> str:
        return f"{self.battle_id} {self.side} {self.state}"
