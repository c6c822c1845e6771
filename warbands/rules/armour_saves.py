"""The armour save of a member from armour, natural armour and mount. Saves that apply only against shots or only during
a spell are not included; they are shown with their rule. Rules: ARM-TYPES-01, ARM-LIMIT-01, SPEC-MOUNT-02"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from catalogue.facts import EffectData, Item
from catalogue.packs.book import Book
from warbands.core.state import Member, WarbandState
from warbands.rules.member_facts import effects_of, entry_of

NO_SAVE = 7
BEST = 2
_OF_WEAPONS = ("close_combat", "missile")
_BODILY = ("natural_armour", "armour_save", "armour_save_bonus")


def armour_save(state: WarbandState, member: Member, book: Book) -> str:
    """The save before modifiers: "5+", "5+ (4+ mounted)" for a rider, or "" without a save."""
    worn = [book.items[code] for code in entry_of(member, book).innate]
    worn += [book.items[line.item_code] for line in state.held_by(member.key)]
    effects = [effect for effect, _source in effects_of(member, book)]
    effects += [effect for item in worn if item.slot not in _OF_WEAPONS for effect in item.effects]
    afoot = _on_foot(worn, effects)
    mounted = max(BEST, afoot - _of_the_mount(worn))
    afoot = max(BEST, afoot)
    if mounted < afoot:
        return _("%(foot)s (%(mounted)s mounted)") % {"foot": _save_text(afoot) or "–", "mounted": _save_text(mounted)}
    return _save_text(afoot)


def _on_foot(worn: Iterable[Item], effects: Iterable[EffectData]) -> int:
    save, bonus = NO_SAVE, 0
    for item in worn:
        if item.save is not None:
            save = min(save, item.save)
        bonus += item.save_bonus if item.slot in ("shield", "helmet") else 0
    for effect in sorted(effects, key=lambda effect: effect.code == "armour_save_bonus"):
        if effect.code not in _BODILY or effect.get("phase"):
            continue
        if effect.code == "armour_save_bonus":
            save -= int(effect.get("amount", 0)) if save < NO_SAVE else 0
            continue
        needs = int(effect.get("needs") or effect.get("value") or NO_SAVE)
        improves = effect.code == "natural_armour" and save < NO_SAVE
        save = save - (NO_SAVE - needs) if improves else min(save, needs)
    return save - bonus


def _of_the_mount(worn: Iterable[Item]) -> int:
    """How much the mount and its armour improve the rider's save; 0 without a mount."""
    bonus, is_mounted = 0, False
    for item in worn:
        is_mounted = is_mounted or any(effect.code == "mount" for effect in item.effects)
        bonus += item.save_bonus if item.slot == "mount" else 0
        bonus += sum(int(effect.get("amount", 0)) for effect in item.effects if effect.code == "mounted_save_bonus")
    return bonus if is_mounted else 0


def _save_text(save: int) -> str:
    return f"{save}+" if save < NO_SAVE else ""
