"""Photos of tracked battles, offered to their author for the report of the match."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from battles.tabletop.photos.selectors import own_photos_of_match
from campaigns.posts.match_photos import SOURCES, OfferedPhoto


class TrackedBattles:
    """The photos that a user added to tracked battles of a match."""

    def offered(self, match_id: int, user_id: int) -> Iterable[OfferedPhoto]:
        return [
            OfferedPhoto(
                id=photo.public_id,
                address=reverse("battles:track_photo", args=[photo.track.public_id, photo.public_id]),
                description=photo.description,
                width=photo.width,
                height=photo.height,
            )
            for photo in own_photos_of_match(match_id, user_id)
        ]

    def content_of(self, match_id: int, user_id: int, photo_id: str) -> tuple[bytes, str] | None:
        photo = own_photos_of_match(match_id, user_id).filter(public_id=photo_id).first()
        return (bytes(photo.content), photo.description) if photo is not None else None


def register() -> None:
    """Register this source; called once at start."""
    SOURCES.add("tracked battles", TrackedBattles())
