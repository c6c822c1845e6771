"""Notices to users, their notification settings, and webhooks."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign, CampaignEvent
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class Notice(models.Model):
    """One line of a user's inbox. `source_key` keeps a repeated job from writing it twice."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20)
    sentence = models.CharField(max_length=400)
    url = models.CharField(max_length=300)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    is_for_mail = models.BooleanField(default=False)
    mailed_at = models.DateTimeField(null=True, blank=True)
    source_key = models.CharField(max_length=120)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """The user who waits for an answer, such as to an invitation; null for all other notices and for older ones."""
    answered_at = models.DateTimeField(null=True, blank=True)
    """When the user declined what the notice offers."""
    about = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()), blank=True)
    """Ids of what the notice is about: `campaigns.matches.references.References`. Empty in older notices."""

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "source_key"], name="a_notice_comes_once")]
        indexes = [
            models.Index(fields=["user", "-at"], name="notices_of_user"),
            models.Index(
                fields=["at"], name="notices_to_mail", condition=models.Q(is_for_mail=True, mailed_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.sentence


class Rhythm(models.TextChoices):
    OFF = "off", _("No email")
    AT_ONCE = "at_once", _("An email for each")
    DAILY = "daily", _("One email a day")


class NoticeChoice(models.Model):
    """Notification settings of a user; the defaults apply if there is no row. `stop_key` is the key in the unsubscribe
    link of every mail."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_choice")
    muted = models.JSONField(default=list, blank=True)
    """Kinds of notices that the user has muted."""
    rhythm = models.CharField(max_length=7, choices=Rhythm.choices, default=Rhythm.OFF)
    stop_key = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notification setting")
        verbose_name_plural = _("notification settings")

    def __str__(self) -> str:
        return f"{self.user_id} {self.rhythm}"


class WebhookForm(models.TextChoices):
    GENERIC = "generic", _("Signed JSON")
    DISCORD = "discord", _("Chat message (Discord format)")


class Webhook(models.Model):
    """An address that receives campaign events. An empty `kinds` means all events of the chronicle."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=400)
    form = models.CharField(max_length=7, choices=WebhookForm.choices, default=WebhookForm.GENERIC)
    secret = models.CharField(max_length=64)
    kinds = models.JSONField(default=list, blank=True)
    is_on = models.BooleanField(default=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["campaign", "pk"]

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.form}"


class DeliveryState(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    SENT = "sent", _("Sent")
    FAILED = "failed", _("Given up")


class Delivery(models.Model):
    """The delivery of one event to one webhook. Without an event it is a test message. `next_at` is the time of the
    next attempt."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(CampaignEvent, null=True, on_delete=models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=7, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["webhook", "event"], name="an_event_is_delivered_once")]

    def __str__(self) -> str:
        return f"{self.webhook_id} {self.event_id} {self.state}"
