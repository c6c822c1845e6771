"""Custom packs as items that staff can remove."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.moderation.kinds import KINDS, Contents, Item
from catalogue.models import CustomPack, PackVisibility

KIND: Final = "pack"
PAGE: Final = re.compile(r"^/packs/own/([0-9A-Za-z]{12})/")


class CustomPackContent:
    """A custom pack that others can read. After its removal it is private, archived and cannot be shared. Rosters and
    leagues that use a version of it can continue to use it, because their warriors would otherwise lose their rules."""

    def items_at(self, path: str) -> Iterable[Item]:
        found = PAGE.match(path)
        item = self.find(found[1]) if found else None
        return [item] if item is not None else []

    def find(self, key: str) -> Item | None:
        pack = CustomPack.objects.filter(public_id=key).exclude(visibility=PackVisibility.PRIVATE).first()
        return None if pack is None else Item(key, _("Pack “%(name)s”") % {"name": pack.name}, pack.owner_id)

    def remove(self, key: str) -> Contents:
        pack = CustomPack.objects.select_for_update().get(public_id=key)
        was = Contents({"visibility": pack.visibility, "archived": "1" if pack.archived_at else ""})
        pack.visibility, pack.archived_at = PackVisibility.PRIVATE, pack.archived_at or timezone.now()
        pack.save(update_fields=["visibility", "archived_at"])
        return was

    def restore(self, key: str, contents: Contents) -> bool:
        pack = CustomPack.objects.select_for_update().filter(public_id=key).first()
        if pack is None:
            return False
        pack.visibility = PackVisibility(contents.values["visibility"])
        if not contents.values["archived"]:
            pack.archived_at = None
        pack.save(update_fields=["visibility", "archived_at"])
        return True


def register() -> None:
    """Add this kind; called once at startup."""
    KINDS.add(KIND, CustomPackContent())
