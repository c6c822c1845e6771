"""Queries for photos of tabletop battles."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse

from battles.models import Battle, TrackPhoto
from battles.tabletop.models import Track


@dataclass(frozen=True, slots=True)
class PhotoView:
    """A photo as pages and the API show it. `is_own` says whether the reader added it and may remove it."""

    id: str
    address: str
    description: str
    player: str
    at: datetime
    width: int
    height: int
    is_own: bool


def photos_of(track: Track, reader_id: int | None) -> list[PhotoView]:
    """The photos of a tracked battle, oldest first. One query."""
    return _views(TrackPhoto.objects.filter(track=track), reader_id)


def photos_of_battle(battle: Battle, reader_id: int | None) -> list[PhotoView]:
    """The photos of the tracked battle from which this sheet was filled in, oldest first. One query."""
    return _views(TrackPhoto.objects.filter(track__battle=battle), reader_id)


def _views(rows: QuerySet[TrackPhoto], reader_id: int | None) -> list[PhotoView]:
    shown = rows.defer("content").select_related("uploader", "track").order_by("pk")
    return [
        PhotoView(
            id=row.public_id,
            address=reverse("battles:track_photo", args=[row.track.public_id, row.public_id]),
            description=row.description,
            player=row.uploader.shown_name,
            at=row.at,
            width=row.width,
            height=row.height,
            is_own=row.uploader_id == reader_id,
        )
        for row in shown
    ]


def photo_named(track: Track, public_id: str) -> TrackPhoto | None:
    """A photo of this battle with its content, or None."""
    return TrackPhoto.objects.filter(track=track, public_id=public_id).first()


def own_photos_of_match(match_id: int, user_id: int) -> QuerySet[TrackPhoto]:
    """The photos that this user added to tracked battles of a match, oldest first, without their content."""
    rows = TrackPhoto.objects.filter(track__match_id=match_id, uploader_id=user_id)
    return rows.select_related("track").defer("content").order_by("pk")
