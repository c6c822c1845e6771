"""What users write in a league: news, battle reports with pictures, and comments."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from campaigns.models.campaign import Campaign
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class Picture(models.Model):
    """An uploaded picture, re-encoded. It is small enough to store in the database, so that backups contain it and
    every server can serve it."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="pictures")
    post = models.ForeignKey("campaigns.Post", null=True, blank=True, on_delete=models.CASCADE, related_name="pictures")
    uploader = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    content = models.BinaryField()
    media_type = models.CharField(max_length=20)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    description = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("picture")
        verbose_name_plural = _("pictures")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.public_id} {self.width} x {self.height}"


class PostKind(models.TextChoices):
    NEWS = "news", _("News")
    REPORT = "report", _("Battle report")


class Post(models.Model):
    """News of the league, or the report of a match, in Markdown."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="posts")
    match = models.ForeignKey("campaigns.Match", null=True, blank=True, on_delete=models.CASCADE, related_name="posts")
    kind = models.CharField(max_length=6, choices=PostKind.choices)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    title = NameField(max_length=120)
    body = models.TextField(max_length=20000)
    at = models.DateTimeField()
    changed_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_because = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("post")
        verbose_name_plural = _("posts")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.title


class Comment(models.Model):
    """A comment on a post or a match. If it is hidden, its author and the arbitrators still see it, with the reason."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="comments")
    post = models.ForeignKey(Post, null=True, blank=True, on_delete=models.CASCADE, related_name="comments")
    match = models.ForeignKey(
        "campaigns.Match", null=True, blank=True, on_delete=models.CASCADE, related_name="comments"
    )
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    body = models.TextField(max_length=2000)
    at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_because = models.CharField(max_length=200, blank=True)
    reported_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(post__isnull=False) ^ models.Q(match__isnull=False), name="a_comment_is_about_one"
            ),
        ]

    def __str__(self) -> str:
        return self.body[:40]
