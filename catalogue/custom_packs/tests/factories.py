"""Custom packs for tests, created with the services that players use."""

from __future__ import annotations

import datetime

from accounts.models import User
from catalogue.custom_packs import services as custom_packs_services
from catalogue.custom_packs.selectors import sample
from catalogue.models import CustomPack, PackRelease

NOON = datetime.datetime(2026, 3, 5, 12, 0, tzinfo=datetime.UTC)


def draft(owner: User, text: str | None = None) -> CustomPack:
    """A pack with the sample, or with this text."""
    return custom_packs_services.create_pack(owner_id=owner.pk, text=sample() if text is None else text, at=NOON)


def released(owner: User, text: str | None = None, visibility: str = "private") -> PackRelease:
    """The first version of a pack."""
    pack = draft(owner, text)
    custom_packs_services.share(pack_id=pack.pk, visibility=visibility)
    made = custom_packs_services.release(pack_id=pack.pk, note="", edition=pack.edition, at=NOON)
    made.pack.refresh_from_db()
    return made


def next_version(release: PackRelease, text: str, note: str = "") -> PackRelease:
    """The pack saved with another text and released again."""
    pack = CustomPack.objects.get(pk=release.pack_id)
    pack = custom_packs_services.save_draft(pack_id=pack.pk, text=text, edition=pack.edition, at=NOON)
    return custom_packs_services.release(pack_id=pack.pk, note=note, edition=pack.edition, at=NOON)


def swapped(*pairs: tuple[str, str]) -> str:
    """The sample with some words replaced by others."""
    text = sample()
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text
