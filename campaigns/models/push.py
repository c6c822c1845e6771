"""Browsers that get push notifications."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class PushDevice(models.Model):
    """One browser of a user: where to send messages, and the keys to encrypt them."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=400, unique=True)
    point = models.CharField(max_length=100)
    """The browser's public key, base64url."""
    auth = models.CharField(max_length=40)
    name = NameField(max_length=60, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("push device")
        verbose_name_plural = _("push devices")
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.user_id} {self.name}"
