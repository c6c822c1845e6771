"""The photo of the paper roster of a warband that was entered for an opponent without an account: the player who
entered it can add it, and after the warband is claimed, its player. Rules: AF-PAPER-02, LG-PIC-01"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.data_export.registry import File, stem
from accounts.models import User
from accounts.moderation.kinds import KINDS, Contents, Item
from battles.models import PaperRoster, StandIn
from mordheim_site.pictures import re_encode
from mordheim_site.public_ids import new_public_id
from warbands.models import Warband

LONGEST: Final = 1600
"""Maximum length of the longer side in pixels; handwriting has to stay readable."""


def stand_in_of(warband: Warband) -> StandIn | None:
    """The stand-in of a warband with its photo; None for a warband that was not entered for an opponent. One query."""
    rows = StandIn.objects.filter(warband=warband).select_related("warband", "paper_roster")
    return rows.defer("paper_roster__content").first()


def photo_named(public_id: str) -> PaperRoster | None:
    """The photo with this id."""
    return PaperRoster.objects.filter(public_id=public_id).first()


def address_of(row: StandIn) -> str:
    """The address of the photo, or "" if there is none."""
    public_id = PaperRoster.objects.filter(stand_in=row).values_list("public_id", flat=True).first()
    return reverse("battles:paper_roster", args=[public_id]) if public_id else ""


@transaction.atomic
def set_photo(*, stand_in_id: int, upload: bytes, at: datetime) -> PaperRoster:
    """Store the re-encoded photo, replacing an earlier one. Raises NotAPicture, PictureTooLarge."""
    StandIn.objects.select_for_update().get(pk=stand_in_id)
    picture = re_encode(upload, longest=LONGEST)
    values = {
        "public_id": new_public_id(),
        "content": picture.content,
        "media_type": picture.media_type,
        "width": picture.width,
        "height": picture.height,
        "at": at,
    }
    return PaperRoster.objects.update_or_create(stand_in_id=stand_in_id, defaults=values)[0]


def remove_photo(*, stand_in_id: int) -> None:
    """Remove the photo, if there is one."""
    PaperRoster.objects.filter(stand_in_id=stand_in_id).delete()


def photos_given(user: User) -> Iterator[File]:
    """The photos of the user's paper rosters, for the data export."""
    rows = PaperRoster.objects.filter(stand_in__warband__owner=user).select_related("stand_in__warband")
    for photo in rows.order_by("pk").iterator(chunk_size=20):
        name = stem(photo.stand_in.warband.name, photo.public_id)
        yield File(f"paper-rosters/{name}.{photo.media_type.rpartition('/')[2]}", bytes(photo.content))


def delete_photos(user: User, now: datetime) -> None:
    """Delete the photos of the user's warbands, also of those that leagues keep. A second run finds nothing to do."""
    PaperRoster.objects.filter(stand_in__warband__owner=user).delete()


class PhotoOfRoster:
    """The photo of a paper roster, as an item that staff can remove; its key is the id of the photo."""

    def items_at(self, path: str) -> Iterable[Item]:
        parts = path.strip("/").split("/")
        rows = PaperRoster.objects.filter(stand_in__warband__public_id=parts[1]) if parts[:1] == ["warbands"] else ()
        return [item for photo in rows if (item := self.find(photo.public_id)) is not None]

    def find(self, key: str) -> Item | None:
        photo = PaperRoster.objects.filter(public_id=key).select_related("stand_in__warband").defer("content").first()
        if photo is None:
            return None
        warband = photo.stand_in.warband
        return Item(key, _("Photo of the roster of “%(warband)s”") % {"warband": warband.name}, warband.owner_id)

    def remove(self, key: str) -> Contents:
        photo = PaperRoster.objects.select_for_update().get(public_id=key)
        values = {"stand_in": photo.stand_in_id, "media_type": photo.media_type, "at": photo.at.isoformat()}
        size = {"width": photo.width, "height": photo.height}
        was = Contents({name: str(value) for name, value in {**values, **size}.items()}, bytes(photo.content))
        photo.delete()
        return was

    def restore(self, key: str, contents: Contents) -> bool:
        values = contents.values
        row = StandIn.objects.filter(pk=int(values["stand_in"])).first()
        if row is None or contents.content is None or PaperRoster.objects.filter(stand_in=row).exists():
            return False
        PaperRoster.objects.create(
            public_id=key, stand_in=row, content=contents.content, media_type=values["media_type"],
            width=int(values["width"]), height=int(values["height"]), at=datetime.fromisoformat(values["at"]),
        )  # fmt: skip
        return True


def register() -> None:
    """Register the kind of item that staff can remove; called once at start."""
    KINDS.add("paper_roster", PhotoOfRoster())
