"""Services of custom packs: create, save, release, share, fork, archive."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import idempotency
from accounts.moderation import services as moderation
from catalogue.custom_packs.codes import MOST_RELEASES
from catalogue.custom_packs.reader import read_custom_pack
from catalogue.models import CustomPack, PackRelease, PackVisibility
from catalogue.packs.loader import PackProblem
from catalogue.packs.strict_yaml import MAX_BYTES
from mordheim_site.refusals import Refusal

MOST_PACKS: Final = 60
TOLD: Final = 12


class TooManyPacks(Refusal):
    """The user has the maximum number of packs."""

    code = "too_many_packs"
    message = gettext_lazy("You have 60 packs, the maximum. Delete one that was never released to make room.")


class InvalidPackText(Refusal):
    """The text cannot be saved, not even as a draft."""

    code = "unfit_pack_text"
    about = ("text",)


class StaleDraft(Refusal):
    """The draft was saved from another window in the meantime."""

    code = "stale_pack"
    about = ("edition",)
    message = gettext_lazy(
        "This pack was saved in another window after you opened it. Nothing was overwritten: your text is "
        "below. Compare the other version in a new window, then save again to keep yours."
    )
    status = 409


class PackHasMistakes(Refusal):
    """A draft with mistakes can be saved but not released."""

    code = "pack_has_mistakes"

    def __init__(self, problems: Sequence[PackProblem]) -> None:
        super().__init__(
            message=_("Not released: the pack has %(n)d mistakes. The draft is saved.") % {"n": len(problems)},
            fields={"text": [str(problem) for problem in problems[:TOLD]]},
        )


class NothingNew(Refusal):
    """The text is the same as that of the last release."""

    code = "nothing_new"
    message = gettext_lazy("Version %(n)d is identical, so no new version was released.")
    status = 409

    def __init__(self, number: int) -> None:
        super().__init__(message=_("Version %(n)d is identical, so no new version was released.") % {"n": number})


class PackWasReleased(Refusal):
    """A pack with versions can only be archived, not deleted, because rosters may use it."""

    code = "pack_was_released"
    message = gettext_lazy("Versions of this pack are released, and rosters may use them. Archive it instead.")
    status = 409


def _fit(text: str) -> str:
    text = text.replace("\r\n", "\n")
    size = len(text.encode("utf-8", "replace"))
    if size > MAX_BYTES:
        sentence = _("The text has %(size)d bytes; a pack has at most %(most)d. Nothing was saved.")
        raise InvalidPackText(message=sentence % {"size": size, "most": MAX_BYTES})
    if "\x00" in text:
        raise InvalidPackText(
            message=_("The text contains a character with code 0, which is not allowed. Nothing was saved.")
        )
    return text


def text_of(raw: bytes) -> str:
    """The text of an uploaded file. Raises InvalidPackText for a file that is too large or not UTF-8."""
    if len(raw) > MAX_BYTES:
        text = _("The file has %(size)d bytes; a pack has at most %(most)d. Nothing was saved.")
        raise InvalidPackText(message=text % {"size": len(raw), "most": MAX_BYTES})
    try:
        return _fit(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as bad:
        raise InvalidPackText(message=_("The file is not UTF-8 text. Nothing was saved.")) from bad


@transaction.atomic
def create_pack(
    *, owner_id: int, text: str, at: datetime, source_key: str = "", forked_from: PackRelease | None = None
) -> CustomPack:
    """A new pack with this text as its draft. The same `source_key` of one user creates one pack.

    Raises TooManyPacks, InvalidPackText.
    """
    idempotency.claim(user_id=owner_id, key=f"pack:{source_key}" if source_key else "")
    if source_key:
        earlier = CustomPack.objects.filter(owner_id=owner_id, source_key=source_key).first()
        if earlier is not None:
            return earlier
    if CustomPack.objects.filter(owner_id=owner_id).count() >= MOST_PACKS:
        raise TooManyPacks
    text = _fit(text)
    keyed = {"source_key": source_key[:64]} if source_key else {}
    try:
        with transaction.atomic():
            return CustomPack.objects.create(
                owner_id=owner_id,
                name=read_custom_pack(text).name or _("New pack"),
                text=text,
                forked_from=forked_from,
                created_at=at,
                changed_at=at,
                **keyed,
            )
    except IntegrityError:
        return CustomPack.objects.get(owner_id=owner_id, source_key=source_key[:64])


@transaction.atomic
def save_draft(*, pack_id: int, text: str, edition: int, at: datetime) -> CustomPack:
    """Save a draft, with or without mistakes. `edition` is the one that the page showed. Saving the same text again
    changes nothing. Raises StaleDraft, InvalidPackText."""
    pack = CustomPack.objects.select_for_update().get(pk=pack_id)
    text = _fit(text)
    if text == pack.text:
        return pack
    if edition != pack.edition:
        raise StaleDraft
    pack.text, pack.edition, pack.changed_at = text, pack.edition + 1, at
    pack.name = read_custom_pack(text).name or pack.name
    pack.save(update_fields=["text", "edition", "changed_at", "name"])
    return pack


@transaction.atomic
def release(*, pack_id: int, note: str, edition: int, at: datetime) -> PackRelease:
    """Freeze the draft as the next version. Raises StaleDraft, PackHasMistakes, NothingNew."""
    pack = CustomPack.objects.select_for_update().get(pk=pack_id)
    if edition != pack.edition:
        raise StaleDraft(
            message=_("The draft was saved again after you opened it. Check it first; nothing was released.")
        )
    read = read_custom_pack(pack.text)
    if read.part is None:
        raise PackHasMistakes(read.problems)
    checksum = hashlib.sha256(pack.text.encode()).hexdigest()
    last = pack.releases.order_by("-number").first()
    if last is not None and last.checksum == checksum:
        raise NothingNew(last.number)
    number = (last.number if last is not None else 0) + 1
    if number > MOST_RELEASES:
        raise InvalidPackText(
            message=_("A pack has at most %(n)d versions. Fork it to continue.") % {"n": MOST_RELEASES}
        )
    pack.changed_at = at
    pack.save(update_fields=["changed_at"])
    return PackRelease.objects.create(
        pack=pack,
        number=number,
        name=read.name,
        note=note.strip()[:300].replace("\x00", ""),
        text=pack.text,
        facts=read.values,
        checksum=checksum,
        released_at=at,
    )


@transaction.atomic
def share(*, pack_id: int, visibility: str) -> CustomPack:
    """Set the visibility. Campaigns keep the versions they use. Raises ValueError for an unknown value, RemovedByStaff
    for a pack that staff removed."""
    pack = CustomPack.objects.select_for_update().get(pk=pack_id)
    removal = moderation.active_removal("pack", pack.public_id)
    if removal is not None and visibility != PackVisibility.PRIVATE:
        raise moderation.RemovedByStaff(removal)
    pack.visibility = PackVisibility(visibility)
    pack.save(update_fields=["visibility"])
    return pack


def fork(*, release: PackRelease, owner_id: int, at: datetime, source_key: str = "") -> CustomPack:
    """Create a pack of this user as a copy of a release. Raises TooManyPacks."""
    return create_pack(owner_id=owner_id, text=release.text, at=at, source_key=source_key, forked_from=release)


@transaction.atomic
def archive(*, pack_id: int, at: datetime | None) -> CustomPack:
    """Archive a pack (`at` None restores it). Rosters and campaigns that use it can continue to use it."""
    pack = CustomPack.objects.select_for_update().get(pk=pack_id)
    pack.archived_at = at
    pack.save(update_fields=["archived_at"])
    return pack


@transaction.atomic
def delete(*, pack_id: int) -> None:
    """Delete a pack that was never released. Raises PackWasReleased."""
    pack = CustomPack.objects.select_for_update().get(pk=pack_id)
    if pack.releases.exists():
        raise PackWasReleased
    pack.delete()
