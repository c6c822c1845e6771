"""Packs and their facts as rows, for search, admin and versions. Everything else reads the Book."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PackRow(models.Model):
    """A loaded pack. `version` is the SHA-256 of the files it was read from."""

    code = models.SlugField(_("code"), max_length=64, unique=True)
    name = models.CharField(_("name"), max_length=80)
    tier = models.PositiveSmallIntegerField(_("tier"))
    publication = models.CharField(_("publication"), max_length=80)
    edition = models.CharField(_("edition"), max_length=80)
    summary = models.CharField(_("summary"), max_length=1000, blank=True)
    version = models.CharField(_("version"), max_length=64)
    loaded_at = models.DateTimeField(_("loaded at"))

    class Meta:
        verbose_name = _("pack")
        verbose_name_plural = _("packs")
        ordering = ("tier", "code")
        constraints = [
            models.CheckConstraint(condition=models.Q(tier__gte=1, tier__lte=3), name="catalogue_pack_tier_1_to_3")
        ]

    def __str__(self) -> str:
        return self.name


class PackEntry(models.Model):
    """One fact of a pack: its kind and code, the text that is searched, and the whole record as JSON."""

    pack = models.ForeignKey(PackRow, on_delete=models.CASCADE, related_name="entries", verbose_name=_("pack"))
    kind = models.CharField(_("kind"), max_length=32)
    code = models.SlugField(_("code"), max_length=64)
    name = models.CharField(_("name"), max_length=80)
    tier = models.PositiveSmallIntegerField(_("tier"))
    page = models.PositiveSmallIntegerField(_("page"), null=True, blank=True)
    is_disputed = models.BooleanField(_("disputed"), default=False)
    search_text = models.TextField(_("search text"), blank=True)
    data = models.JSONField(_("data"))

    class Meta:
        verbose_name = _("pack entry")
        verbose_name_plural = _("pack entries")
        ordering = ("kind", "name", "pk")
        constraints = [models.UniqueConstraint(fields=("kind", "code"), name="catalogue_entry_kind_code_once")]
        indexes = [models.Index(fields=("kind", "name"), name="catalogue_entry_kind_name")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"
