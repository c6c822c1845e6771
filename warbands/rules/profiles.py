"""The profile of a weapon or a mount on one line, for sheets and cards: `24", S 3`, `S +1, two hands`."""

from __future__ import annotations

from django.utils.translation import gettext as _

from catalogue.facts import Item
from catalogue.packs.book import Book
from warbands.rules.member_facts import ABBREVIATIONS


def profile_of(item: Item, book: Book) -> str:
    """Range in inches, Strength and hands of a weapon, the characteristics of a mount; nothing for other items."""
    if item.slot in ("close_combat", "missile"):
        return ", ".join(_weapon(item))
    mount = next((effect.get("warrior_type") for effect in item.effects if effect.code == "mount"), None)
    if mount is None:
        return ""
    now = book.warrior_types[str(mount)].characteristics
    return " ".join(f"{short} {getattr(now, name)}" for name, short in ABBREVIATIONS.items())


def _weapon(item: Item) -> list[str]:
    codes = {effect.code for effect in item.effects}
    found = [f'{item.range_in}"'] if item.range_in else []
    if item.strength is not None:
        found.append(_("S %(strength)s") % {"strength": item.strength})
    elif item.strength_bonus:
        short = _("S %(bonus)+d in the first round") if "heavy" in codes else _("S %(bonus)+d")
        found.append(short % {"bonus": item.strength_bonus})
    elif item.slot == "missile" and item.range_in:
        found.append(_("S of the user"))
    if "two_handed" in codes:
        found.append(_("two hands"))
    return found
