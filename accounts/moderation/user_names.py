"""Names of users, as a kind of item that staff can remove."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.moderation.kinds import Contents, Item

KIND: Final = "user_name"
PAGE: Final = re.compile(r"^/people/([0-9A-Za-z]{12})/")


class UserName:
    """The kind of item: the name that others see. If it is removed, a replacement is shown until the user chooses
    another; they still sign in with their own name."""

    def items_at(self, path: str) -> Iterable[Item]:
        """The name of the player whose page this is. `services.items_at` adds the names of the owners of other
        items."""
        found = PAGE.match(path)
        item = self.find(found[1]) if found else None
        return [item] if item is not None else []

    def find(self, key: str) -> Item | None:
        user = User.objects.filter(public_id=key, left_at=None).first()
        return item_of(user) if user is not None and is_chosen(user) else None

    def remove(self, key: str) -> Contents:
        user = User.objects.select_for_update().get(public_id=key)
        was = Contents({"name": user.display_name})
        user.display_name = replacement(user)
        user.save(update_fields=["display_name"])
        return was

    def restore(self, key: str, contents: Contents) -> bool:
        user = User.objects.select_for_update().filter(public_id=key, left_at=None).first()
        if user is None or is_chosen(user):
            return False
        user.display_name = contents.values["name"]
        user.save(update_fields=["display_name"])
        return True


def is_chosen(user: User) -> bool:
    """Whether the user chose the name that others see, so that it can be removed."""
    return user.display_name != replacement(user)


def item_of(user: User) -> Item:
    """The name of a user as an item."""
    return Item(user.public_id, _("Name of the player “%(name)s”") % {"name": user.shown_name}, user.pk)


def replacement(user: User) -> str:
    """The name that is shown after a removal until the user chooses another."""
    return _("Player %(id)s") % {"id": user.public_id[:6]}
