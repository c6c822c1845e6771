"""Who may read a custom pack, and who may change it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from catalogue.custom_packs.codes import DRAFT, key_and_number, release_of
from catalogue.custom_packs.library import book_of_part, book_of_release
from catalogue.custom_packs.reader import read_custom_pack
from catalogue.models import CustomPack, PackVisibility
from catalogue.packs.book import Book
from mordheim_site.refusals import Refusal
from mordheim_site.registry import Registry

Reader = AbstractBaseUser | AnonymousUser
OPEN: Final = (PackVisibility.LINK, PackVisibility.PUBLIC)
EXTRA_READERS: Registry[str, Callable[[int, str], bool]] = Registry("permission to read private packs")
"""Functions of later apps that let more users read a private pack, called with the user id and the pack's code."""


class NotYourPack(Refusal):
    """The user may read the pack, but only its author can do this."""

    code = "not_your_pack"
    message = _("Only its author can change this pack. Fork it to get a copy that you can change.")
    status = 403


def may_read(user: Reader, pack: CustomPack) -> bool:
    """Whether a user may read the pack: its author and staff always; others if it is shared, or used by one of their
    campaigns.
    """
    if user.is_authenticated and pack.owner_id == user.pk:
        return True
    if pack.visibility in OPEN or getattr(user, "is_staff", False):
        return True
    return user.is_authenticated and any(asks(user.pk, pack.code) for asks in EXTRA_READERS.values())


def may_found(user_id: int, code: str) -> bool:
    """Whether the user may found a warband of this list, which may come from the release of a custom pack. No query for
    a list of the site."""
    release = release_of(code)
    if release is None:
        return True
    pack = CustomPack.objects.filter(key=key_and_number(release)[0]).defer("text").first()
    user = get_user_model().objects.filter(pk=user_id).first()
    return pack is not None and user is not None and may_read(user, pack)


def pack_to_read(user: Reader, public_id: str) -> CustomPack:
    """The pack for a user who may read it. Raises Http404 for all others, as for an unknown address."""
    pack = CustomPack.objects.select_related("owner", "forked_from__pack").filter(public_id=public_id).first()
    if pack is None or not may_read(user, pack):
        raise Http404
    return pack


def pack_to_edit(user: Reader, public_id: str) -> CustomPack:
    """The pack for its author. Raises Http404 if the user may not read it, NotYourPack (403) if they may read but not
    change it.
    """
    pack = pack_to_read(user, public_id)
    if not user.is_authenticated or pack.owner_id != user.pk:
        raise NotYourPack
    return pack


def pack_of_code(user: Reader, code: str) -> CustomPack:
    """The pack that contains a fact, found by the fact's code, for a user who may read the pack. Raises Http404."""
    release = release_of(code)
    pack = None
    if release is not None:
        pack = CustomPack.objects.filter(key=key_and_number(release)[0]).first()
    if pack is None or not may_read(user, pack):
        raise Http404
    return pack


def book_to_read(user: Reader, code: str) -> Book:
    """The Book with the release that contains the fact of this code. Its author may also read the draft (version 0).
    Raises Http404."""
    pack = pack_of_code(user, code)
    release = release_of(code) or ""
    if key_and_number(release)[1] != DRAFT:
        try:
            return book_of_release(release)
        except KeyError as gone:
            raise Http404 from gone
    part = read_custom_pack(pack.text).part if user.is_authenticated and pack.owner_id == user.pk else None
    if part is None:
        raise Http404
    return book_of_part(part, release)
