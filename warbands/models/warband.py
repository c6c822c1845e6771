"""A player's warband between battles: its totals, its name, its visibility."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class WarbandStatus(models.TextChoices):
    DRAFT = "draft", _("Draft")
    FOUNDED = "founded", _("Founded")
    ARCHIVED = "archived", _("Archived")


class Visibility(models.TextChoices):
    PRIVATE = "private", _("Only you")
    LINK = "link", _("Anyone with the link")
    PUBLIC = "public", _("Everyone")


class Warband(models.Model):
    """One warband. Catalogue facts are stored by code; `version` grows with every ledger entry.

    `seed` decides random results of recruitment (a wizard's first spell), so that hiring again gives the same result.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="warbands")
    name = NameField(_("name"), max_length=80)
    warband_type_code = models.CharField(max_length=64)
    pack_pins = models.JSONField(default=dict, blank=True)
    house_rules = models.JSONField(default=list, blank=True)
    alignment = models.CharField(max_length=16, default="", blank=True)
    """An alignment that the list allows, chosen when the draft starts; empty means the first of them. Rule:
    ALLY-ALIGN-01"""
    league_ruleset = models.CharField(max_length=10, default="", blank=True)
    """The ruleset of the league the warband plays in, so that pages show what equipment does there; empty outside
    leagues."""
    founding_gold_gc = models.PositiveIntegerField()
    treasury_gc = models.IntegerField(default=0)
    shards = models.IntegerField(default=0)
    notes_public = models.TextField(_("public notes"), blank=True, max_length=4000)
    notes_private = models.TextField(_("private notes"), blank=True, max_length=4000)
    visibility = models.CharField(max_length=7, choices=Visibility.choices, default=Visibility.LINK)
    share_key = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    status = models.CharField(max_length=8, choices=WarbandStatus.choices, default=WarbandStatus.DRAFT)
    status_before_archive = models.CharField(max_length=8, blank=True)
    crest = models.CharField(max_length=80, blank=True)
    seed = models.CharField(max_length=32)
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    founded_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("warband")
        verbose_name_plural = _("warbands")
        constraints = [
            models.CheckConstraint(condition=models.Q(treasury_gc__gte=0), name="warband_treasury_not_below_zero"),
            models.CheckConstraint(condition=models.Q(shards__gte=0), name="warband_shards_not_below_zero"),
            models.CheckConstraint(
                condition=models.Q(status="draft") | models.Q(founded_at__isnull=False) | models.Q(status="archived"),
                name="warband_founded_has_a_date",
            ),
        ]
        indexes = [
            models.Index(fields=["owner", "status", "-changed_at"], name="warband_of_owner"),
            models.Index(fields=["visibility", "-changed_at"], name="warband_public"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_draft(self) -> bool:
        """Whether the warband is not founded yet. Drafts sell equipment for the price that was paid."""
        return self.status == WarbandStatus.DRAFT

    @property
    def emblem(self) -> str:
        """The spec or seed of the crest. A warband without a crest of its own uses its name as the seed and for the
        letter."""
        return self.crest or f"{self.name.removeprefix('The ')} {self.public_id}"
