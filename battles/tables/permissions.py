"""Who may see a user's table, and who may change it."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from battles.tables.models import Audience, DrawnTable
from mordheim_site.refusals import Refusal

Reader = AbstractBaseUser | AnonymousUser
OPEN: Final = (Audience.LINK, Audience.PUBLIC)


class NotYourTable(Refusal):
    """The user may see the table, but only its owner can do this."""

    code = "not_your_table"
    message = _("Only its owner can change a table. Copy it and change the copy.")
    status = 403


def table_to_read(user: Reader, public_id: str) -> DrawnTable:
    """A table for a user who may see it; staff may see all. Raises Http404."""
    table = DrawnTable.objects.select_related("owner").filter(public_id=public_id).first()
    if table is None:
        raise Http404
    is_staff = bool(getattr(user, "is_staff", False))
    if table.audience not in OPEN and table.owner_id != user.pk and not is_staff:
        raise Http404
    return table


def table_to_change(user: Reader, public_id: str) -> DrawnTable:
    """A table for its owner. Raises Http404, NotYourTable."""
    table = table_to_read(user, public_id)
    if table.owner_id != user.pk:
        raise NotYourTable
    return table
