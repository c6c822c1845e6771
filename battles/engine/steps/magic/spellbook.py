"""Spells: their records, their lists, and their possible targets.

Rules: MAG-WHO-01, MAG-UNIT-01
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from battles.engine.events import Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.registry import Registry
from battles.engine.state import STANDING, BattleState
from battles.engine.steps.models.bodies import body_of, enemies_of, on_table
from battles.engine.steps.movement.hiding.visibility import sees
from battles.engine.steps.nerve.psychology import is_friend
from battles.engine.table.vectors import Body, distance, within
from battles.engine.terrain.buildings.garrisons import bodies_between, near


@dataclass(slots=True)
class Casting:
    """A spell that is being cast. The `spell` hook of the caster may change its bonus, that of a target may stop it."""

    who: str
    spell: Spell
    targets: tuple[str, ...]
    x: int = 0
    y: int = 0
    bonus: int = 0
    mods: list[Modifier] = field(default_factory=list)
    stopped: bool = False
    best: int = 0
    """The higher die of the casting roll."""
    runes_tried: bool = False
    """Whether runestones have already tried to dispel it."""
    is_split: bool = False
    """Whether the spell is aimed at several models; it affects those without protection."""


Effect = Callable[[Context, Casting], None]
Targets = Callable[[Game, BattleState, str, "Spell"], list[tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Spell:
    """One spell or prayer."""

    code: str
    name: str
    difficulty: int
    """Score needed on 2D6; 0 for a spell without a roll."""
    targets: Targets
    """Function that returns the legal choices of targets now; one empty choice for spells without targets."""
    effect: Effect
    reach: int = 0
    """Range in hundredths of an inch."""
    is_prayer: bool = False
    once: bool = False
    direct_damage: bool = False
    from_combat: bool = True
    """Whether it may be cast while engaged."""
    places: bool = False
    """Whether it may be cast at a point instead of a target, as for a flight."""
    before_moving: bool = False
    """Whether it replaces the caster's move, and so cannot be cast after one."""
    fits: Callable[[Game, Body], bool] | None = None
    """Whether a flight may begin and end at a place; None if any place is allowed."""


SPELLS: Registry[Spell] = Registry("spell")
LISTS: dict[str, tuple[str, ...]] = {
    "lesser": (
        "fires_of_uzhul", "flight_of_zimmeran", "dread_of_aramar", "silver_arrows_of_arha", "luck_of_shemtek",
        "sword_of_rezhebel",
    ),
    "necromancy": (
        "lifestealer", "re_animation", "death_vision", "spell_of_doom", "call_of_vanhel",
    ),
    "chaos": (
        "vision_of_torment", "eye_of_god", "dark_blood", "lure_of_chaos", "wings_of_darkness", "word_of_pain",
    ),
    "horned_rat": (
        "warpfire", "gnawdoom", "black_fury", "eye_of_the_warp", "sorcerers_curse",
    ),
    "waaagh": ("ledz_go", "oi_gerroff", "zzap", "clubba", "fire_of_gork", "fooled_ya"),
    "shadow_warrior": (
        "the_living_shadows", "shield_of_shadow", "wings_of_night", "cloak_of_darkness", "pool_of_shadow", "shadowbind",
    ),
    "nurgle": ("daemonic_vigour", "buboes", "stench_of_nurgle", "pestilence", "scabrous_hide", "nurgles_rot"),
    "arabian": ("skin_of_stone", "quicksand", "storm_of_magic", "riding_the_wind", "burning_hand"),
    "mortuary": (
        "menkares_scroll_of_urgency", "horrebes_curse_of_the_mummy", "tawosrets_scroll_of_tomb_dust",
        "neferres_scroll_of_quaking_horror", "djedres_summonation_of_the_vengeful_dead",
        "merneptahs_scroll_of_the_scarab_song",
    ),
    "amazon": ("singing_wind", "serpents_strength", "wendalas_maelstrom", "the_living_jungle", "sirens_dreams",
              "shield_of_thorns"),
    "forest_goblin": (
        "wind_of_gork_forest_goblin_magic", "gaze_of_mork_forest_goblin_magic", "eadbanger_forest_goblin_magic",
        "idol_of_gork_forest_goblin_magic", "ere_we_go_forest_goblin_magic",
        "leap_of_waaagh_forest_goblin_magic",
    ),
    "dark_elf": (
        "doombolt", "word_of_pain_dark_elf_magic", "soul_stealer", "flamesword", "deathspasm", "witch_flight",
    ),
    "charms": ("curse", "age_of_stone", "warriors_bane", "cure", "scry", "dust_of_the_blind"),
    "djedhi": ("divination_of_shirath", "shimmering_shield", "statue_of_light", "hunters_fury",
               "fleeting_shadows", "silent_guardian"),
    "darkness": (
        "bolt_of_dark_light", "nightmare", "curse_of_the_dark_master", "fog_of_death", "coils_of_the_serpent",
        "betrayal_in_death",
    ),
    "light": ("wings_of_fate", "light_of_battle", "blessing_of_valour", "boon_of_courage", "voice_of_command",
              "gift_of_life"),
}  # fmt: skip
"""The spells of each list of wizards. Prayers are not included. Rule: TR-ARC-WIZTOWER-01"""
LOREMASTERS = frozenset({"tower:loremaster", "sphynx:loremaster"})


