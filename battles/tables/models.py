"""Models of users' tables: the current table, and the steps that can be undone."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class Audience(models.TextChoices):
    PRIVATE = "private", _("Only you")
    LINK = "link", _("Anyone with the link")
    PUBLIC = "public", _("Everyone")


class DrawnTable(models.Model):
    """A table of a user. `data` is always valid, because the engine's reader has checked it. `step` is the number of
    changes."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drawn_tables")
    name = NameField(max_length=60)
    data = models.JSONField()
    audience = models.CharField(max_length=7, choices=Audience.choices, default=Audience.PRIVATE)
    step = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["-changed_at", "-pk"]
        indexes = [models.Index(fields=["audience", "-changed_at"], name="drawn_table_shared")]

    def __str__(self) -> str:
        return self.name

    @property
    def version(self) -> str:
        """A key that changes with `data`. `step` alone does not: a change after an undo uses a number again."""
        return f"{self.public_id}:{self.step}:{self.changed_at.timestamp()}"


class TableStep(models.Model):
    """The table before step `number + 1`. Steps after the current one can be redone."""

    table = models.ForeignKey(DrawnTable, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    data = models.JSONField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_step_of_a_number")]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.number}"
