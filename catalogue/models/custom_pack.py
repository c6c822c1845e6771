"""Packs written by players: the draft, and the released versions, which never change."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from catalogue.custom_packs.codes import KEY_LENGTH, MOST_RELEASES, new_key, pack_code, release_code
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class PackVisibility(models.TextChoices):
    PRIVATE = "private", _("Only you")
    LINK = "link", _("Anyone with the link")
    PUBLIC = "public", _("Everyone")


class CustomPack(models.Model):
    """A pack with its draft. `text` is the author's file as last saved, which may contain mistakes. `key` is part of
    the code of every released fact. `edition` counts the saves, so that two windows do not overwrite each other's
    text."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    key = models.CharField(max_length=KEY_LENGTH, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="custom_packs"
    )
    name = NameField(_("name"), max_length=80)
    text = models.TextField(_("text"), blank=True)
    edition = models.PositiveIntegerField(default=1)
    visibility = models.CharField(max_length=7, choices=PackVisibility.choices, default=PackVisibility.PRIVATE)
    forked_from = models.ForeignKey(
        "catalogue.PackRelease", null=True, blank=True, on_delete=models.SET_NULL, related_name="forks"
    )
    source_key = models.CharField(max_length=64, default=new_public_id)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "catalogue_ownpack"  # An earlier release may still run while the database is migrated.
        verbose_name = _("custom pack")
        verbose_name_plural = _("custom packs")
        constraints = [models.UniqueConstraint(fields=["owner", "source_key"], name="own_pack_begun_once")]
        indexes = [models.Index(fields=["visibility", "-changed_at"], name="own_pack_public")]

    def __str__(self) -> str:
        return self.name

    @property
    def code(self) -> str:
        """The code by which campaigns refer to the pack."""
        return pack_code(self.key)


class PackRelease(models.Model):
    """One released version: the text, its plain values, and their SHA-256."""

    pack = models.ForeignKey(CustomPack, on_delete=models.PROTECT, related_name="releases")
    number = models.PositiveSmallIntegerField()
    name = NameField(_("name"), max_length=80)
    note = models.CharField(_("what is new"), max_length=300, blank=True)
    text = models.TextField()
    facts = models.JSONField()
    checksum = models.CharField(max_length=64)
    released_at = models.DateTimeField()

    class Meta:
        verbose_name = _("pack release")
        verbose_name_plural = _("pack releases")
        ordering = ["pack", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["pack", "number"], name="own_pack_release_once"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1, number__lte=MOST_RELEASES), name="own_pack_release_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.number}"

    @property
    def code(self) -> str:
        """The prefix of the codes of all facts of the release. Load the pack together with the release."""
        return release_code(self.pack.key, self.number)
