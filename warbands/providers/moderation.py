"""Names of warbands and warriors, and portraits, as items that staff can remove."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.moderation.kinds import KINDS, Contents, Item
from warbands.builder.renaming import rename
from warbands.core.ledger import ActionContext
from warbands.models import Portrait, Warband, Warrior

PAGE: Final = re.compile(r"^/warbands/([0-9A-Za-z]{12})/")


def warband_at(path: str) -> Warband | None:
    """The warband whose page has this address."""
    found = PAGE.match(path)
    return Warband.objects.filter(public_id=found[1]).first() if found else None


class WarbandName:
    """The name of a warband; its key is the id of the warband."""

    def items_at(self, path: str) -> Iterable[Item]:
        warband = warband_at(path)
        item = self.find(warband.public_id) if warband is not None else None
        return [item] if item is not None else []

    def find(self, key: str) -> Item | None:
        warband = Warband.objects.filter(public_id=key).first()
        if warband is None or warband.name == warband_replacement(key):
            return None
        return Item(key, _("Name of the warband “%(name)s”") % {"name": warband.name}, warband.owner_id)

    def remove(self, key: str) -> Contents:
        warband = Warband.objects.get(public_id=key)
        _rename(warband.pk, warband_replacement(key))
        return Contents({"name": warband.name})

    def restore(self, key: str, contents: Contents) -> bool:
        warband = Warband.objects.filter(public_id=key).first()
        if warband is None or warband.name != warband_replacement(key):
            return False
        _rename(warband.pk, contents.values["name"])
        return True


class WarriorName:
    """The name of a warrior or a group; its key is the id of the warrior."""

    def items_at(self, path: str) -> Iterable[Item]:
        warband = warband_at(path)
        rows = Warrior.objects.filter(warband=warband).select_related("warband") if warband is not None else ()
        return [self._item(warrior) for warrior in rows if warrior.name != warrior_replacement(warrior.public_id)]

    def find(self, key: str) -> Item | None:
        warrior = Warrior.objects.filter(public_id=key).select_related("warband").first()
        return None if warrior is None or warrior.name == warrior_replacement(key) else self._item(warrior)

    def remove(self, key: str) -> Contents:
        warrior = Warrior.objects.get(public_id=key)
        _rename(warrior.warband_id, warrior_replacement(key), warrior=key)
        return Contents({"name": warrior.name})

    def restore(self, key: str, contents: Contents) -> bool:
        warrior = Warrior.objects.filter(public_id=key).first()
        if warrior is None or warrior.name != warrior_replacement(key):
            return False
        _rename(warrior.warband_id, contents.values["name"], warrior=key)
        return True

    def _item(self, warrior: Warrior) -> Item:
        return Item(
            warrior.public_id, _("Name of the warrior “%(name)s”") % {"name": warrior.name}, warrior.warband.owner_id
        )


class PortraitOfWarrior:
    """The picture of a warrior; its key is the id of the warrior."""

    def items_at(self, path: str) -> Iterable[Item]:
        warband = warband_at(path)
        if warband is None:
            return []
        keys = Portrait.objects.filter(warband=warband).values_list("warrior_key", flat=True)
        return [item for key in keys if (item := self.find(key)) is not None]

    def find(self, key: str) -> Item | None:
        portrait = Portrait.objects.filter(warrior_key=key).select_related("warband").defer("content").first()
        if portrait is None:
            return None
        name = Warrior.objects.filter(public_id=key).values_list("name", flat=True).first() or ""
        words = {"name": name, "warband": portrait.warband.name}
        return Item(key, _("Picture of %(name)s, “%(warband)s”") % words, portrait.warband.owner_id)

    def remove(self, key: str) -> Contents:
        portrait = Portrait.objects.select_for_update().get(warrior_key=key)
        was = Contents(
            {"media_type": portrait.media_type, "warband": str(portrait.warband_id), "address": portrait.public_id},
            bytes(portrait.content),
        )
        portrait.delete()
        return was

    def restore(self, key: str, contents: Contents) -> bool:
        warband = Warrior.objects.filter(public_id=key, warband_id=int(contents.values["warband"])).first()
        if warband is None or contents.content is None or Portrait.objects.filter(warrior_key=key).exists():
            return False
        Portrait.objects.create(
            public_id=contents.values["address"], warband_id=int(contents.values["warband"]), warrior_key=key,
            content=contents.content, media_type=contents.values["media_type"], brought_at=timezone.now(),
        )  # fmt: skip
        return True


def _rename(warband_id: int, name: str, *, warrior: str = "") -> None:
    """Rename through the ledger. The entry names no user."""
    rename(warband_id=warband_id, by=ActionContext(actor_id=None, at=timezone.now()), name=name, warrior=warrior)


def warband_replacement(key: str) -> str:
    """The neutral name of a warband whose name was removed."""
    return _("Warband %(id)s") % {"id": key[:6]}


def warrior_replacement(key: str) -> str:
    """The neutral name of a warrior whose name was removed."""
    return _("Warrior %(id)s") % {"id": key[:6]}


def register() -> None:
    """Register these kinds; called once at start."""
    KINDS.add("warband_name", WarbandName())
    KINDS.add("warrior_name", WarriorName())
    KINDS.add("portrait", PortraitOfWarrior())
