"""A warband saved as a template: new warbands can be started from it, by its owner or by all users."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class Audience(models.TextChoices):
    PRIVATE = "private", _("Only you")
    PUBLIC = "public", _("Everyone")


class Template(models.Model):
    """Warriors and equipment of one list. `document` is a warbands.exchange.save.Save; `packs` are the custom packs it
    needs.

    `models_count` counts warriors, `cost_gc` is the cost of warriors and equipment in gold crowns when it was saved,
    `uses` counts drafts started from it.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="warband_templates")
    name = NameField(_("name"), max_length=80)
    about = models.TextField(_("description"), blank=True, max_length=1000)
    warband_type_code = models.CharField(max_length=64)
    packs: "models.JSONField[Any, Any]" = models.JSONField(default=dict, blank=True)
    document: "models.JSONField[Any, Any]" = models.JSONField()
    audience = models.CharField(max_length=7, choices=Audience.choices, default=Audience.PRIVATE)
    models_count = models.PositiveSmallIntegerField(default=0)
    cost_gc = models.PositiveIntegerField(default=0)
    uses = models.PositiveIntegerField(default=0)
    source_key = models.CharField(max_length=160, null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("warband template")
        verbose_name_plural = _("warband templates")
        constraints = [models.UniqueConstraint(fields=["owner", "source_key"], name="template_source_once")]
        indexes = [
            models.Index(fields=["audience", "-uses"], name="template_public"),
            models.Index(fields=["owner", "-created_at"], name="template_of_owner"),
        ]

    def __str__(self) -> str:
        return self.name
