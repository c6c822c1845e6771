"""Figures of a scenario as fighters of the engine. They are creatures of the catalogue or have a profile of their own,
with the items and rules that the record names. Rule: SCN-NEUTRAL-01"""

from __future__ import annotations

from battles.core.bridge.effects import CARRIED_ALWAYS, KEYWORD_OF_EFFECT, traits_of
from battles.core.bridge.weapons import NATURAL_WEAPONS, arms_of, body_arms, weapon_of
from battles.engine.profile import CHARACTERISTICS
from battles.engine.setup_data import FighterData, FigureData
from catalogue.facts import ScenarioFigure
from catalogue.packs.book import Book, EffectData, Scenario


def figures_of(record: Scenario, book: Book) -> list[FigureData]:
    """Rows for the engine's `creatures.figures`. Raises KeyError for unknown codes."""
    return [_row(figure, book) for figure in record.figures]


def _row(figure: ScenarioFigure, book: Book) -> FigureData:
    row: FigureData = {
        "code": figure.code, "name": figure.name, "count": figure.count, "acts": figure.acts,
        "fighter": fighter_of_figure(figure, book),
    }  # fmt: skip
    if figure.joins:
        row["joins"] = figure.joins
    if figure.leash_in:
        row["leash"] = 100 * figure.leash_in
    if not figure.earns:
        row["earns"] = False
    if figure.comes_later:
        row["absent"] = True
    return row


def fighter_of_figure(figure: ScenarioFigure, book: Book) -> FighterData:
    """One model with profile, equipment and rules from a warrior type of the catalogue, from the figure itself, or from
    both."""
    entry = book.warrior_types[figure.warrior_type] if figure.warrior_type else None
    now = figure.characteristics or (entry.characteristics if entry is not None else None)
    assert now is not None, f"the figure {figure.code} has neither a profile nor an entry"
    rules = [*(entry.rules if entry is not None else ()), *figure.rules]
    items = [book.items[code] for code in (*((*entry.innate, *entry.kit) if entry is not None else ()), *figure.items)]
    effects: list[EffectData] = [effect for code in rules for effect in book.rules[code].effects]
    skills = [*(entry.skills if entry is not None else ()), *figure.skills]
    effects += [effect for code in skills for effect in book.skills[code].effects]
    effects += [effect for item in items if item.slot in CARRIED_ALWAYS for effect in item.effects]
    effects += figure.effects
    weapons = [weapon for item in items if (weapon := weapon_of(item)) is not None]
    weapons += [weapon for item in items for weapon in arms_of(item, book)]
    if not weapons:
        weapons = [NATURAL_WEAPONS.copy()]
    weapons += body_arms(effects)
    saves = [item.save for item in items if item.slot == "body_armour" and item.save]
    slots = {item.slot for item in items}
    traits = entry.traits if entry is not None else ()
    is_large = figure.is_large or (entry is not None and entry.is_large)
    keywords = {KEYWORD_OF_EFFECT[effect.code] for effect in effects if effect.code in KEYWORD_OF_EFFECT}
    keywords |= ({"large_target"} if is_large else set()) | ({"animal"} & set(traits))
    return {
        "kind": "war_beast" if "animal" in traits else "monstrous_infantry" if is_large else "infantry",
        "profile": {name: getattr(now, name) for name in CHARACTERISTICS},
        "weapons": weapons,
        "armour": figure.save or min(saves, default=7),
        "shield": "shield" in slots,
        "helmet": "helmet" in slots,
        "keywords": sorted(keywords),
        "tags": sorted({*traits, *figure.traits}),
        "skills": traits_of(effect for effect in effects if effect.code not in KEYWORD_OF_EFFECT or effect.params),
        "spells": list(figure.spells),
    }
