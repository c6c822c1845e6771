"""Whether the lists of an own pack can be founded and played: what the schema cannot say.

Asked only of a pack without any other mistake, so that every code in it leads somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from catalogue.custom_packs.checks.charts import unrollable
from catalogue.custom_packs.scenarios.rules import unplayable
from catalogue.effects import EFFECTS
from catalogue.facts import WarbandType, WarriorType
from catalogue.packs.schema import PackPart
from catalogue.packs.strict_yaml import Path

Told = Iterator[tuple[Path, str]]

ACTING: Final = ("skills", "items", "mutations", "rules")
_carried_out: list[Callable[[], frozenset[str]]] = []


def carried_out_by(codes: Callable[[], frozenset[str]]) -> None:
    """Say who knows the effects that somebody acts on in battle (the battles room, when it starts)."""
    _carried_out[:] = [codes]


def unsound(part: PackPart) -> Told:
    """(path, sentence) for each thing that would strand a player who uses the pack."""
    for index, listed in enumerate(part.warband_types):
        yield from _list(("warband_types", index), listed, part)
    own = {listed.code for listed in part.warband_types}
    for index, entry in enumerate(part.warrior_types):
        yield from _entry(("warrior_types", index), entry, own)
    lists = {spell.spell_list for spell in part.spells}
    for index, spell_list in enumerate(part.spell_lists):
        if spell_list.code not in lists:
            yield ("spell_lists", index), _("This spell list holds no spell.")
    yield from _idle(part)
    yield from unplayable(part)
    yield from unrollable(part)


def _list(path: Path, listed: WarbandType, part: PackPart) -> Told:
    entries = [one for one in part.warrior_types if one.warband_type == listed.code]
    leaders = [one for one in entries if one.is_leader]
    if len(leaders) != 1 or leaders[0].kind != "hero":
        yield (
            path,
            _("A list needs exactly one hero entry with “is_leader: true”; this one has %(n)d.")
            % {"n": len([one for one in leaders if one.kind == "hero"])},
        )
        return
    if listed.size_min > listed.size_max:
        yield (*path, "size_min"), _("The least size is above the greatest.")
    needed = [(one, max(one.minimum, 1 if one.is_leader else 0)) for one in entries]
    heads, gold = sum(count for _one, count in needed), sum(one.price_gc * count for one, count in needed)
    heroes = sum(count for one, count in needed if one.kind == "hero")
    if heads > listed.size_max:
        yield (
            (*path, "size_max"),
            _("The least numbers of the entries make %(n)d, more than the list may have.") % {"n": heads},
        )
    if heroes > listed.heroes_max:
        yield (*path, "heroes_max"), _("The entries ask for %(n)d heroes, more than the list may have.") % {"n": heroes}
    if gold > listed.starting_gold_gc:
        yield (
            (*path, "starting_gold_gc"),
            _("Whom the list must have costs %(gold)d gc, more than it starts with.") % {"gold": gold},
        )
    else:
        yield from _least_band(path, listed, entries, heads, gold)
    if listed.variant_of is not None and any(one.variant_of == listed.code for one in part.warband_types):
        yield (*path, "variant_of"), _("A kind of a list has no kinds of its own.")


def _least_band(path: Path, listed: WarbandType, entries: list[WarriorType], heads: int, gold: int) -> Told:
    """Whether henchmen can be hired for the starting gold until the band has its least size."""
    missing = listed.size_min - heads
    prices: list[int] = []
    for entry in sorted((one for one in entries if one.kind == "henchman"), key=lambda one: one.price_gc):
        room = missing if entry.maximum is None else entry.maximum - entry.minimum
        prices += [entry.price_gc] * min(room, missing)
    if len(prices) < missing:
        yield (*path, "size_min"), _("There are not henchmen enough for the least size.")
    elif missing > 0 and gold + sum(prices[:missing]) > listed.starting_gold_gc:
        yield (
            (*path, "starting_gold_gc"),
            _("The least band costs %(gold)d gc, more than the list starts with.")
            % {"gold": gold + sum(prices[:missing])},
        )


def _entry(path: Path, entry: WarriorType, own: set[str]) -> Told:
    if entry.maximum is not None and entry.minimum > entry.maximum:
        yield (*path, "minimum"), _("The least number is above the greatest.")
    if entry.warband_type is None and entry.kind in ("hero", "henchman"):
        yield path, _("A hero or henchman belongs to a list: say “warband_type”.")
    if entry.warband_type is not None and entry.kind in ("hired_sword", "dramatis_persona"):
        yield (*path, "warband_type"), _("A hireling belongs to no list; “hire: may_hire” says whom he serves.")
    if entry.kind in ("hired_sword", "dramatis_persona") and entry.hire is None:
        yield path, _("A hireling needs his terms: say “hire”.")
    if entry.hire is not None and entry.kind not in ("hired_sword", "dramatis_persona"):
        yield (*path, "hire"), _("Only hirelings have terms of hire.")
    if entry.warband_type is not None and entry.warband_type not in own and (entry.is_leader or entry.minimum):
        yield (*path, "warband_type"), _("An entry for a list of the site leads nobody and must not be needed.")
    if entry.gains_experience and entry.kind in ("hero", "henchman") and entry.race is None:
        yield path, _("Who gains experience needs a race, for how far he can go.")
    if entry.carries_equipment and entry.kind in ("hero", "henchman") and entry.equipment_list is None:
        yield path, _("Say “equipment_list”, or “carries_equipment: false”.")


def _idle(part: PackPart) -> Told:
    """Facts that claim to be played whole and name an effect nobody carries out in battle."""
    for codes in _carried_out:
        known = codes()
        for kind in ACTING:
            for index, fact in enumerate(getattr(part, kind)):
                if fact.automation == "full" and getattr(fact, "when", "battle") == "battle":
                    yield from _of_effects((kind, index), fact.effects, known)
        for index, spell in enumerate(part.spells):
            early = bool(spell.effects) and all(effect.get("before_battle") for effect in spell.effects)
            if spell.automation == "full" and spell.when == "battle" and not early:
                yield (
                    ("spells", index),
                    _("The board has no spell of this name: say “automation: text”, and its players carry it out."),
                )


def _of_effects(path: Path, effects: Any, known: frozenset[str]) -> Told:
    for number, effect in enumerate(effects):
        if EFFECTS[effect.code].part == "battle" and effect.code not in known:
            yield (
                (*path, "effects", number),
                _("Nobody carries out “%(code)s” in battle yet: say “automation: part”.") % {"code": effect.code},
            )
