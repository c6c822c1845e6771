"""Spells from supplements that move models or shake the ground: winds, green hands, scarabs, dust, falling houses."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Any

from battles.engine.errors import IllegalAction
from battles.engine.events import Moved
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.state import MOVED, STANDING, STOOD_UP, BattleState
from battles.engine.steps.magic.spell_effects import EffectRules, define_effect
from battles.engine.steps.magic.spell_parts import burn, check_landing, fly, landing_beside
from battles.engine.steps.magic.spell_targets import (
    FOR_THE_BATTLE,
    TO_END_OF_NEXT_TURN,
    a_friend,
    leave,
    one_of,
    tagged,
)
from battles.engine.steps.magic.spellbook import Casting, Spell, one_enemy, other_model, spell
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of, enemies_of
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.disengaging import move_out_of_contact
from battles.engine.steps.movement.forced import random_moves
from battles.engine.steps.movement.heights import falling
from battles.engine.steps.movement.movers import others_of
from battles.engine.table.ground import building_of
from battles.engine.table.placement import end_fault
from battles.engine.table.vectors import TOUCH, polygon_distance, round_half_up, within

WIND, GREEN_HAND, GRASP, TREMOR, STAGGER = 1200, 1200, 300, 400, 100
"""Distances in hundredths of an inch: guaranteed flight with the wind, flight and reach of a green hand, range of a
shaking building, and move of a model that staggers out of a fight.
"""
MOST_WIND = WIND + 600
declare_inner("dust_of_the_blind", "scarab_song")


def _to_a_place(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    """The spell takes a place as its target, not a model."""
    return []


@spell("riding_the_wind", "Riding the Wind", 6, _to_a_place, reach=MOST_WIND, places=True, from_combat=False,
       before_moving=True)  # fmt: skip
def riding_the_wind(ctx: Context, casting: Casting) -> None:
    """The caster moves to a place within 12 inches plus a die, but not into contact. This is the caster's move of the
    turn.

    If the die is too low, the caster moves as close to the place as possible.
    """
    model_id = casting.who
    body = body_of(ctx.game, ctx.state, model_id)
    reach = WIND + 100 * ctx.roll("count", model_id).total
    far = hypot(casting.x - body.x, casting.y - body.y)
    share = min(1.0, reach / far) if far else 1.0
    while share > 0:
        x = body.x + round_half_up((casting.x - body.x) * share)
        y = body.y + round_half_up((casting.y - body.y) * share)
        try:
            spot = check_landing(ctx.game, ctx.state, model_id, x, y, reach + 1)
        except IllegalAction:
            share -= 0.05
            continue
        there = body.at(spot.x, spot.y, spot.z)
        if end_fault(ctx.game.table, there, others_of(ctx.game, ctx.state, model_id)) is not None:
            share -= 0.05
            continue
        ctx.emit(Moved(model_id, "walk", (("fly", spot.x, spot.y, spot.z),), 0))
        ctx.flag(model_id, on=MOVED, why="flight")
        contact.settle(ctx, model_id)
        return


def _carried(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    """Pairs of a model to be carried (the shaman, or a Goblin nearby who is not fighting) and an enemy in range."""
    mine = body_of(game, state, model_id)
    found: list[tuple[str, ...]] = []
    near = replace(known, reach=GRASP)
    for (other,) in one_of(tagged(a_friend, "goblin"))(game, state, model_id, near):
        model = state.models[other]
        free = model.posture == STANDING and not model.engaged
        if not free or not within(mine, body_of(game, state, other), GRASP):
            continue
        for enemy in enemies_of(game, state, model_id):
            if landing_beside(game, state, other, enemy, GREEN_HAND) is not None:
                found.append((other, enemy))
    return found


@spell("leap_of_waaagh_forest_goblin_magic", "Leap of Waaagh!", 7, _carried, reach=GREEN_HAND, places=True,
       from_combat=False)  # fmt: skip
def leap_of_waaagh(ctx: Context, casting: Casting) -> None:
    """A green hand carries a Goblin up to 12 inches into combat, which counts as a charge, or carries the shaman to a
    place.
    """
    if not casting.targets:
        fly(ctx, casting)
    elif len(casting.targets) == 2:
        fly(ctx, replace(casting, who=casting.targets[0], targets=casting.targets[1:]))


# -- scarabs -----------------------------------------------------------------------------------------------------------

define_effect("scarab_song", EffectRules(may_strike=False, shot_proof=True))


@spell("merneptahs_scroll_of_the_scarab_song", "Merneptah's Scroll of the Scarab Song", 7, other_model, reach=800)
def scarab_song(ctx: Context, casting: Casting) -> None:
    """2D6 hits at Strength 1. This turn, no model shoots at the victim, and the victim fights no one."""
    target = casting.targets[0]
    burn(ctx, casting, target, 1, ctx.sum_of("count", casting.who).total)
    model = ctx.model(target)
    if model.gone:
        return
    leave(ctx, casting, target, "scarab_song", TO_END_OF_NEXT_TURN, theirs=True)
    if model.engaged and model.posture == STANDING:
        move_out_of_contact(ctx, target, STAGGER)


@on("turn_start", "scarab_song")
def shakes_them_off(ctx: Context, model_id: str, **_: Any) -> None:
    """A model that is unhurt counts as having just stood up in its next turn. Rule: TURN-STAND-01"""
    if ctx.model(model_id).posture == STANDING:
        ctx.flag(model_id, on=STOOD_UP, why="recovery")


# -- dust --------------------------------------------------------------------------------------------------------------

define_effect("dust_of_the_blind", EffectRules(ends="moved"))
define_effect("blinded", EffectRules(may_charge=False, may_shoot=False, kept_by="dust_of_the_blind"))


@spell("dust_of_the_blind", "Dust of the Blind", 9, one_enemy, reach=1600)
def dust_of_the_blind(ctx: Context, casting: Casting) -> None:
    """An enemy is blind until the witch moves or casts again."""
    leave(ctx, casting, casting.targets[0], "blinded", FOR_THE_BATTLE)
    leave(ctx, casting, casting.who, "dust_of_the_blind", FOR_THE_BATTLE)


def _is_kept(state: BattleState, model_id: str) -> bool:
    effect = next((effect for effect in state.models[model_id].effects if effect.code == "blinded"), None)
    if effect is None:
        return False
    witch = state.models.get(f"{effect.owner}{effect.value}")
    return witch is not None and not witch.gone and any(effect.code == "dust_of_the_blind" for effect in witch.effects)


@on("characteristic", "blinded")
def halves_weapon_skill(game: Game, state: BattleState, model_id: str, name: str, present: int, **_: Any) -> int:
    """Halve the Weapon Skill, rounding up."""
    return (present + 1) // 2 if name == "weapon_skill" and _is_kept(state, model_id) else present


@on("turn_start", "blinded")
def strays(ctx: Context, model_id: str, **_: Any) -> None:
    """Each of the model's turns begins with a move in a random direction. Rule: MV-STUP-01"""
    model = ctx.model(model_id)
    if model.posture != STANDING or model.engaged or not _is_kept(ctx.state, model_id):
        return
    heading = 60.0 * (ctx.roll("die", model_id, rule="MV-STUP-01", about="direction").total - 1)
    random_moves.stumble(ctx, model_id, heading, 100 * characteristic(ctx.game, ctx.state, model_id, "movement"))


