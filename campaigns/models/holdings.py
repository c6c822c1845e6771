"""Other data of a league: held districts, factions, counters, awards."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from campaigns.models.campaign import Campaign
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class Holding(models.Model):
    """The current holder of a district of the league's map. Earlier holders are in the events."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="holdings")
    district_code = models.CharField(max_length=40)
    entry = models.ForeignKey("campaigns.Entry", on_delete=models.CASCADE, related_name="holdings")
    since = models.DateTimeField()

    class Meta:
        verbose_name = _("holding")
        verbose_name_plural = _("holdings")
        ordering = ["campaign", "district_code"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "district_code"], name="a_district_has_one_holder"),
        ]

    def __str__(self) -> str:
        return f"{self.district_code} held by {self.entry_id}"


class Faction(models.Model):
    """A faction that several warbands fight for."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="factions")
    name = NameField(max_length=60)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("faction")
        verbose_name_plural = _("factions")
        ordering = ["campaign", "name"]
        constraints = [models.UniqueConstraint(fields=["campaign", "name"], name="a_faction_has_its_name")]

    def __str__(self) -> str:
        return self.name


class ResourceEntry(models.Model):
    """A change of a counter. Rows are never altered; the total is their sum."""

    entry = models.ForeignKey("campaigns.Entry", on_delete=models.CASCADE, related_name="resource_entries")
    resource = models.CharField(max_length=40)
    delta = models.IntegerField()
    reason = models.CharField(max_length=200)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    source_key = models.CharField(max_length=120, default=new_public_id)

    class Meta:
        verbose_name = _("resource entry")
        verbose_name_plural = _("resource entries")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "source_key"], name="a_resource_entry_once")]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.resource} {self.delta:+}"


class Award(models.Model):
    """An award given by an arbitrator. Achievements are not stored; they are calculated when they are shown."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="awards")
    entry = models.ForeignKey("campaigns.Entry", on_delete=models.CASCADE, related_name="awards")
    title = NameField(max_length=80)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("award")
        verbose_name_plural = _("awards")
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return self.title
