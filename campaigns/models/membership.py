"""Members of a campaign and their warbands."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class Role(models.TextChoices):
    ARBITRATOR = "arbitrator", _("Arbitrator")
    CO_ARBITRATOR = "co_arbitrator", _("Co-arbitrator")
    PLAYER = "player", _("Player")
    GUEST = "guest", _("Guest")


class Membership(models.Model):
    """A user's membership in a campaign."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=13, choices=Role.choices, default=Role.PLAYER)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["joined_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="one_membership_per_person")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.campaign_id}"

    @property
    def runs_it(self) -> bool:
        return self.role in (Role.ARBITRATOR, Role.CO_ARBITRATOR) and self.left_at is None


class Entry(models.Model):
    """A warband in a campaign. It stays in the standings after it withdraws."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="entries")
    warband = models.ForeignKey("warbands.Warband", on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="entries")
    """Null for a non-player warband, which the arbitrator runs."""
    faction = models.ForeignKey(
        "campaigns.Faction", null=True, blank=True, on_delete=models.SET_NULL, related_name="entries"
    )
    joined_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "warband"], name="a_warband_enters_once"),
            models.UniqueConstraint(
                fields=["warband"], condition=models.Q(withdrawn_at__isnull=True), name="a_warband_plays_one_campaign"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.warband_id} in {self.campaign_id}"
