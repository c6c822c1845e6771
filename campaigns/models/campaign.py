"""Models of a league: its settings and its code, its addresses, and its event log."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from campaigns.core.defaults import OTHER_PRESET, WARBANDS_PER_PLAYER
from campaigns.standings.rules import POINTS
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class CampaignStatus(models.TextChoices):
    RUNNING = "running", _("Running")
    PAUSED = "paused", _("Paused")
    CLOSED = "closed", _("Closed")
    ARCHIVED = "archived", _("Archived")


class Theme(models.TextChoices):
    """The colours of the league's own pages. Each theme has its colours in the tokens, for light and dark."""

    PLAIN = "plain", _("Ink on paper")
    EMBER = "ember", _("Ember")
    MOSS = "moss", _("Moss")
    RIVER = "river", _("River")
    TALLOW = "tallow", _("Tallow")


class Audience(models.TextChoices):
    PUBLIC = "public", _("Public")
    MEMBERS = "members", _("Members only")


class Campaign(models.Model):
    """A campaign: settings, scoring, and visibility. `slug` is its address."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    slug = models.SlugField(max_length=80, unique=True)
    name = NameField(max_length=80)
    preset = models.CharField(max_length=20, default=OTHER_PRESET)
    status = models.CharField(max_length=8, choices=CampaignStatus.choices, default=CampaignStatus.RUNNING)
    audience = models.CharField(max_length=8, choices=Audience.choices, default=Audience.PUBLIC)
    ruleset = models.CharField(max_length=10, default=DEFAULT_RULESET)
    house_rules = models.JSONField(default=dict, blank=True)
    """Switches that differ from the printed rules, by the keys of the engine's options and of
    `house_rules.switches`."""
    starting_gold_gc = models.PositiveIntegerField(null=True, blank=True)
    """Starting gold for every warband, in gold crowns; empty for the amount of each list."""
    points_win = models.PositiveSmallIntegerField(default=POINTS[0])
    points_draw = models.PositiveSmallIntegerField(default=POINTS[1])
    points_loss = models.PositiveSmallIntegerField(default=POINTS[2])
    warbands_per_player = models.PositiveSmallIntegerField(default=WARBANDS_PER_PLAYER)
    join_code = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    notice = models.TextField(blank=True, max_length=4000)
    allows_late_join = models.BooleanField(default=True)
    """Whether warbands may join once rounds have been planned."""
    is_solo = models.BooleanField(default=False, db_default=False)
    """Whether one player plays it against non-player warbands that bots play, with rounds that plan themselves."""
    formula = models.JSONField(default=dict, blank=True)
    """What counts in the standings in addition to results, by the field names of `standings.rules.Formula`; empty for
    the default."""
    ladder_reach = models.PositiveSmallIntegerField(default=0)
    """How many rungs up a challenge may go; 0 for no ladder."""
    packs = models.JSONField(default=dict, blank=True)
    """Pack code -> version, as chosen by the arbitrator; empty for all packs of the site."""
    map_code = models.CharField(max_length=40, blank=True)
    resources = models.JSONField(default=list, blank=True)
    """Names of the league's counters, besides gold and shards."""
    theme = models.CharField(max_length=8, choices=Theme.choices, default=Theme.PLAIN)
    about = models.TextField(blank=True, max_length=8000)
    logo = models.ForeignKey("campaigns.Picture", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    takeover_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    takeover_asked_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    pause_reason = models.CharField(max_length=300, blank=True)
    """Reason of the pause, visible to all readers; empty unless it is paused."""
    closed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        return self.status == CampaignStatus.RUNNING


class CampaignAddress(models.Model):
    """A previous address of the campaign; it redirects to the current one and no other campaign can use it."""

    slug = models.SlugField(max_length=80, unique=True)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="addresses")

    class Meta:
        verbose_name = _("earlier address")
        verbose_name_plural = _("earlier addresses")

    def __str__(self) -> str:
        return self.slug


class CampaignEvent(models.Model):
    """Something that happened in a campaign. Chronicle and standings are computed from these rows, which are never
    changed. `kind` is a verb in the past tense in snake_case, `data` has plain values by name, and `source_key`
    prevents a repeated job from recording the event twice."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=40)
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    data = models.JSONField(default=dict)
    source_key = models.CharField(max_length=120, default=new_public_id)
    is_revoked = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("campaign event")
        verbose_name_plural = _("campaign events")
        ordering = ["campaign", "at", "pk"]
        constraints = [models.UniqueConstraint(fields=["campaign", "source_key"], name="a_campaign_event_happens_once")]
        indexes = [models.Index(fields=["campaign", "kind", "at"], name="campaign_events_by_kind")]

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.kind}"
