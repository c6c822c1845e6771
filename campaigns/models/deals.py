"""Agreements between two warbands: trades, ransoms, alliances. Both sides have to accept."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class DealStatus(models.TextChoices):
    OFFERED = "offered", _("Offered")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Deal(models.Model):
    """An offer of the entry `one`: it gives `gives` and gets `takes`. Both contain gold and shards (whole numbers),
    `kit` (key, name, count, from the stash of the giver) and `captives` (key and name of a warrior whom the giver
    holds)."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="deals")
    one = models.ForeignKey("campaigns.Entry", on_delete=models.CASCADE, related_name="deals_offered")
    other = models.ForeignKey("campaigns.Entry", on_delete=models.CASCADE, related_name="deals_received")
    gives = models.JSONField(default=dict)
    takes = models.JSONField(default=dict)
    note = models.CharField(max_length=300, blank=True)
    status = models.CharField(max_length=9, choices=DealStatus.choices, default=DealStatus.OFFERED)
    offered_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ["-offered_at", "-pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(one=models.F("other")), name="a_deal_has_two_sides")]
        indexes = [models.Index(fields=["campaign", "status"], name="deals_by_status")]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id} ({self.status})"


class Alliance(models.Model):
    """A pact of two warbands: proposed by one, active once the other accepts, until either ends it."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="alliances")
    one = models.ForeignKey("campaigns.Entry", on_delete=models.CASCADE, related_name="alliances_proposed")
    other = models.ForeignKey("campaigns.Entry", on_delete=models.CASCADE, related_name="alliances_received")
    proposed_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("alliance")
        verbose_name_plural = _("alliances")
        ordering = ["-proposed_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["one", "other"], condition=models.Q(ended_at__isnull=True), name="one_alliance_of_two"
            ),
            models.CheckConstraint(condition=~models.Q(one=models.F("other")), name="an_alliance_has_two_sides"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id}"
