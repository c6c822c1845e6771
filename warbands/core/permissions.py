"""Permissions: who may see a warband, and who may change it."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal
from warbands.models import Audience, Template, Visibility, Warband, WarbandStatus

Reader = AbstractBaseUser | AnonymousUser


class ReadOnly(Refusal):
    """The user may see the warband but not change it."""

    code = "read_only"
    message = _("You can view this warband, but only its owner can change it.")
    status = 403


class NotYourTemplate(Refusal):
    """The user may use the template but not change it."""

    code = "not_your_template"
    message = _("You can start a warband from this template, but only its owner can change it.")
    status = 403


def may_read(user: Reader, warband: Warband, *, share_key: str = "") -> bool:
    """Whether a user may see a warband: public ones are for all, those shared by link need the key, all others are for
    the owner. Staff see all."""
    if user.is_authenticated and (user.pk == warband.owner_id or getattr(user, "is_staff", False)):
        return True
    if warband.visibility == Visibility.PUBLIC:
        return warband.status != WarbandStatus.DRAFT
    return warband.visibility == Visibility.LINK and bool(share_key) and share_key == warband.share_key


def warband_to_read(user: Reader, public_id: str, *, share_key: str = "") -> Warband:
    """The warband for a user who may see it. Raises Http404 for other users, as for an unknown id."""
    warband = Warband.objects.select_related("owner").filter(public_id=public_id).first()
    if warband is None or not may_read(user, warband, share_key=share_key):
        raise Http404
    return warband


def warband_to_act_on(user: Reader, public_id: str, *, share_key: str = "") -> Warband:
    """The warband for its owner. Raises Http404 for users who may not see it, ReadOnly (403) for those who may."""
    warband = warband_to_read(user, public_id, share_key=share_key)
    if not user.is_authenticated or user.pk != warband.owner_id:
        raise ReadOnly
    return warband


def template_to_read(user: Reader, public_id: str) -> Template:
    """The template for a user who may see it: all users if it is public, otherwise its owner and staff. Raises
    Http404."""
    row = Template.objects.select_related("owner").filter(public_id=public_id).first()
    if row is None:
        raise Http404
    is_own = user.is_authenticated and (user.pk == row.owner_id or getattr(user, "is_staff", False))
    if not is_own and row.audience != Audience.PUBLIC:
        raise Http404
    return row


def template_to_act_on(user: Reader, public_id: str) -> Template:
    """The template for its owner. Raises Http404 for users who may not see it, NotYourTemplate (403) for those who
    may."""
    row = template_to_read(user, public_id)
    if not user.is_authenticated or user.pk != row.owner_id:
        raise NotYourTemplate
    return row