def spell(code: str, name: str, difficulty: int, targets: Targets, **about: Any) -> Callable[[Effect], Effect]:
    """Decorator: register a spell."""

    def known(effect: Effect) -> Effect:
        SPELLS.add(code, Spell(code, name, difficulty, targets, effect, **about))
        return effect

    return known


def no_target(game: Game, state: BattleState, model_id: str, spell: Spell) -> list[tuple[str, ...]]:
    """The one empty choice of a spell that affects the caster or all models nearby."""
    return [()]


def one_enemy(game: Game, state: BattleState, model_id: str, spell: Spell) -> list[tuple[str, ...]]:
    """One choice for each enemy in range and sight."""
    return [
        (other,)
        for other in enemies_of(game, state, model_id)
        if near(game, state, model_id, other, spell.reach) and sees(game, state, model_id, other)
    ]


def one_model(game: Game, state: BattleState, model_id: str, spell: Spell) -> list[tuple[str, ...]]:
    """One choice for each model in range and sight, including the caster."""
    return [
        (other,)
        for other in on_table(state)
        if other == model_id or (near(game, state, model_id, other, spell.reach) and sees(game, state, model_id, other))
    ]


def other_model(game: Game, state: BattleState, model_id: str, spell: Spell) -> list[tuple[str, ...]]:
    """One choice for each other model in range and sight."""
    return [choice for choice in one_model(game, state, model_id, spell) if choice != (model_id,)]


def closest_enemy(game: Game, state: BattleState, model_id: str, spell: Spell) -> list[tuple[str, ...]]:
    """One choice for the nearest enemy in range and sight; several only if they are equally near."""
    rows = [
        (distance(*bodies_between(game, state, model_id, choice[0])), choice)
        for choice in one_enemy(game, state, model_id, spell)
    ]
    least = min((far for far, _ in rows), default=0.0)
    return [choice for far, choice in rows if far <= least + 1e-6]


def enemy_in_contact(game: Game, state: BattleState, model_id: str, spell: Spell) -> list[tuple[str, ...]]:
    """The one empty choice (no target) while an enemy is in contact; otherwise no choice."""
    return [()] if any(state.models[other].posture == STANDING for other in state.models[model_id].engaged) else []


def unit_of(game: Game, state: BattleState, target: str, model_id: str) -> tuple[str, ...]:
    """The models that count as one unit with an enemy target: a chain with gaps of at most 2 inches. Rule:
    MAG-UNIT-01
    """
    if is_friend(game, model_id, target) or target == model_id:
        return (target,)
    side = target[0]
    unit = [target]
    for member in unit:
        body = body_of(game, state, member)
        for other in on_table(state, side):
            if other not in unit and within(body, body_of(game, state, other), game.rules.spell_unit_radius):
                unit.append(other)
    return tuple(unit)


REMEMBERS = "remembers:"
"""Effect on a caster who may cast only one spell this turn: the suffix is the code of
the spell, or empty if none is allowed."""


def remembered(state: BattleState, model_id: str) -> tuple[str, ...] | None:
    """The one spell that a mad master remembers this turn, () for none; None for casters who know all their spells."""
    for effect in state.models[model_id].effects:
        if effect.code.startswith(REMEMBERS):
            spell = effect.code.removeprefix(REMEMBERS)
            return (spell,) if spell else ()
    return None
