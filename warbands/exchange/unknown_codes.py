"""Removes unknown codes from an imported document and reports them, so that no roster contains codes without a fact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from catalogue.effects import EFFECTS
from catalogue.facts import Characteristics
from catalogue.packs.book import Book
from warbands.exchange.names import Report
from warbands.exchange.refusals import UnreadableFile
from warbands.exchange.save import Save, SavedInjury, SavedKit, SavedWarrior

KINDS = {"hired_sword": "hired_sword", "dramatis_persona": "dramatis_persona"}


def without_unknown_codes(save: Save, book: Book, report: Report) -> Save:
    """The document with known codes only; each removed code is reported. Raises UnreadableFile for a list that no pack
    has."""
    if save.warband_type not in book.warband_types:
        raise UnreadableFile(_("The list “%(code)s” is not in any pack of this site.") % {"code": save.warband_type})
    warriors = []
    for warrior in save.warriors:
        if warrior.entry not in book.warrior_types:
            report.left_out.append((warrior.name, warrior.entry))
            continue
        warriors.append(_warrior(warrior, book, report))
    stash = _kit(save.stash, _("the stash"), book, report)
    return save.model_copy(update={"warriors": _one_leader(warriors), "stash": stash})


def _warrior(warrior: SavedWarrior, book: Book, report: Report) -> SavedWarrior:
    known: dict[str, Mapping[str, Any]] = {
        "skills": book.skills,
        "skill_lists": book.skill_lists,
        "spells": book.spells,
        "mutations": book.mutations,
    }
    update: dict[str, Any] = {}
    for name, facts in known.items():
        codes = getattr(warrior, name) if name == "mutations" else list(dict.fromkeys(getattr(warrior, name)))
        report.left_out += [(warrior.name, code) for code in codes if code not in facts]
        update[name] = [code for code in codes if code in facts]
    raised = {name: by for name, by in warrior.increases.items() if name in Characteristics.names()}
    report.left_out += [(warrior.name, name) for name in warrior.increases if name not in raised]
    report.matched += 1
    update |= {
        "increases": raised,
        "injuries": [_injury(mark, warrior.name, report) for mark in warrior.injuries],
        "kit": _kit(warrior.kit, warrior.name, book, report),
        "headcount": warrior.headcount if warrior.kind == "henchman_group" else 1,
    }
    return warrior.model_copy(update=update)


def _injury(mark: SavedInjury, where: str, report: Report) -> SavedInjury:
    effects = []
    for effect in mark.effects:
        if _is_sound(effect):
            effects.append(effect)
        else:
            report.left_out.append((where, f"{mark.code}: {str(effect.get('code', '?'))[:60]}"))
    return mark.model_copy(update={"effects": effects})


def _is_sound(effect: Mapping[str, Any]) -> bool:
    """Whether an effect is known and has valid parameters."""
    code, params = effect.get("code"), effect.get("params", {})
    meaning = EFFECTS.get(code) if isinstance(code, str) else None
    if meaning is None or not isinstance(params, dict) or set(effect) - {"code", "params"}:
        return False
    if set(params) - set(meaning.params) or meaning.required - set(params):
        return False
    return all(meaning.params[name].fits(value) for name, value in params.items())


def _kit(lines: list[SavedKit], where: str, book: Book, report: Report) -> list[SavedKit]:
    kept: dict[tuple[str, str], SavedKit] = {}
    for line in lines:
        if line.item not in book.items or (line.material and line.material not in book.items):
            report.left_out.append((where, line.item))
            continue
        same = kept.get((line.item, line.material))
        if same is None:
            kept[line.item, line.material] = line
        else:
            count, paid = min(99, same.count + line.count), same.paid_gc + line.paid_gc
            kept[line.item, line.material] = same.model_copy(update={"count": count, "paid_gc": paid})
    return list(kept.values())


def _one_leader(warriors: list[SavedWarrior]) -> list[SavedWarrior]:
    """The warriors with only the first leader as leader."""
    found, is_led = [], False
    for warrior in warriors:
        leads = warrior.is_leader and warrior.status == "active" and not is_led
        is_led = is_led or leads
        found.append(warrior if warrior.is_leader == leads else warrior.model_copy(update={"is_leader": leads}))
    return found
