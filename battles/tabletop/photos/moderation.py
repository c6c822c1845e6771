"""Photos of tabletop battles, as items that staff can remove."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.moderation.kinds import KINDS, Contents, Item
from battles.models import TrackPhoto
from battles.tabletop.models import Track

PAGE: Final = re.compile(r"^/battles/track/([0-9A-Za-z]{12})/")


class PhotoOfBattle:
    """A photo of a tracked battle; its key is the id of the photo."""

    def items_at(self, path: str) -> Iterable[Item]:
        found = PAGE.match(path)
        rows = TrackPhoto.objects.filter(track__public_id=found[1]).defer("content") if found else ()
        return [self._item(photo) for photo in rows]

    def find(self, key: str) -> Item | None:
        photo = TrackPhoto.objects.filter(public_id=key).defer("content").first()
        return None if photo is None else self._item(photo)

    def remove(self, key: str) -> Contents:
        photo = TrackPhoto.objects.select_for_update().get(public_id=key)
        values = {
            "track": photo.track_id, "uploader": photo.uploader_id, "command_id": photo.command_id,
            "media_type": photo.media_type, "width": photo.width, "height": photo.height,
            "description": photo.description, "at": photo.at.isoformat(),
        }  # fmt: skip
        was = Contents({name: str(value) for name, value in values.items()}, bytes(photo.content))
        photo.delete()
        return was

    def restore(self, key: str, contents: Contents) -> bool:
        values = contents.values
        track = Track.objects.filter(pk=int(values["track"])).first()
        uploader = User.objects.filter(pk=int(values["uploader"]), left_at=None).first()
        own = TrackPhoto.objects.filter(track=track, uploader=uploader, command_id=values["command_id"])
        is_taken = TrackPhoto.objects.filter(public_id=key).exists() or own.exists()
        if track is None or uploader is None or contents.content is None or is_taken:
            return False
        TrackPhoto.objects.create(
            public_id=key, track=track, uploader=uploader, command_id=values["command_id"], content=contents.content,
            media_type=values["media_type"], width=int(values["width"]), height=int(values["height"]),
            description=values["description"], at=datetime.fromisoformat(values["at"]),
        )  # fmt: skip
        return True

    def _item(self, photo: TrackPhoto) -> Item:
        words = {"description": photo.description or photo.public_id}
        return Item(photo.public_id, _("Photo of a battle “%(description)s”") % words, photo.uploader_id)


def register() -> None:
    """Register this kind; called once at start."""
    KINDS.add("battle_photo", PhotoOfBattle())
