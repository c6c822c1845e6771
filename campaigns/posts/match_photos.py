"""Photos that players took during a match and may choose for its report. Later apps store them and add a source in
`AppConfig.ready`: SOURCES.add("battles", MatchPhotos())"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal
from mordheim_site.registry import Registry


class NoSuchPhoto(Refusal):
    """The author has no photo of this match with this id."""

    code = "no_such_photo"
    about = ("match_photos",)
    message = _("You have no such photo of this match. It may have been removed: reload the page and choose again.")


@dataclass(frozen=True, slots=True)
class OfferedPhoto:
    """A photo that its author may choose for the report of a match."""

    id: str
    address: str
    description: str
    width: int
    height: int


class PhotoSource(Protocol):
    """An app that stores photos of matches."""

    def offered(self, match_id: int, user_id: int) -> Iterable[OfferedPhoto]:
        """The photos that this user took during the match, oldest first."""

    def content_of(self, match_id: int, user_id: int, photo_id: str) -> tuple[bytes, str] | None:
        """The picture and its description, or None if it is no photo of this user and this match."""


SOURCES: Registry[str, PhotoSource] = Registry("source of photos of matches")


def photos_offered(match_id: int, user_id: int) -> list[OfferedPhoto]:
    """The photos that this user took during the match."""
    return [photo for source in SOURCES.values() for photo in source.offered(match_id, user_id)]


def photos_named(match_id: int | None, user_id: int, ids: Sequence[str]) -> list[tuple[bytes, str]]:
    """The pictures with these ids and their descriptions. Raises NoSuchPhoto."""
    return [_photo_named(match_id, user_id, photo_id) for photo_id in dict.fromkeys(ids)]


def _photo_named(match_id: int | None, user_id: int, photo_id: str) -> tuple[bytes, str]:
    for source in SOURCES.values() if match_id is not None else ():
        found = source.content_of(match_id or 0, user_id, photo_id)
        if found is not None:
            return found
    raise NoSuchPhoto
