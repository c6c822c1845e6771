"""Photos of tabletop battles in a user's data export and in the account deletion."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from accounts.data_export.registry import File, stem
from accounts.models import User
from battles.models import TrackPhoto


def photos_given(user: User) -> Iterator[File]:
    """Each photo that the user added to a tabletop battle."""
    for photo in TrackPhoto.objects.filter(uploader=user).order_by("pk").iterator(chunk_size=20):
        name = stem(photo.description, photo.public_id)
        yield File(f"battle-photos/{name}.{photo.media_type.rpartition('/')[2]}", bytes(photo.content))


def delete_photos(user: User, now: datetime) -> None:
    """Delete the photos that the user added. A second run finds nothing to do."""
    TrackPhoto.objects.filter(uploader=user).delete()
