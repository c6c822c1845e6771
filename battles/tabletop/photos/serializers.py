"""API shape of photos of tabletop battles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from battles.tabletop.photos.selectors import PhotoView
from mordheim_site.api.times import UtcDateTimeField, utc_text


class PhotoShape(serializers.Serializer[dict[str, Any]]):
    """A photo of a tracked battle; the picture at its address never changes. `is_own` says whether you added it."""

    id = serializers.CharField()
    address = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    player = serializers.CharField()
    at = UtcDateTimeField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    is_own = serializers.BooleanField()


def photo_shapes(photos: Sequence[PhotoView]) -> list[dict[str, object]]:
    """These photos as JSON (PhotoShape)."""
    return [
        {
            "id": photo.id,
            "address": photo.address,
            "description": photo.description,
            "player": photo.player,
            "at": utc_text(photo.at),
            "width": photo.width,
            "height": photo.height,
            "is_own": photo.is_own,
        }
        for photo in photos
    ]
