"""Checks whether the lists of a custom pack can be founded and played, which the schema cannot check. Runs only on
packs without other mistakes, so every code in them is valid."""

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

Problem = Iterator[tuple[Path, str]]

ACTING: Final = ("skills", "items", "mutations", "rules")
_carried_out: list[Callable[[], frozenset[str]]] = []


def carried_out_by(codes: Callable[[], frozenset[str]]) -> None:
    """Register a function that returns the effects which battles carry out (called by the battles app at start)."""
    _carried_out[:] = [codes]


def effect_problems(part: PackPart) -> Problem:
    """(path, sentence) for each fault that would make a list unplayable."""
    for index, listed in enumerate(part.warband_types):
        yield from _list(("warband_types", index), listed, part)
    own = {listed.code for listed in part.warband_types}
    for index, entry in enumerate(part.warrior_types):
        yield from _entry(("warrior_types", index), entry, own)
    lists = {spell.spell_list for spell in part.spells}
    for index, spell_list in enumerate(part.spell_lists):
        if spell_list.code not in lists:
            yield ("spell_lists", index), _("This spell list has no spells.")
    yield from _idle(part)
    yield from unplayable(part)
    yield from unrollable(part)


def _list(path: Path, listed: WarbandType, part: PackPart) -> Problem:
    entries = [entry for entry in part.warrior_types if entry.warband_type == listed.code]
    leaders = [entry for entry in entries if entry.is_leader]
    if len(leaders) != 1 or leaders[0].kind != "hero":
        yield (
            path,
            _("A list needs exactly one hero entry with “is_leader: true”; this one has %(n)d.")
            % {"n": len([leader for leader in leaders if leader.kind == "hero"])},
        )
        return
    if listed.size_min > listed.size_max:
        yield (*path, "size_min"), _("The minimum size is larger than the maximum.")
    needed = [(entry, max(entry.minimum, 1 if entry.is_leader else 0)) for entry in entries]
    heads, gold = sum(count for _one, count in needed), sum(entry.price_gc * count for entry, count in needed)
    heroes = sum(count for entry, count in needed if entry.kind == "hero")
    if heads > listed.size_max:
        yield (
            (*path, "size_max"),
            _("The minimum numbers of the entries add up to %(n)d, more than the list allows.") % {"n": heads},
        )
    if heroes > listed.heroes_max:
        yield (*path, "heroes_max"), _("The entries require %(n)d heroes, more than the list allows.") % {"n": heroes}
    if gold > listed.starting_gold_gc:
        yield (
            (*path, "starting_gold_gc"),
            _("The required warriors cost %(gold)d gc, more than the starting gold.") % {"gold": gold},
        )
    else:
        yield from _least_band(path, listed, entries, heads, gold)
    if listed.variant_of is not None and any(
        warband_type.variant_of == listed.code for warband_type in part.warband_types
    ):
        yield (*path, "variant_of"), _("A variant of a list cannot have variants of its own.")


def _least_band(path: Path, listed: WarbandType, entries: list[WarriorType], heads: int, gold: int) -> Problem:
    """Yields a mistake if there are not enough henchmen for the minimum size, or if the starting gold cannot pay for
    them."""
    missing = listed.size_min - heads
    prices: list[int] = []
    for entry in sorted(
        (warrior_type for warrior_type in entries if warrior_type.kind == "henchman"),
        key=lambda warrior_type: warrior_type.price_gc,
    ):
        room = missing if entry.maximum is None else entry.maximum - entry.minimum
        prices += [entry.price_gc] * min(room, missing)
    if len(prices) < missing:
        yield (*path, "size_min"), _("There are not enough henchmen for the minimum size.")
    elif missing > 0 and gold + sum(prices[:missing]) > listed.starting_gold_gc:
        yield (
            (*path, "starting_gold_gc"),
            _("The smallest warband costs %(gold)d gc, more than the starting gold.")
            % {"gold": gold + sum(prices[:missing])},
        )


def _entry(path: Path, entry: WarriorType, own: set[str]) -> Problem:
    if entry.maximum is not None and entry.minimum > entry.maximum:
        yield (*path, "minimum"), _("The minimum number is larger than the maximum.")
    if entry.warband_type is None and entry.kind in ("hero", "henchman"):
        yield path, _("A hero or henchman belongs to a list: add “warband_type”.")
    if entry.warband_type is not None and entry.kind in ("hired_sword", "dramatis_persona"):
        yield (
            (*path, "warband_type"),
            _("A hired sword belongs to no list; “hire: may_hire” names the warbands it can join."),
        )
    if entry.kind in ("hired_sword", "dramatis_persona") and entry.hire is None:
        yield path, _("A hired sword needs terms of hire: add “hire”.")
    if entry.hire is not None and entry.kind not in ("hired_sword", "dramatis_persona"):
        yield (*path, "hire"), _("Only hired swords have terms of hire.")
    if entry.warband_type is not None and entry.warband_type not in own and (entry.is_leader or entry.minimum):
        yield (*path, "warband_type"), _("An entry for a list of the site cannot be a leader or required.")
    if entry.gains_experience and entry.kind in ("hero", "henchman") and entry.race is None:
        yield path, _("An entry that gains experience needs a race, for its maximum characteristics.")
    if entry.carries_equipment and entry.kind in ("hero", "henchman") and entry.equipment_list is None:
        yield path, _("Add “equipment_list”, or “carries_equipment: false”.")


def _idle(part: PackPart) -> Problem:
    """Mistakes of facts marked as fully automated although one of their effects is not carried out in battle."""
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
                    _(
                        "The board does not know this spell: set “automation: text”, and the players resolve it "
                        "themselves."
                    ),
                )


def _of_effects(path: Path, effects: Any, known: frozenset[str]) -> Problem:
    for number, effect in enumerate(effects):
        if EFFECTS[effect.code].part == "battle" and effect.code not in known:
            yield (
                (*path, "effects", number),
                _("The battle does not carry out “%(code)s” yet: set “automation: part”.") % {"code": effect.code},
            )
