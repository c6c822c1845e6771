"""Models of a battle's chat."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.core.models import Battle


class ChatLine(models.Model):
    """A chat line. Players see lines of spectators only after the battle."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="chat")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=1, blank=True)
    text = models.CharField(max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return self.text[:40]
