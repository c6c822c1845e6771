"""Times in responses of the API: always in UTC, with Z, also if the caller has chosen another time zone for pages."""

from __future__ import annotations

from datetime import UTC, datetime

from rest_framework import serializers


def utc_text(moment: datetime) -> str:
    """A time as the API writes it: 2026-05-01T17:30:00Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


class UtcDateTimeField(serializers.DateTimeField):
    """A time in a response."""

    timezone = UTC
