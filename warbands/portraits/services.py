"""Adding and removing the picture of a warrior."""

from __future__ import annotations

import datetime

from django.db import transaction

from mordheim_site.pictures import re_encode
from mordheim_site.public_ids import new_public_id
from warbands.builder.recruiting import NoSuchWarrior
from warbands.models import Portrait, Warband, Warrior

LONGEST = 480
"""Maximum length of the longer side of a stored portrait, in pixels."""


@transaction.atomic
def set_portrait(*, warband_id: int, warrior: str, upload: bytes, at: datetime.datetime) -> Portrait:
    """Store the re-encoded picture as the warrior's portrait, replacing an earlier one.

    Raises NoSuchWarrior, NotAPicture, PictureTooLarge.
    """
    Warband.objects.select_for_update().get(pk=warband_id)
    if not Warrior.objects.filter(warband_id=warband_id, public_id=warrior).exists():
        raise NoSuchWarrior
    drawn = re_encode(upload, longest=LONGEST)
    values = {
        "public_id": new_public_id(),
        "content": drawn.content,
        "media_type": drawn.media_type,
        "brought_at": at,
    }
    portrait, _is_new = Portrait.objects.update_or_create(warband_id=warband_id, warrior_key=warrior, defaults=values)
    return portrait


def remove_portrait(*, warband_id: int, warrior: str) -> None:
    """Remove the warrior's portrait, if there is one."""
    Portrait.objects.filter(warband_id=warband_id, warrior_key=warrior).delete()
