"""Photos that players take during a tabletop battle."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.tabletop.models import Track
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class TrackPhoto(models.Model):
    """A photo of a tracked battle, re-encoded by the site. It is stored in the database like a portrait. A photo that
    is sent again with the same `command_id` is not added again."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="photos")
    uploader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    command_id = models.CharField(max_length=80)
    content = models.BinaryField()
    media_type = models.CharField(max_length=20)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    description = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("photo of a tabletop battle")
        verbose_name_plural = _("photos of tabletop battles")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["track", "uploader", "command_id"], name="one_photo_per_player_command"),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} {self.width} x {self.height}"