# -- falling houses ----------------------------------------------------------------------------------------------------


def _shaken(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    """For each building in range that enemies touch or stand on, one of these enemies."""
    mine = body_of(game, state, model_id)
    found: dict[str, tuple[str, ...]] = {}
    for piece in game.table.pieces:
        if polygon_distance(mine.x, mine.y, piece.outline) > mine.radius + TREMOR:
            continue
        for other in touching(game, state, piece.id):
            if game.are_enemies(model_id, other):
                found.setdefault(piece.id, (other,))
    return list(dict.fromkeys(found.values()))


def touching(game: Game, state: BattleState, building: str) -> list[str]:
    """All models with a base in, on, or in contact with a building."""
    piece = next((piece for piece in game.table.pieces if piece.id == building), None)
    if piece is None or not piece.walls:
        return []
    found = []
    for model_id, model in state.models.items():
        body = body_of(game, state, model_id)
        if not model.gone and polygon_distance(body.x, body.y, piece.outline) <= body.radius + TOUCH:
            found.append(model_id)
    return found


@spell("earthshudder", "Earthshudder", 9, _shaken, reach=TREMOR, is_prayer=True)
def earthshudder(ctx: Context, casting: Casting) -> None:
    """The building that an enemy touches shakes: each enemy touching it takes a Strength 3 hit, and models high up
    fall.
    """
    target = casting.targets[0]
    body = body_of(ctx.game, ctx.state, target)
    near = sorted(
        (polygon_distance(body.x, body.y, piece.outline), piece.id) for piece in ctx.game.table.pieces if piece.walls
    )
    for other in touching(ctx.game, ctx.state, near[0][1]) if near else ():
        if ctx.game.are_enemies(casting.who, other):
            burn(ctx, casting, other, 3)
        model = ctx.model(other)
        if not model.gone and model.z > 0 and building_of(ctx.game.table, body_of(ctx.game, ctx.state, other)):
            falling.fall_to(ctx, other, model.x, model.y, model.z, "spell")
