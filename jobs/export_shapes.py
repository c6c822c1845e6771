"""JSON of the data export, as the API returns it."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers

from accounts.models import User
from jobs import export_files
from mordheim_site.api.times import UtcDateTimeField


class BundleShape(serializers.Serializer[Any]):
    """`state`: none, queued, running, done, failed, or gone once it has expired; `size` in bytes."""

    state = serializers.CharField()
    sentence = serializers.CharField()
    size = serializers.IntegerField()
    until = UtcDateTimeField(allow_null=True)
    file = serializers.CharField(help_text="Address of the file while it is available, else empty.")


def export_shape(user: User) -> dict[str, Any]:
    """The status of a user's export (BundleShape)."""
    found = export_files.bundle_of(user_id=user.pk, now=timezone.now())
    if found is None:
        return BundleShape({"state": "none", "sentence": "", "size": 0, "until": None, "file": ""}).data
    address = reverse("api-account-export-file") if found.is_ready else ""
    status = {"state": found.state, "sentence": found.job.sentence, "size": found.size, "until": found.until}
    return BundleShape({**status, "file": address}).data
