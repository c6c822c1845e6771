"""Converts effects of the catalogue to keywords and traits of the engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from battles.engine.setup_data import TraitData
from battles.engine.steps.turn.muster import acts_in_battle
from catalogue.facts import effects_with
from catalogue.packs.book import EffectData, Item

KEYWORD_OF_EFFECT = {
    "aquatic": "aquatic",
    "cause_fear": "fear",
    "frenzy": "frenzy",
    "stupidity": "stupidity",
    "immune_to_psychology": "immune_to_psychology",
    "immune_to_fear": "immune_to_fear",
    "immune_to_poison": "immune_to_poison",
}
"""Effects that are keywords in the engine. Rule: PSY-KEYS-01"""
CARRIED_ALWAYS = ("misc", "ammunition", "mount", "shield", "buckler", "helmet", "body_armour")
"""Slots whose effects act on the wearer and not on one weapon."""
AVOID_STUN = "avoid_stun"
SPOKEN = frozenset({
    *KEYWORD_OF_EFFECT, "calls", "characteristic_change", "comes_with", "fights_as", "hatred", "hatred_of", "leader",
    "mount", "mount_movement", "mounted_save_bonus", "needs_mount", "needs_shot", "no_effect_on", "shot_for", "size",
    "summon", "takes_command", "warband_gains",
})  # fmt: skip
"""Effects that this package converts to keywords, fields and profiles."""
BEARER_CODES = frozenset({"climb_bonus"})
"""Effects of weapons that affect the bearer even when another weapon is used."""


def traits_of(effects: Iterable[EffectData]) -> list[TraitData]:
    """Effects that act in battle as engine traits: `[code, parameters]`."""
    return [[effect.code, dict(effect.params)] for effect in effects if acts_in_battle(effect.code)]


def is_borne(effect: EffectData) -> bool:
    """Whether an effect of a weapon affects the bearer even when they strike with another weapon."""
    return effect.code in BEARER_CODES


def is_trait(effect: EffectData) -> bool:
    """Whether an effect becomes a trait. A simple keyword does not; one with conditions (stupid without a handler) is
    both."""
    return effect.code not in KEYWORD_OF_EFFECT or bool(effect.params)


def against_stun(effect: EffectData, **about: Any) -> EffectData:
    """An effect that protects from being stunned, with the data that the engine and its log need. Rule:
    ARM-HELMET-01"""
    return replace(effect, params={**effect.params, **about}) if effect.code == AVOID_STUN else effect


def effects_of_item(item: Item, tags: frozenset[str]) -> tuple[EffectData, ...]:
    """The effects of an item on a warrior with these tags. Some items have no effect on the undead."""
    none_on = {str(tag) for effect in effects_with(item.effects, "no_effect_on") for tag in effect.get("enemies", ())}
    return () if tags & none_on else item.effects
