"""Adding and removing photos of a tracked battle. Rule: LG-PIC-01"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy

from battles.models import TrackPhoto
from battles.tabletop.live import changed_after_commit
from battles.tabletop.models import Track
from battles.tabletop.sheets.services import NotYourSheet
from battles.tabletop.tracker.services import may_track
from mordheim_site.pictures import re_encode
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal

LONGEST = 1280
"""Maximum length of the longer side of a stored photo, in pixels."""
MOST_PHOTOS = 12
"""Maximum number of photos that one player may add to a battle."""


class TooManyPhotos(Refusal):
    """The player has already added as many photos as a battle may have."""

    code = "too_many_photos"
    about = ("content",)
    message = gettext_lazy("You can add at most twelve photos to a battle. Remove one of yours first.")
    status = 409


class NotYourPhoto(Refusal):
    """Another player added this photo."""

    code = "not_your_photo"
    message = gettext_lazy("Another player added this photo. Only they can remove it.")
    status = 403


def add_photo(
    *, track_id: str, actor_id: int | None, upload: bytes, description: str, command_id: str, now: datetime
) -> TrackPhoto:
    """Store a re-encoded photo, also after the battle has ended. Sending it again with the same `command_id` returns
    the first photo. Raises NotYourSheet, TooManyPhotos, NotAPicture, PictureTooLarge."""
    track = Track.objects.select_related("match").get(public_id=track_id)
    if actor_id is None or not may_track(track, actor_id):
        raise NotYourSheet
    earlier = _earlier(track, actor_id, command_id)
    if earlier is not None:
        return earlier
    # Before the lock, because it takes long.
    picture = re_encode(upload, longest=LONGEST)
    with transaction.atomic():
        track = Track.objects.select_for_update().get(pk=track.pk)
        earlier = _earlier(track, actor_id, command_id)
        if earlier is not None:
            return earlier
        if TrackPhoto.objects.filter(track=track, uploader_id=actor_id).count() >= MOST_PHOTOS:
            raise TooManyPhotos
        photo = TrackPhoto.objects.create(
            track=track,
            uploader_id=actor_id,
            command_id=command_id or new_public_id(),
            content=picture.content,
            media_type=picture.media_type,
            width=picture.width,
            height=picture.height,
            description=description.strip()[:200],
            at=now,
        )
        _touch(track, now)
    return photo


@transaction.atomic
def remove_photo(*, track_id: str, actor_id: int | None, public_id: str, now: datetime) -> None:
    """Remove a photo that this user added. Removing it again changes nothing. Raises NotYourPhoto."""
    track = Track.objects.select_for_update().get(public_id=track_id)
    photo = TrackPhoto.objects.filter(track=track, public_id=public_id).defer("content").first()
    if photo is None:
        return
    if photo.uploader_id != actor_id:
        raise NotYourPhoto
    photo.delete()
    _touch(track, now)


def _earlier(track: Track, actor_id: int, command_id: str) -> TrackPhoto | None:
    if not command_id:
        return None
    rows = TrackPhoto.objects.filter(track=track, uploader_id=actor_id, command_id=command_id)
    return rows.defer("content").first()


def _touch(track: Track, now: datetime) -> None:
    """Tell every open page of the battle that it has changed."""
    track.changed_at = now
    track.save(update_fields=["changed_at"])
    changed_after_commit(track)
